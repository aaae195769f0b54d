extern int __VERIFIER_nondet_int(void);

int main(void) {
  int m[2][3], i = __VERIFIER_nondet_int();
  if (i < 0 || i > 3) return 0;
  int (*p)[3] = &m[i];
  return p - m != i;
}
