#include <assert.h>
#include <stdlib.h>
struct node{int v;struct node*next;};
int main(void){ struct node *head=NULL; for(int i=0;i<3;i++){ struct node*n=malloc(sizeof *n); n->v=i; n->next=head; head=n; }
 int s=0; for(struct node*p=head;p;p=p->next) s+=p->v;
#ifdef BAD
 assert(s==4);
#else
 assert(s==3); assert(head->v==2);
#endif
 return 0; }
