extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[4], *p = a, n = __VERIFIER_nondet_int();
  while (p != a + 4) *p++ = 1;
  if (n) *p = 2;
  return 0;
}
