#include <assert.h>
#include <stdlib.h>
int main(void) {
  int *p = malloc(2 * sizeof *p), *q;
  p[0] = 1;
  p[1] = 2;
  q = realloc(p, 4 * sizeof *q);
  if (!q) return 1;
  q[2] = q[3] = 3;
  assert(q[0] == 1 && q[1] == 2);
#ifdef BAD
  p[0] = 4;
#endif
  int *r = realloc(0, sizeof *r);
  if (!r) return 1;
  *r = q[0] + q[1] + q[2] + q[3];
  assert(*r == 9);
  free(r);
  free(q);
  return 0;
}
