extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 1, *p = &x;
  if (__VERIFIER_nondet_int()) p = 0;
  return *p - 1;
}
