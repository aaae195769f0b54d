extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int c) { if (!c) { ERROR: reach_error(); } }
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  int q[5], attacked = 0;
  for (int i = 0; i < 5; i++) {
    q[i] = __VERIFIER_nondet_int();
    if (q[i] < 0 || q[i] > 4) return 0;
  }
  for (int i = 0; i < 5; i++)
    for (int j = i + 1; j < 5; j++)
      if (q[i] == q[j] || q[i] - q[j] == j - i || q[j] - q[i] == j - i) attacked = 1;
  __VERIFIER_assert(attacked);
  return 0;
}
