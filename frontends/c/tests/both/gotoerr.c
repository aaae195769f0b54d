#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int init(int v){ int *a=0,*b=0; int rc=-1; a=malloc(sizeof(int)); if(!a) goto out; *a=v; b=malloc(2*sizeof *b); if(!b) goto out_a; b[0]=v; b[1]=*a; rc = b[0]==b[1]?0:1;
  free(b); out_a: free(a);
#ifdef BAD
  rc = *a;
#endif
 out: return rc; }
int main(void){ int v=__VERIFIER_nondet_int(); // in: 7
  assert(init(v)==0); return 0; }
