extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int c) { if (!c) { ERROR: reach_error(); } }
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

#include <stdlib.h>
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0 || n > 1000) return 0;
  int *a = calloc(n, sizeof(int));
  for (int i = 0; i < n - 1; i++) a[i] = 1;
  for (int i = 0; i < n; i++) __VERIFIER_assert(a[i] == 1);
  free(a);
  return 0;
}
