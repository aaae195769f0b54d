#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int calls; static int bump(int r){ calls++; return r; }
int main(void){ int a = __VERIFIER_nondet_int(); // in: 0
  if (a && bump(1)) { assert(calls==1); } else {
#ifdef BAD
  assert(calls==1);
#else
  assert(calls==0);
#endif
  } 
  calls = 0; int r = bump(0) || bump(2) || bump(3); assert(r==1 && calls==2); int z = bump(1) ? 10 : bump(5); assert(z==10&&calls==3); return 0; }
