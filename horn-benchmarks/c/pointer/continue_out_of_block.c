extern int __VERIFIER_nondet_int(void);

int main(void) {
  int z = 0, *p = &z, c = __VERIFIER_nondet_int(), s = 0;
  for (int i = 0; i < 2; i++) {
    s += *p;
    { int y = 3; if (c) { p = &y; continue; } }
  }
  return 0;
}
