#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), s = 0;
  for (int i = 0; i < 4; i++) {
    int *p = &i;
    if (n && *p == 2) *p = 3;
    s++;
  }
  assert(s == (n ? 3 : 4));
  return 0;
}
