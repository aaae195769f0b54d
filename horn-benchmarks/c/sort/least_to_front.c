#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100000) return 0;
  int *a = malloc(n * sizeof(int));
  if (!a) return 0;
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 1; i < n; i++)
    if (a[i] < a[0]) {
      int t = a[0];
      a[0] = a[i];
      a[i] = t;
    }
  for (int i = 0; i < n; i++) assert(a[0] <= a[i]);
  free(a);
  return 0;
}
