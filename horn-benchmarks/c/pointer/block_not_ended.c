#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 3, *p = &x;
  if (__VERIFIER_nondet_int()) { int *q = p; { p = q; } }
  assert(*p == 3);
  return 0;
}
