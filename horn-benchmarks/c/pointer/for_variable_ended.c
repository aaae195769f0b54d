extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 1, *p = &x;
  if (__VERIFIER_nondet_int())
    for (int i = 0; i < 3; i++) p = &i;
  return *p - 1;
}
