#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100000) return 0;
  int *a = malloc(n * sizeof(int));
  if (!a) return 0;
  a[0] = __VERIFIER_nondet_int();
  for (int i = 1; i < n; i++) {
    int x = __VERIFIER_nondet_int();
    a[i] = x < a[i - 1] ? a[i - 1] : x;
  }
  for (int i = 0, j = n - 1; i < j; i++, j--) {
    int t = a[i];
    a[i] = a[j];
    a[j] = t;
  }
  for (int i = 0; i + 1 < n; i++) assert(a[i] >= a[i + 1]);
  free(a);
  return 0;
}
