#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100000) return 0;
  int *a = malloc(n * sizeof(int));
  if (!a) return 0;
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    int least = i;
    for (int j = i + 2; j < n; j++) if (a[j] < a[least]) least = j;
    int t = a[i];
    a[i] = a[least];
    a[least] = t;
  }
  for (int i = 0; i + 1 < n; i++) assert(a[i] <= a[i + 1]);
  free(a);
  return 0;
}
