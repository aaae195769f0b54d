#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), count = 0;
  if (n < 0 || n > 1000) return 0;
  do { count++; } while (count < n);
  assert(count == n);
  return 0;
}
