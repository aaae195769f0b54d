extern int __VERIFIER_nondet_int(void);

#include <limits.h>
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == INT_MAX) return 0;
  int y = x + 1;
  return y == 12345;
}
