#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100000) return 0;
  int *a = malloc(n * sizeof(int)), *b = malloc(n * sizeof(int));
  if (!a || !b) return 0;
  for (int i = 0; i < n; i++) b[i] = a[i] = __VERIFIER_nondet_int();
  for (int i = 0, j = n - 1; i + 1 < j; i++, j--) {
    int t = a[i];
    a[i] = a[j];
    a[j] = t;
  }
  for (int i = 0; i < n; i++) assert(a[i] == b[n - 1 - i]);
  free(a);
  free(b);
  return 0;
}
