#include <assert.h>
#define max(a,b) ({ __typeof__(a) _a=(a); __typeof__(b) _b=(b); _a>_b?_a:_b; })
int main(void){ int x=3,y=4; int m=max(x++,y);
#ifdef BAD
 assert(m==3);
#else
 assert(m==4&&x==4);
#endif
 return 0; }
