#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(), count = 0;
  if (n < 0 || n > 100 || m < 0 || m > 100) return 0;
  for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) count++;
  assert(count == n * m);
  return 0;
}
