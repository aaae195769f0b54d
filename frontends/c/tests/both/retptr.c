#include <assert.h>
static int *maxp(int *a,int *b){ return *a>*b?a:b; }
int main(void){ int x=3,y=9; *maxp(&x,&y)=0;
#ifdef BAD
 assert(y==9);
#else
 assert(y==0&&x==3);
#endif
 return 0; }
