extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 3, *p = &x;
  if (__VERIFIER_nondet_int()) { int y = 1; p = &y; *p = 4; }
  return *p - 3;
}
