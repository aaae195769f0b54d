/* in: 1 3 2 */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, "", 1, ""))
struct node { int v; struct node *next; };
static void insert(struct node **at, int v) {
    struct node *new = malloc(sizeof *new);
    new->v = v;
    while (*at && (*at)->v < v) at = &(*at)->next;
    new->next = *at;
    *at = new;
}
static void erase(struct node **at, int v) {
    while (*at && (*at)->v != v) at = &(*at)->next;
    if (*at) {
        struct node *old = *at;
        *at = old->next;
        free(old);
    }
}
static void increase(int *x) { ++*x; }
int main(void) {
    struct { int x, y; } a[4] = { { 0 } };
    int k = __VERIFIER_nondet_int() & 3, *p = &a[k].y, *q = &a[1].y, *r = &a[k].x;
    *p = 5;
    *q += 2;
    assert((p == q) == (k == 1) && p != r && *r == 0);
    assert(a[k].y == (k == 1 ? 7 : 5));
    k = 0;
    increase(&*p);
    struct node *list = 0, one = { 1, 0 }, *n;
    insert(&list, __VERIFIER_nondet_int());
    insert(&list, __VERIFIER_nondet_int());
    insert(&list, 7);
    n = list->v == 2 ? list : &one;
    int *v = &n->v;
    struct node **link = &n->next;
    *v += 10;
    *link = &one;
    assert(list->v == 12 && list->next == &one);
    *link = 0;
    insert(&list, 1);
    erase(&list, 12);
#ifdef BAD
    v = &list->next->v;
#else
    v = &list->v;
#endif
    assert(*v == 1 && a[1].y == 8);
    return 0;
}
