extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int c) { if (!c) { ERROR: reach_error(); } }
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  if (m < 1 || n < 1 || m > 1000 || n > 1000) return 0;
  int a[m][n];
  for (int i = 0; i < m; i++) a[i][n - 1] = -1;
  for (int i = 0; i < m; i++) for (int j = 0; j < n - (i == 2); j++) a[i][j] = i + j;
  for (int i = 0; i < m; i++) for (int j = 0; j < n; j++) __VERIFIER_assert(a[i][j] == i + j);
  return 0;
}
