// BAD: valid-free
#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  p[0] = p[1] = 0;
#ifdef BAD
  p++;
#endif
  free(p);
  return 0;
}
