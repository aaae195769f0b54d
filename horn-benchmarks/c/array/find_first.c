#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[20], n = __VERIFIER_nondet_int(), key = __VERIFIER_nondet_int(), at = 0;
  if (n < 0 || n > 20) return 0;
  for (int i = 0; i < 20; i++) a[i] = 2 * i;
  while (at < n && a[at] != key) at++;
  for (int i = 0; i < at; i++) assert(a[i] != key);
  assert(at == n || a[at] == key);
  return 0;
}
