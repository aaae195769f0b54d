extern int __VERIFIER_nondet_int(void);

#include <alloca.h>
int main(void) {
  int n = __VERIFIER_nondet_int();
  int *p = alloca(5 * sizeof(int));
  if (n < 0 || n > 8) return 0;
  p[n] = 1;
  return 0;
}
