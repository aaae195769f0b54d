#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static void add(int *a, int *b) { *a = 1; *b = *b + 1; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  add(&x, &x);
  assert(x == 2);
  return 0;
}
