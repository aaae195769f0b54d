#include <assert.h>
#include <stdlib.h>
struct cfg{int n;int *data;};
int main(void){ int store[4]={1,2,3,4}; struct cfg c; c.n=4; c.data=store; int s=0; for(int i=0;i<c.n;i++) s+=c.data[i];
#ifdef BAD
 assert(s==11);
#else
 assert(s==10);
#endif
 return 0; }
