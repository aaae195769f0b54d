#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int c = __VERIFIER_nondet_int(), seen = 0;
  for (int i = 0; i < 2; i++) {
    if (c && i == 1) goto skip;
    int x;
    x = 5 + i;
  skip:
    if (i == 1) { x = c ? 0 : x; seen = x; }
  }
  assert(seen != 0);
  return 0;
}
