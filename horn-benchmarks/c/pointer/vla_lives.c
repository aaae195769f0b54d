#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 9) return 0;
  int a[n], *p = a;
  for (; p < a + n; p++) *p = 1;
  assert(a[n - 1] == 1 && p - a == n);
  return 0;
}
