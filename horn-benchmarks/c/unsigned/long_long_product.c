#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  long long product = (long long) a * b;
  assert(a == 0 || product / a == b);
  return 0;
}
