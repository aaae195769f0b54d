#include <assert.h>
extern int __VERIFIER_nondet_int(void);
// Characters and numbers seen as their unsigned relatives, and back.
static int order(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return *(const unsigned char *)a - *(const unsigned char *)b;
}
int main(void) {
  char high[] = { (char)200, 0 };
  assert(order(high, "a") > 0 && order("a", high) < 0 && order("ab", "ab") == 0);
  int x = __VERIFIER_nondet_int(); // in: -2
  unsigned *u = (unsigned *)&x;
  assert(*u == (unsigned)x);
  *u += 1;
  *(signed char *)high = -1;
  (*(unsigned char *)high)++;
#ifdef BAD
  assert(high[0] != 0 || x != -1);
#else
  assert(high[0] == 0);
#endif
  return 0;
}
