#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node { int value; struct node *next; };
int main(void) {
  struct node *head = NULL;
  int n = __VERIFIER_nondet_int(), count = 0;
  if (n < 0 || n > 20) return 0;
  for (int i = 0; i < n; i++) {
    struct node *new = malloc(sizeof *new);
    new->value = i;
    new->next = head;
    head = new;
  }
  while (head) {
    struct node *next = head->next;
    assert(head->value == n - 1 - count);
    free(head);
    head = next;
    count++;
  }
  assert(count == n);
  return 0;
}
