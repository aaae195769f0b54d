#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 30) return 0;
  int m[n][5];
  for (int i = 0; i < n; i++) for (int j = 0; j < 5; j++) m[i][j] = i * 5 + j;
  for (int i = 0; i < n; i++) for (int j = 0; j < 5; j++) assert(m[i][j] / 5 == i && m[i][j] % 5 == j);
  return 0;
}
