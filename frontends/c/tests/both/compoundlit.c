#include <assert.h>
struct v{int x,y;}; static int dot(struct v a,struct v b){return a.x*b.x+a.y*b.y;}
int main(void){ int d=dot((struct v){1,2},(struct v){.y=3,.x=4}); int *p=(int[]){1,2,3};
#ifdef BAD
 assert(d==11);
#else
 assert(d==10&&p[2]==3);
#endif
 return 0; }
