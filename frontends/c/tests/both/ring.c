#include <assert.h>
extern int __VERIFIER_nondet_int(void); extern _Bool __VERIFIER_nondet_bool(void);
#define N 8
struct ring { int buf[N]; unsigned head, tail, count; };
static int put(struct ring *r,int v){ if(r->count==N) return 0; r->buf[r->head]=v; r->head=(r->head+1)%N; r->count++; return 1; }
static int get(struct ring *r,int *v){
#ifndef BAD
 if(r->count==0) return 0;
#endif
 *v=r->buf[r->tail]; r->tail=(r->tail+1)%N; r->count--; return 1; }
int main(void){ static struct ring r; int i; for(i=0;i<100;i++){ int v=0; if(__VERIFIER_nondet_bool()) put(&r,i); else get(&r,&v); assert(r.count<=N); assert(r.head<N&&r.tail<N);} return 0; } // in: 0 1
