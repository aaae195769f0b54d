#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static void reverse(int *a, int n) {
  for (int i = 0, j = n - 1; i < j; i++, j--) { int t = a[i]; a[i] = a[j]; a[j] = t; }
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100) return 0;
  int a[n], b[n];
  for (int i = 0; i < n; i++) b[i] = a[i] = __VERIFIER_nondet_int();
  reverse(a, n);
  for (int i = 0; i < n; i++) assert(a[i] == b[n - 1 - i]);
  reverse(a, n);
  for (int i = 0; i < n; i++) assert(a[i] == b[i]);
  return 0;
}
