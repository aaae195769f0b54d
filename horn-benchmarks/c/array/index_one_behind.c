extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[10], n = __VERIFIER_nondet_int();
  if (n < 0 || n > 10) return 0;
  for (int i = 0; i <= n; i++)
    a[i] = i;
  return a[0];
}
