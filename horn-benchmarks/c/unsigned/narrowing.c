#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned char c = x;
  signed char s = c;
  assert(c == (x & 255) && (c < 128 ? s == c : s == c - 256));
  return 0;
}
