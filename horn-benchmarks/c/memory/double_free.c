#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char *p = malloc(10);
  if (__VERIFIER_nondet_int())
    free(p);
  else
    return free(p), 0;
  free(p);
  return 0;
}
