#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int *count(void);
static int calls;
static void tick(void) { static int n; int *p = &n; *p += 1; calls = n; }
int main(void) {
  tick(); tick();
  if (__VERIFIER_nondet_int()) tick();
  assert(calls == 2 || calls == 3);
  return 0;
}
