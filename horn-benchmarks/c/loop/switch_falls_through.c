#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  switch (x) {
  case 1: y = 10;
  case 2: y = 20; break;
  default: y = x;
  }
  assert(x != 1 || y == 10);
  return 0;
}
