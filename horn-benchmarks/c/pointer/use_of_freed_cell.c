#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = malloc(12), *q = p + 1;
  p[1] = 3;
  if (__VERIFIER_nondet_int()) free(p);
  q[0] = 1;
  return 0;
}
