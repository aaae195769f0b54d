#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100000) return 0;
  int *a = malloc(n * sizeof(int));
  if (!a) return 0;
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  int pivot = __VERIFIER_nondet_int(), i = 0, j = n - 1;
  while (i <= j) {
    if (a[i] < pivot) i++;
    else {
      int t = a[i];
      a[i] = a[j];
      a[j] = t;
      j--;
    }
  }
  for (int k = 0; k < i; k++) assert(a[k] < pivot);
  for (int k = i; k < n; k++) assert(a[k] >= pivot);
  free(a);
  return 0;
}
