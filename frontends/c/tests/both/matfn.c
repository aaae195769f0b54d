#include <assert.h>
static int trace(int n, int m[3][3]) { int s = 0; for (int i = 0; i < n; i++) s += m[i][i]; return s; }
static void tr(int m[][3]) { for (int i = 0; i < 3; i++) for (int j = i + 1; j < 3; j++) { int t = m[i][j]; m[i][j] = m[j][i]; m[j][i] = t; } }
int main(void) { int m[3][3] = { {1,2,3},{4,5,6},{7,8,9} }; tr(m); assert(m[0][2] == 7);
#ifdef BAD
 assert(trace(4, m) == 15);
#else
 assert(trace(3, m) == 15);
#endif
 return 0; }
