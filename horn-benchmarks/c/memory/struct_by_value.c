#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct pair { int first, second; };
static struct pair turned(struct pair p) { struct pair q = { .second = p.first, .first = p.second }; p.first = 0; return q; }
int main(void) {
  struct pair p = { __VERIFIER_nondet_int(), __VERIFIER_nondet_int() }, q = turned(p), r = turned(q);
  assert(r.first == p.first && r.second == p.second);
  return 0;
}
