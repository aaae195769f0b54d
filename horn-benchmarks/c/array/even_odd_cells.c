extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int c) { if (!c) { ERROR: reach_error(); } }
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 300) return 0;
  int a[n];
  for (int i = 0; i < n; i++) { if (i % 2) a[i] = 1; else a[i] = 2; }
  for (int i = 0; i < n; i++) __VERIFIER_assert(a[i] == 2 - i % 2);
  return 0;
}
