#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 3, *p = NULL;
  if (__VERIFIER_nondet_int()) p = &x;
  return *p - 3;
}
