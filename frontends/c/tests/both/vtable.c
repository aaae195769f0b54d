#include <assert.h>
struct shape; struct ops { int (*area)(const struct shape *); void (*scale)(struct shape *, int); };
struct shape { const struct ops *ops; int w, h; };
static int rect_area(const struct shape *s) { return s->w * s->h; } static int tri_area(const struct shape *s) { return s->w * s->h / 2; }
static void scale(struct shape *s, int k) { s->w *= k; s->h *= k; }
static const struct ops rect = { rect_area, scale }, tri = { tri_area, scale };
int main(void) { struct shape a = { &rect, 2, 3 }, b = { &tri, 4, 5 }; a.ops->scale(&a, 2);
#ifdef BAD
 assert(a.ops->area(&a) == 20);
#else
 assert(a.ops->area(&a) == 24 && b.ops->area(&b) == 10);
#endif
 return 0; }
