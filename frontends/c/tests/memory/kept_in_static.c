// BAD: unknown
#include <stdlib.h>
static int *cache;
static int get(void) {
  if (!cache) {
    cache = malloc(sizeof *cache);
    *cache = 5;
  }
  return *cache;
}
int main(void) {
  int *p = malloc(sizeof *p);
  *p = get() + get();
  int r = *p;
  free(p);
#ifdef BAD
  // Not decided, since a static variable might point to it: no proof, and no run that is a failure for certain.
  cache = 0;
#endif
  return r - 10;
}
