#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = malloc(sizeof *p);
  *p = 5;
  if (__VERIFIER_nondet_int()) free(p); else return free(p), 0;
  return *p - 5;
}
