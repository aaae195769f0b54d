#include <assert.h>
static void setp(int **pp,int *q){*pp=q;}
int main(void){ int a=1,b=2; int *p=&a; setp(&p,&b); *p=7;
#ifdef BAD
 assert(a==7);
#else
 assert(b==7&&a==1);
#endif
 int *arr[2]={&a,&b}; *arr[0]=4; assert(a==4); return 0; }
