extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int c) { if (!c) { ERROR: reach_error(); } }
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

struct cell { int value; struct cell *next; };
struct cell last = { 3, 0 }, middle = { 2, &last }, first = { 1, &middle };
int main(void) {
  int digits = 0;
  for (struct cell *p = &first; p; p = p->next) digits = digits * 10 + p->value;
  __VERIFIER_assert(digits == 123);
  return 0;
}
