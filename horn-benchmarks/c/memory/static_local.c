#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int next(void) { static int last; return ++last; }
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  if (n < 0 || n > 100) return 0;
  while (i < n) i = next();
  assert(i == n);
  return 0;
}
