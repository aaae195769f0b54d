#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define SIZE 50
int main(void) {
  int a[SIZE], n = __VERIFIER_nondet_int();
  if (n < 1 || n > SIZE) return 0;
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  int max = a[0];
  for (int i = 1; i < n - 1; i++) if (a[i] > max) max = a[i];
  for (int i = 0; i < n; i++) assert(a[i] <= max);
  return 0;
}
