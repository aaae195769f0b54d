// BAD: valid-free
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
// Nobody asks whether it is called, and it comes back.
void reach_error(void) {}
int main(void) {
  int *p = malloc(sizeof *p);
  *p = __VERIFIER_nondet_int(); // in: 3
  if (*p == 3) {
    reach_error();
#ifdef BAD
    free(p);
#endif
  }
  free(p);
  return 0;
}
