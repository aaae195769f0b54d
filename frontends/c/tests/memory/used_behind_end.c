// BAD: valid-deref
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(); // in: 4
  if (n < 1 || n > 100) return 0;
  int *a = malloc(n * sizeof *a);
#ifdef BAD
  for (int i = 0; i <= n; i++) a[i] = 0;
#else
  for (int i = 0; i < n; i++) a[i] = 0;
#endif
  free(a);
  return 0;
}
