#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), s = __VERIFIER_nondet_int();
  if (n < 1 || n > 100 || s < -100 || s > 100) return 0;
  int b[n];
  for (int i = 0; i < n; i++) b[i] = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) b[j] += s;
  for (int i = 0; i < n; i++) assert(b[i] == (n - i) * s);
  return 0;
}
