#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 1000, steps = 0;
  for (unsigned i = n; i-- > 0; ) steps++;
  assert(steps == n);
  return 0;
}
