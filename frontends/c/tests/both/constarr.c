#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static const unsigned char days[12]={31,28,31,30,31,30,31,31,30,31,30,31};
int main(void){ unsigned m=__VERIFIER_nondet_uint(); // in: 12
#ifdef BAD
 if(m<=12)
#else
 if(m<12)
#endif
 { int d=days[m]; assert(d>=28&&d<=31);} return 0; }
