extern int __VERIFIER_nondet_int(void);

int get(int *p) { return *p; }
int main(void) {
  int x = 0, *p = &x;
  { int y = 1; if (__VERIFIER_nondet_int()) p = &y; }
  return get(p);
}
