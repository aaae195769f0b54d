#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = malloc(8), c = __VERIFIER_nondet_int();
  p[0] = 0;
  p[1] = 0;
  if (c) p++;
  free(p);
  return 0;
}
