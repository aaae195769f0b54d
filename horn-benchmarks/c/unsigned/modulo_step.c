#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 500, x = 0;
  for (unsigned i = 0; i < n; i++) x = (x + 4) % 12;
  assert(x % 4 == 0 && x < 12);
  return 0;
}
