extern int __VERIFIER_nondet_int(void);

int f(int *p, int c) {
  { int y = 1; if (c) p = &y; }
  return *p;
}
int main(void) { return f(0, __VERIFIER_nondet_int()); }
