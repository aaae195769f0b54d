extern void abort(void);
void assume_abort_if_not(int c) { if (!c) abort(); }
void reach_error(void) { abort(); }
void __VERIFIER_assert(int c) { if (!c) { ERROR: reach_error(); } }
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int k = __VERIFIER_nondet_int(), x = 0;
  assume_abort_if_not(k > 0 && k < 100);
  for (int i = 0; i < 50; i++) x += k;
  __VERIFIER_assert(x == 50 * k);
  return 0;
}
