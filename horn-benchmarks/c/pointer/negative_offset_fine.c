#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[4] = { 1, 2, 3, 4 }, *p = a + 3, n = __VERIFIER_nondet_int();
  if (n < 0 || n > 3) return 0;
  assert(p[-n] == 4 - n && *(p - n) == a[3 - n]);
  return 0;
}
