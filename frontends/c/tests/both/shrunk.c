#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  p[0] = p[1] = p[2] = p[3] = 1;
  p = realloc(p, 2);
  if (!p) return 1;
#ifdef BAD
  p[2] = 3;
#else
  p[1] = 3;
#endif
  int s = p[0] + p[1];
  free(p);
  return s - 4;
}
