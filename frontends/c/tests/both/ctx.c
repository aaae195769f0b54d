#include <assert.h>
struct ctx { int total; };
static void each(const int *a, int n, void (*f)(void *, int), void *arg) { for (int i = 0; i < n; i++) f(arg, a[i]); }
static void acc(void *arg, int v) { struct ctx *c = arg; c->total += v; }
int main(void) { int a[3] = {1,2,3}; struct ctx c = {0}; each(a, 3, acc, &c);
#ifdef BAD
 assert(c.total == 5);
#else
 assert(c.total == 6);
#endif
 return 0; }
