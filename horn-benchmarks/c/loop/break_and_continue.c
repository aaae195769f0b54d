#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), odd = 0, i;
  for (i = 0; ; i++) {
    if (i >= n || i >= 100) break;
    if (i % 2 == 0) continue;
    odd++;
  }
  assert(2 * odd <= i + 1 || i == 0);
  return 0;
}
