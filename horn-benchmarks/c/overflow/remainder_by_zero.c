extern int __VERIFIER_nondet_int(void);

int main(void) {
  int b = __VERIFIER_nondet_int();
  int r = 100 % b;
  return r == 99;
}
