#include <assert.h>
extern int __VERIFIER_nondet_int(void);
typedef enum {IDLE,RUN,STOP,NSTATES} state; struct machine { state st; unsigned ticks; };
static void step(struct machine *m,int ev){ switch(m->st){ case IDLE: if(ev) m->st=RUN; break; case RUN: m->ticks++; if(ev<0||m->ticks>=3) m->st=STOP; break; case STOP: m->ticks=0; m->st=IDLE; break; default: assert(0);} }
int main(void){ struct machine m={IDLE,0}; for(int i=0;i<20;i++){ step(&m,__VERIFIER_nondet_int()); // in: 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
  assert(m.st<NSTATES);
#ifdef BAD
  assert(m.ticks<3);
#else
  assert(m.ticks<=3);
#endif
 } return 0; }
