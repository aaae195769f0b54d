// BAD: valid-memtrack
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
#ifndef BAD
  free(p);
#endif
  return 0;
}
