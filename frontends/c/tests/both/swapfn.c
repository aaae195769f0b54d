#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static void swap(int *a,int *b){int t=*a;*a=*b;*b=t;}
int main(void){ int x=__VERIFIER_nondet_int(),y=__VERIFIER_nondet_int(); int a=x,b=y; swap(&x,&y); // in: 1 2
#ifdef BAD
 assert(x==a);
#else
 assert(x==b&&y==a); int v[3]={1,2,3}; swap(&v[0],&v[2]); assert(v[0]==3&&v[2]==1);
#endif
 return 0; }
