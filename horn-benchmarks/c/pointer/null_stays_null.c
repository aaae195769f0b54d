#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = 0, c = __VERIFIER_nondet_int();
  { int y = 2; if (c) p = &y; if (p) *p = 7; }
  if (!c) assert(p == 0);
  return 0;
}
