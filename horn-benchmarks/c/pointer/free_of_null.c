#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = NULL;
  if (__VERIFIER_nondet_int()) p = malloc(4);
  free(p);
  return 0;
}
