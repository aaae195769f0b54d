#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct s { int a[3]; int b; };
int main(void) {
  struct s s = { { 1, 2, 3 }, 4 };
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 3) return 0;
  int x = s.a[n];
  return x != x;
}
