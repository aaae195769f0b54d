extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 0, *p = &x;
  switch (__VERIFIER_nondet_int()) {
    int y;
  case 1: y = 4; p = &y; break;
  case 2: p = &x; break;
  }
  return *p;
}
