extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 100 || n == 0) return 0;
  int a[n];
  a[0] = 1;
  return a[0] - 1;
}
