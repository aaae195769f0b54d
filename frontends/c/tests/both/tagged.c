#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct val{enum{INT,DBL}kind;union{int i;double d;}u;};
int main(void){ struct val v; if(__VERIFIER_nondet_int()){v.kind=INT;v.u.i=3;}else{v.kind=DBL;v.u.d=2.5;} // in: 1
#ifdef BAD
 if(v.kind==INT) assert(v.u.i==4);
#else
 if(v.kind==INT) assert(v.u.i==3); else assert(v.u.d==2.5);
#endif
 return 0; }
