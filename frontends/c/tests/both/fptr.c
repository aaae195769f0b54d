#include <assert.h>
extern int __VERIFIER_nondet_int(void);
typedef int (*op_t)(int,int);
static int add(int a,int b){return a+b;} static int sub(int a,int b){return a-b;}
static int apply(op_t f,int a,int b){ return f(a,b);} 
static const op_t table[2]={add,sub};
int main(void){ int c=__VERIFIER_nondet_int(); // in: 1
 op_t f = c ? add : sub; int r=f(5,3);
#ifdef BAD
 assert(r==2);
#else
 assert(r==8||r==2); assert(apply(sub,7,4)==3); assert(table[c!=0](1,1)==2*(c==0));
#endif
 return 0; }
