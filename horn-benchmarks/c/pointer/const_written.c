extern int __VERIFIER_nondet_int(void);

static const int limit = 5;
int main(void) {
  int x = 1, *p = (int *) &limit;
  if (__VERIFIER_nondet_int()) *p = 6;
  return x - 1;
}
