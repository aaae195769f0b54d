#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = x + 1;
  assert(y > x);
  return 0;
}
