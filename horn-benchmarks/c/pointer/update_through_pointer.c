#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int inc(int *p) { return ++*p; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 9) return 0;
  int y = inc(&x) + 1;
  assert(y == x + 1);
  return 0;
}
