extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[5] = { 0 }, *p = 0, n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4) p = a;
  else if (n < 4) return 0;
  return p[n];
}
