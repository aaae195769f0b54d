#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

#include <alloca.h>
int main(void) {
  int *p = alloca(8);
  p[1] = 2;
  if (__VERIFIER_nondet_int()) free(p);
  return 0;
}
