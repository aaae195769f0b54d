extern int __VERIFIER_nondet_int(void);

int main(void) {
  int m[3][4], i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
  if (i < 0 || i > 2 || j < 0 || j > 4) return 0;
  m[i][j] = 1;
  return 0;
}
