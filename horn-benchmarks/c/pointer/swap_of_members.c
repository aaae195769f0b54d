#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct s { int x, y; };
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
int main(void) {
  struct s s = { __VERIFIER_nondet_int(), 2 };
  int old = s.x;
  swap(&s.x, &s.y);
  assert(s.y == old && s.x == 2);
  return 0;
}
