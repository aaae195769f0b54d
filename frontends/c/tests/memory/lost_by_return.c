// BAD: valid-memtrack
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *a = malloc(2), *b = 0;
  a[0] = 0;
  if (__VERIFIER_nondet_int() == 7) goto out; // in: 3
  b = malloc(2);
  b[0] = a[0];
#ifndef BAD
  free(b);
#endif
out:
  free(a);
  return 0;
}
