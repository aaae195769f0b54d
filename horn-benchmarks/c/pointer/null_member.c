extern int __VERIFIER_nondet_int(void);

struct pair { int a, b; };
int main(void) {
  struct pair s = { 1, 2 }, *p = &s;
  if (__VERIFIER_nondet_int()) p = 0;
  return p->b - 2;
}
