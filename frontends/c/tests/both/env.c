#include <assert.h>
#include <stdlib.h>
#include <string.h>
static char *dup(const char *s) { size_t n = strlen(s) + 1; char *p = malloc(n
#ifdef BAD
 - 1
#endif
 ); if (p) memcpy(p, s, n); return p; }
int main(void) { char *p = dup("hello"); if (!p) return 0; assert(p[0] == 'h' && strlen(p) == 5); free(p); return 0; }
