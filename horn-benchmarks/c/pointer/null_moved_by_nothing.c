#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[3] = { 0, 0, 0 }, *p = a, n = __VERIFIER_nondet_int();
  if (n) { p = 0; n = 0; }
  p = p + n;
  assert(p == 0 || *p == 0);
  return 0;
}
