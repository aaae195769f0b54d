#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100000) return 0;
  int *a = malloc(n * sizeof(int));
  if (!a) return 0;
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  int swapped = 1;
  while (swapped) {
    swapped = 0;
    for (int i = 1; i < n; i++)
      if (a[i - 1] > a[i]) {
        int t = a[i];
        a[i] = a[i - 1];
        a[i - 1] = t;
        swapped = 1;
      }
  }
  for (int i = 0; i + 1 < n; i++) assert(a[i] <= a[i + 1]);
  free(a);
  return 0;
}
