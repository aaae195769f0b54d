extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int c) { if (!c) { ERROR: reach_error(); } }
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0, s = 0;
  if (n < 0 || n > 1000) return 0;
again:
  if (i < n) { s += 2; i++; goto again; }
  __VERIFIER_assert(s == 2 * n);
  return 0;
}
