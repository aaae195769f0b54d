extern int __VERIFIER_nondet_int(void);

int f(int *p, int c) {
  { int y = 1; if (c) p = &y; }
  return *p;
}
int main(void) { int x = 0; return f(&x, __VERIFIER_nondet_int()); }
