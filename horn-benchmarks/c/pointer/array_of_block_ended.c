extern int __VERIFIER_nondet_int(void);

int main(void) {
  int b[3] = { 0, 0, 0 }, *p = b;
  { int a[3] = { 1, 2, 3 }; if (__VERIFIER_nondet_int()) p = a + 1; }
  return p[1];
}
