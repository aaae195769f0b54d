#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define N 10
int main(void) {
  int a[N], n = __VERIFIER_nondet_int();
  if (n < 0 || n > N) return 0;
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i + 1 < n; i++)
    if (a[i] > a[i + 1]) { int t = a[i]; a[i] = a[i + 1]; a[i + 1] = t; }
  for (int i = 0; i + 1 < n; i++) assert(a[i] <= a[i + 1]);
  return 0;
}
