extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = 0, c = __VERIFIER_nondet_int(), *p = 0;
again:
  if (n == 1 && c) return *p;
  {
    int y;
    y = 5;
    p = &y;
  }
  if (n++ < 1) goto again;
  return 0;
}
