#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), swapped = 0;
  swapped = (x << 24) | ((x & 0xff00u) << 8) | ((x >> 8) & 0xff00u) | (x >> 24);
  unsigned back = (swapped << 24) | ((swapped & 0xff00u) << 8) | ((swapped >> 8) & 0xff00u) | (swapped >> 24);
  assert(back == x);
  return 0;
}
