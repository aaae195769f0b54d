#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), last = 0;
  for (int i = 0; i < n && i < 5; i++) {
    int x = i, *p = &x;
    *p += 1;
    last = x;
  }
  assert(last >= 0 && last <= 5);
  return 0;
}
