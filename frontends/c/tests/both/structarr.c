#include <assert.h>
struct item{int id;int qty;};
static int total(const struct item *it,int n){int s=0;for(int i=0;i<n;i++) s+=it[i].qty;return s;}
int main(void){ struct item it[3]={{1,10},{2,20},{3,30}}; it[1].qty=5;
#ifdef BAD
 assert(total(it,3)==60);
#else
 assert(total(it,3)==45);
#endif
 struct item *p=&it[2]; p->qty=0; assert(it[2].qty==0); p--; assert(p->id==2); return 0; }
