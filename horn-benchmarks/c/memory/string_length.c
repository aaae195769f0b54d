#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int length(const char *s) { int n = 0; while (*s++) n++; return n; }
int main(void) {
  char text[11] = "0123456789";
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 10) return 0;
  text[n] = '\0';
  assert(length(text) == n);
  return 0;
}
