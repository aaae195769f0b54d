extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int c) { if (!c) { ERROR: reach_error(); } }
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
  if (!(x >= 0 & x <= 2 & y >= 0 & y <= 2 & z >= 0 & z <= 2)) return 0;
  if (!(x != y & x != z & y != z)) return 0;
  __VERIFIER_assert((x + y + z == 3) & !((x == y) | (y == z)));
  return 0;
}
