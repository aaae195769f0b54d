#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = malloc(4);
  int c = __VERIFIER_nondet_int();
  if (c > 0) free(p);
  if (c < 2) free(p);
  return 0;
}
