#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0 || n > 100000) return 0;
  int *a = malloc(sizeof(int) * n);
  long long sum = 0;
  for (int i = 0; i < n; i++) a[i] = 3;
  for (int i = 0; i < n; i++) sum += a[i];
  assert(sum == 3LL * n);
  free(a);
  return 0;
}
