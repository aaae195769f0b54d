#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[5] = { 5, 4, 3, 2, 1 }, *p = a, *q = a + 4, n = __VERIFIER_nondet_int();
  if (n < 0) return 0;
  while (p < q && n-- > 0) { int t = *p; *p = *q; *q = t; p++; q--; }
  assert(p <= q + 1 && p - a == a + 4 - q);
  return 0;
}
