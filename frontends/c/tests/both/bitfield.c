#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct flags { unsigned ready:1; unsigned mode:3; int level:5; };
int main(void){ struct flags f = {0}; int v = __VERIFIER_nondet_int(); // in: 5
  f.mode = v & 7; f.ready = 1; f.level = 15;
#ifdef BAD
  f.level++; /* wraps to -16 */
#endif
  assert(f.level > 0); assert(f.mode <= 7); assert(f.ready == 1); return 0; }
