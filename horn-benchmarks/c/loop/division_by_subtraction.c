#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), q = 0, r;
  if (a < 0 || b <= 0 || a > 100000) return 0;
  for (r = a; r >= b; r -= b) q++;
  assert(q == a / b && r == a % b);
  return 0;
}
