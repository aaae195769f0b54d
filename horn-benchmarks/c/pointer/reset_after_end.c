#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 2, *p;
  { int y = 1; p = &y; *p += 1; }
  p = 0;
  if (__VERIFIER_nondet_int()) { int *q = &x; assert(*q == 2); }
  assert(!p);
  return 0;
}
