extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0, *p = 0;
  for (int i = 0; i < 3; i++) {
    if (n == i && p) sum += *p;
    { int x = i; if (n) p = &x; }
  }
  return 0;
}
