// BAD: valid-memtrack
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(sizeof *p);
  *p = __VERIFIER_nondet_int(); // in: 1
  // Where the program is ended `p` still points to it.
  if (*p == 7) exit(1);
#ifndef BAD
  free(p);
#endif
  return 0;
}
