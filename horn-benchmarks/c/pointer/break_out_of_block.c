extern int __VERIFIER_nondet_int(void);

int main(void) {
  int z = 0, *p = &z, c = __VERIFIER_nondet_int();
  while (1) {
    int y = 3;
    p = &y;
    if (c) break;
    p = &z;
    break;
  }
  return *p;
}
