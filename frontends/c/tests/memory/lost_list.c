// BAD: valid-memtrack
#include <stdlib.h>
struct node { int value; struct node *next; };
int main(void) {
  struct node *head = 0, *last = 0;
  for (int i = 0; i < 3; i++) {
    struct node *one = malloc(sizeof *one);
    one->value = i;
    one->next = 0;
    if (last) last->next = one; else head = one;
    last = one;
  }
  while (head) {
    struct node *one = head;
    head = head->next;
#ifdef BAD
    if (one->value != 1)
#endif
      free(one);
  }
  return 0;
}
