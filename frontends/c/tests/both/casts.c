/* in: 1 */
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, "", 1, ""))
struct base { int kind, uses; };
struct square { struct base base; int side; };
struct named { struct square square; int name; };
struct scaled { struct base base; double by; };
struct shape { int (*area)(struct shape *); };
struct box { struct shape shape; int w, h; };
struct tile { int unused; struct shape shape; int a; };
static int size(struct base *b) {
    switch (b->kind) {
    case 1: return ((struct square *)b)->side;
    case 2: return ((struct named *)b)->name + ((struct square *)b)->side;
    default: return (int)((struct scaled *)b)->by;
    }
}
static int of_box(struct shape *s) { return ((struct box *)s)->w * ((struct box *)s)->h; }
static int of_tile(struct shape *s) {
    return ((struct tile *)((char *)s - __builtin_offsetof(struct tile, shape)))->a;
}
int main(void) {
    struct square q = { { 1, 0 }, 5 };
    struct named n = { { { 2, 0 }, 6 }, 7 };
    struct scaled s = { { 3, 0 }, 8.5 };
    struct base *all[3] = { &q.base, (struct base *)&n, (struct base *)&s };
    int i = __VERIFIER_nondet_int();
    struct base *b = all[i];
    b->uses++;
#ifdef BAD
    assert(size(b) != 13);
#else
    assert(size(b) == (i == 0 ? 5 : i == 1 ? 13 : 8));
#endif
    assert(q.base.uses + n.square.base.uses + s.base.uses == 1);
    assert((struct named *)&n.square.base == &n && !(struct base *)(struct named *)0);
    struct box box = { { of_box }, 3, 4 };
    struct tile tile = { 0, { of_tile }, 9 };
    struct shape *shape = i ? &tile.shape : &box.shape;
    assert(shape->area(shape) == (i ? 9 : 12));
    return 0;
}
