#include <assert.h>
#include <stdlib.h>
struct n { int v; struct n *next; };
static struct n *cons(int v, struct n *t) { struct n *x = malloc(sizeof(struct n)); if (!x) abort(); x->v = v; x->next = t; return x; }
static struct n *rev(struct n *l) { struct n *r = NULL; while (l) { struct n *t = l->next; l->next = r; r = l; l = t; } return r; }
int main(void) { struct n *l = NULL; for (int i = 0; i < 4; i++) l = cons(i, l); l = rev(l); int k = 0; for (struct n *p = l; p; p = p->next) {
#ifdef BAD
 assert(p->v == 3 - k);
#else
 assert(p->v == k);
#endif
 k++; } assert(k == 4); while (l) { struct n *t = l->next; free(l); l = t; } return 0; }
