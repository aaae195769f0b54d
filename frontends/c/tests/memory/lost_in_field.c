// BAD: valid-memtrack
#include <stdlib.h>
struct holder { int *p; };
int main(void) {
  struct holder *h = malloc(sizeof *h);
  h->p = malloc(sizeof(int));
  *h->p = 1;
#ifndef BAD
  free(h->p);
#endif
  free(h);
  return 0;
}
