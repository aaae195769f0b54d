#include <assert.h>
#include <stdlib.h>
struct buf { char *p; unsigned n; };
static void fini(struct buf *b) { free(b->p);
#ifndef BAD
 b->p = NULL;
#endif
 b->n = 0; }
int main(void) { struct buf b; b.p = malloc(10); b.n = 10; b.p[9] = 'x'; fini(&b); fini(&b); assert(b.n == 0); return 0; }
