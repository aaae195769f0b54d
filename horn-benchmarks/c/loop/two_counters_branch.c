extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int c) { if (!c) { ERROR: reach_error(); } }
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0, y = 0;
  if (n < 0 || n > 1000) return 0;
  while (x < n) { x++; if (__VERIFIER_nondet_int()) y += 1; else y += 2; }
  __VERIFIER_assert(y == 2 * x);
  return 0;
}
