extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = 0, x = 1;
  p = &x;
  { int y = 5; if (__VERIFIER_nondet_int()) { p = &y; goto out; } }
out:
  return *p - 1;
}
