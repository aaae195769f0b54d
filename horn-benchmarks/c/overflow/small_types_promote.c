#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  signed char a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  int sum = a + b;
  assert(sum >= -256 && sum <= 254);
  return 0;
}
