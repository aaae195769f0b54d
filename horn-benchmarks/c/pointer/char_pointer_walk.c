#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char s[6] = "hello", *p = s;
  int stop = __VERIFIER_nondet_int();
  while (*p && p - s != stop) p++;
  assert(p >= s && p - s <= 5);
  return 0;
}
