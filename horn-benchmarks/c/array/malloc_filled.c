extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int c) { if (!c) { ERROR: reach_error(); } }
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

#include <stdlib.h>
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0 || n > 1000) return 0;
  int *a = malloc(sizeof(int) * n);
  for (int i = 0; i < n; i++) a[i] = i % 2 ? 1 : 1;
  long long sum = 0;
  for (int i = 0; i < n; i++) sum += a[i];
  __VERIFIER_assert(sum == n);
  free(a);
  return 0;
}
