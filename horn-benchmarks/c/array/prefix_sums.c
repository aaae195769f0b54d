#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100) return 0;
  unsigned char a[n];
  int sums[n + 1];
  sums[0] = 0;
  for (int i = 0; i < n; i++) { a[i] = __VERIFIER_nondet_int(); sums[i + 1] = sums[i] + a[i]; }
  for (int i = 0; i < n; i++) assert(sums[i] <= sums[i + 1]);
  return 0;
}
