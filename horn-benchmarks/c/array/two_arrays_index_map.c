#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 200) return 0;
  int a[n], b[2 * n];
  for (int i = 0; i < 2 * n; i++) b[i] = i;
  for (int i = 0; i < n; i++) a[i] = b[2 * i + 1];
  for (int i = 0; i < n; i++) assert(a[i] == 2 * i + 1);
  return 0;
}
