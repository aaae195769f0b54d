extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[4], n = __VERIFIER_nondet_int();
  if (n < 0 || n > 5) return 0;
  int *p = &a[n];
  return p - a != n;
}
