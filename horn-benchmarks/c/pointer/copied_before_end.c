extern int __VERIFIER_nondet_int(void);

int main(void) {
  int z = 0, *p = &z, *q;
  { int y = 1; if (__VERIFIER_nondet_int()) { int *r = &y; p = r; } }
  q = p;
  return *q;
}
