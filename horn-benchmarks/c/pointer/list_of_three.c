extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int c) { if (!c) { ERROR: reach_error(); } }
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

#include <stdlib.h>
struct d { struct d *back, *on; int value; };
int main(void) {
  struct d *a = malloc(sizeof *a), *b = malloc(sizeof *b), *c = malloc(sizeof *c);
  a->back = NULL; a->on = b; b->back = a; b->on = c; c->back = b; c->on = NULL;
  a->value = 1; b->value = 2; c->value = __VERIFIER_nondet_int();
  b->back->on = b->on;
  b->on->back = b->back;
  free(b);
  __VERIFIER_assert(a->on == c && c->back == a && a->on->value == c->value);
  free(a);
  free(c);
  return 0;
}
