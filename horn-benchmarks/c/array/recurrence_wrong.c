#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100) return 0;
  int a[n], b[n];
  for (int i = 0; i < n; i++) a[i] = i == 0 ? 6 : a[i - 1] + (i == 3 ? 7 : 6);
  for (int i = 0; i < n; i++) b[i] = i == 0 ? 1 : b[i - 1] + a[i - 1];
  for (int i = 0; i < n; i++) assert(b[i] == 3 * i * i + 3 * i + 1);
  return 0;
}
