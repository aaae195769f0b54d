// BAD: valid-free
#include <stdlib.h>
int main(void) {
  int x = 3;
  int *p = &x;
#ifndef BAD
  p = 0;
#endif
  free(p);
  return x - 3;
}
