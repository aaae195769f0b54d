#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 8) return 0;
  int *a = malloc(8 * sizeof(int));
  a[n] = 1;
  free(a);
  return 0;
}
