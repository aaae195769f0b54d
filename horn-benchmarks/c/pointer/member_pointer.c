#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct s { int a[3]; int b; };
int main(void) {
  struct s s = { { 1, 2, 3 }, 4 };
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 2) return 0;
  int *p = s.a + n, *q = &s.b;
  *p = 9; *q = 8;
  assert(s.a[n] == 9 && s.b == 8);
  return 0;
}
