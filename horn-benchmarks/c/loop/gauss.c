#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0;
  if (n < 0 || n > 10000) return 0;
  for (int i = 1; i <= n; i++) sum += i;
  assert(2 * sum == n * (n + 1));
  return 0;
}
