#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define N 10
int main(void) {
  int a[N], n = __VERIFIER_nondet_int();
  if (n < 0 || n > N) return 0;
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    int least = i;
    for (int j = i + 1; j < n; j++) if (a[j] < a[least]) least = j;
    int t = a[i]; a[i] = a[least]; a[least] = t;
  }
  for (int i = 0; i + 1 < n; i++) assert(a[i] <= a[i + 1]);
  return 0;
}
