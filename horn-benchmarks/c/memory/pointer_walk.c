#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0, again = 0;
  if (n < 1 || n > 50) return 0;
  int *a = malloc(n * sizeof *a);
  for (int *p = a; p < a + n; p++) { *p = __VERIFIER_nondet_int() % 100; sum += *p; }
  for (int *p = a + n; p > a; ) again += *--p;
  assert(sum == again && a + n - a == n);
  free(a);
  return 0;
}
