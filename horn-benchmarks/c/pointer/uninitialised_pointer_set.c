#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 1, *p, c = __VERIFIER_nondet_int();
  if (c) p = &x;
  if (c) *p = 2;
  assert(x == (c ? 2 : 1));
  return 0;
}
