#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100000) return 0;
  int *a = malloc(n * sizeof(int));
  if (!a) return 0;
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  long long s = 0, t = 0;
  for (int i = 0; i < n; i++) s += a[i];
  for (int i = 0, j = n - 1; i < j; i++, j--) {
    int x = a[i];
    a[i] = a[j];
    a[j] = x;
  }
  for (int i = 0; i < n; i++) t += a[i];
  assert(s == t);
  free(a);
  return 0;
}
