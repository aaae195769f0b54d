#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int a[4];
static int *next = a;
static void put(int v) { if (next < a + 4) *next++ = v; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n && i < 9; i++) put(i);
  assert(next - a <= 4 && (n < 1 || a[0] == 0));
  return 0;
}
