#include <assert.h>
struct dev{int id; int (*read)(struct dev*,int);};
static int rd(struct dev*d,int x){return d->id+x;}
int main(void){ struct dev d={3,rd};
#ifdef BAD
 assert(d.read(&d,4)==8);
#else
 assert(d.read(&d,4)==7);
#endif
 return 0; }
