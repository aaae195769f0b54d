#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = x;
  int bits = 0;
  while (y) { bits += y & 1; y >>= 1; }
  assert(bits >= 0 && bits <= 32);
  return 0;
}
