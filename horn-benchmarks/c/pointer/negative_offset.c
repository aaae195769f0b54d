extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[4] = { 1, 2, 3, 4 }, *p = a + 2, n = __VERIFIER_nondet_int();
  if (n < 0 || n > 3) return 0;
  int x = p[-n];
  return x != x;
}
