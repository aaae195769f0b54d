#include <assert.h>
#include <stdlib.h>
struct acc{int bal;};
static struct acc *mk(int b){ struct acc*a=malloc(sizeof *a); a->bal=b; return a; }
int main(void){ struct acc*a=mk(5),*b=mk(6); a->bal+=b->bal;
#ifdef BAD
 assert(a->bal==12);
#else
 assert(a->bal==11&&b->bal==6);
#endif
 free(a); free(b); return 0; }
