/* in: 1 */
#include <stddef.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, "", 1, ""))
#define container_of(ptr, type, member)                        \
    ({                                                         \
        const __typeof__(((type *)0)->member) *m_ = (ptr);     \
        (type *)((char *)m_ - offsetof(type, member));         \
    })
#define list_entry(ptr, type, member) ((type *)((char *)(ptr) - (unsigned long)(&((type *)0)->member)))
struct list_head { struct list_head *next, *prev; };
struct item { int value; struct list_head link; };
struct outer { char c; struct item item; int last; };
static struct list_head all = { &all, &all };
static void add(struct list_head *new, struct list_head *head) {
    head->next->prev = new;
    new->next = head->next;
    new->prev = head;
    head->next = new;
}
static void del(struct list_head *entry) {
    entry->next->prev = entry->prev;
    entry->prev->next = entry->next;
}
static struct outer *around(struct item *item) { return container_of(item, struct outer, item); }
int main(void) {
    struct list_head *p;
    struct item *kept = 0;
    int i, sum = 0;
    for (i = 1; i <= 3; i++) {
        struct item *item = malloc(sizeof *item);
        item->value = i;
        add(&item->link, &all);
        if (i == 2) kept = item;
    }
    del(&kept->link);
    for (p = all.next; p != &all; p = p->next) sum = 10 * sum + list_entry(p, struct item, link)->value;
    assert(sum == 31);
    struct outer o = { 'a', { 5, { 0, 0 } }, 6 }, *many = malloc(2 * sizeof *many);
    many[1].last = 7;
    struct list_head *q = __VERIFIER_nondet_int() ? &many[1].item.link : &o.item.link;
    around(list_entry(q, struct item, link))->last++;
    assert(o.last == 6);
#ifdef BAD
    assert(many[1].last == 7);
#else
    assert(many[1].last == 8 && container_of(q, struct outer, item.link) == &many[1]);
#endif
    return 0;
}
