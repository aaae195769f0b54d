#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[9], n = __VERIFIER_nondet_int();
  if (n < 0 || n > 9) return 0;
  int *p = a + n, *q = a + 3;
  assert(p - q <= 5);
  return 0;
}
