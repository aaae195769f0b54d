extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int c) { if (!c) { ERROR: reach_error(); } }
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 500) return 0;
  int from[n], to[n];
  for (int i = 0; i < n; i++) { from[i] = __VERIFIER_nondet_int(); to[i] = 0; }
  for (int i = 1; i < n - 1; i++) to[i] = from[i];
  for (int i = 0; i < n; i++) __VERIFIER_assert(from[i] == to[i]);
  return 0;
}
