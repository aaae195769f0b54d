#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100000) return 0;
  int *a = malloc(n * sizeof(int));
  if (!a) return 0;
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  int pivot = a[n - 1], low = 0;
  for (int j = 0; j < n - 1; j++)
    if (a[j] <= pivot) {
      int t = a[low];
      a[low] = a[j];
      a[j] = t;
      low++;
    }
  int t = a[low];
  a[low] = a[n - 1];
  a[n - 1] = t;
  for (int i = 0; i < low; i++) assert(a[i] <= a[low]);
  for (int i = low; i < n; i++) assert(a[i] >= a[low]);
  free(a);
  return 0;
}
