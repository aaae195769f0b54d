#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static const int table[3] = { 3, 4, 5 };
static int get(const int *p, int i) { return p[i]; }
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 2) return 0;
  const int *p = table;
  p += i;
  assert(get(table, i) == 3 + i && *p == table[i]);
  return 0;
}
