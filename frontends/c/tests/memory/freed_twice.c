// BAD: valid-free
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p), *q = p;
  free(q);
#ifndef BAD
  p = 0;
#endif
  free(p);
  return 0;
}
