extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int c) { if (!c) { ERROR: reach_error(); } }
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), found = 0;
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++)
      if (i * j == n * n + 1) goto out;
  found = 1;
out:
  __VERIFIER_assert(found);
  return 0;
}
