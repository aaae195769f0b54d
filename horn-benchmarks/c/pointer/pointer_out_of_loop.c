#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[5] = { 1, 2, 3, 4, 5 }, *found = 0, key = __VERIFIER_nondet_int();
  for (int i = 0; i < 5; i++) { int *p = a + i; if (*p == key) found = p; }
  return *found - key;
}
