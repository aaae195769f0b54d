// BAD: valid-deref
#include <stdlib.h>
struct node { int v; struct node *next; };
int main(void) {
  struct node *list = 0;
  int *kept = 0;
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof *n);
    n->v = i;
    n->next = list;
    list = n;
    if (i == 1) kept = &n->v;
  }
  while (list) {
    struct node *next = list->next;
#ifndef BAD
    if (&list->v == kept) kept = 0;
#endif
    free(list);
    list = next;
    if (kept) *kept = 3;
  }
  return 0;
}
