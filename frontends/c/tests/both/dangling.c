#include <assert.h>
int main(void){ int *p; int k=1; p=&k; { int x=5;
#ifdef BAD
 p=&x;
#else
 k=x;
#endif
 } assert(*p==5); return 0; }
