extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int c) { if (!c) { ERROR: reach_error(); } }
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

static int within(int low, int x, int high) { return x < low ? low : x > high ? high : x; }
int main(void) {
  int a[3], total = 3;
  for (int i = 0; i < 3; i++) a[i] = within(0, __VERIFIER_nondet_int(), 150);
  for (int i = 0; i < 3; i++) total += a[i];
  __VERIFIER_assert(total <= 452);
  return 0;
}
