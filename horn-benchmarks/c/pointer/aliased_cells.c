#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static void set(int *a, int *b) { *a = 1; *b = 2; }
int main(void) {
  int a[3] = { 0, 0, 0 }, i = __VERIFIER_nondet_int();
  if (i < 0 || i > 2) return 0;
  set(&a[i], &a[1]);
  assert(a[i] == 1);
  return 0;
}
