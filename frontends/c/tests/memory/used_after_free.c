// BAD: valid-deref
#include <stdlib.h>
struct node { int value; struct node *next; };
int main(void) {
  struct node *head = 0;
  for (int i = 0; i < 2; i++) {
    struct node *one = malloc(sizeof *one);
    one->value = i;
    one->next = head;
    head = one;
  }
  while (head) {
#ifdef BAD
    free(head);
    head = head->next;
#else
    struct node *next = head->next;
    free(head);
    head = next;
#endif
  }
  return 0;
}
