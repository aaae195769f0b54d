#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a <= 0 || b <= 0 || a > 1000 || b > 1000) return 0;
  int x = a, y = b;
  while (x != y) { if (x > y) x -= y; else y -= x; }
  assert(x > 0 && x <= a && x <= b);
  return 0;
}
