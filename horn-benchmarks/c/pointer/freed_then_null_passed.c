#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int get(int *p) { return p ? *p : 0; }
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 4;
  if (__VERIFIER_nondet_int()) { free(p); p = NULL; }
  int r = get(p);
  free(p);
  return r - r;
}
