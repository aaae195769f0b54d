#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0 || n > 10000) return 0;
  int a[n], sum[1];
  for (int i = 0; i < n; i++) a[i] = i % 2 == 0 ? 1 : 0;
  sum[0] = 0;
  for (int i = 0; i < n; i++) sum[0] += a[i];
  assert(sum[0] <= n);
  return 0;
}
