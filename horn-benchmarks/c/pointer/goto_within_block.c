#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  {
    int y = 0, *p = &y;
  more:
    *p += 1;
    if (++i < n && i < 4) goto more;
    assert(y == i);
  }
  return 0;
}
