#include <assert.h>
static int sum(const int *r, int n) { int s = 0; while (n-- > 0) s += *r++; return s; }
int main(void) { int m[2][3] = { {1,2,3},{4,5,6} };
#ifdef BAD
 assert(sum(m[1], 3) == 14);
#else
 assert(sum(m[1], 3) == 15);
#endif
 return 0; }
