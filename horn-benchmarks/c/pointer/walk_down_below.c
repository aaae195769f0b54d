extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[3] = { 1, 1, 1 }, n = __VERIFIER_nondet_int(), *p = &a[2];
  for (int i = 0; i < n && i < 4; i++) { *p = 0; p--; }
  return 0;
}
