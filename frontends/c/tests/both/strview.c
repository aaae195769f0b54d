#include <assert.h>
#include <stddef.h>
typedef struct { const char *p; size_t n; } view;
static view mk(const char *s) { view v = { s, 0 }; while (s[v.n]) v.n++; return v; }
static view cut(view v, size_t k) { if (k > v.n) k = v.n; v.p += k; v.n -= k; return v; }
static int eq(view a, view b) { if (a.n != b.n) return 0; for (size_t i = 0; i < a.n; i++) if (a.p[i] != b.p[i]) return 0; return 1; }
int main(void) { view v = cut(mk("foobar"), 3);
#ifdef BAD
 assert(eq(v, mk("baz")));
#else
 assert(eq(v, mk("bar")) && cut(v, 9).n == 0);
#endif
 return 0; }
