#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[4], *p = a, *end = &a[4];
  int n = __VERIFIER_nondet_int();
  while (p < end) *p++ = n;
  assert(end - a == 4 && a[3] == n);
  return 0;
}
