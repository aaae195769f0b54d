#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 3) return 0;
  int *a = malloc(n * 3);
  a[n - 1] = 1;
  free(a);
  return 0;
}
