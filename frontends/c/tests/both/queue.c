#include <assert.h>
#include <stdlib.h>
typedef struct item { int key; struct item *next; } item;
typedef struct { item *head, *tail; int n; } queue;
static void put(queue *q, int k) { item *i = malloc(sizeof(item)); i->key = k; i->next = NULL; if (q->tail) q->tail->next = i; else q->head = i; q->tail = i; q->n++; }
static int get(queue *q) { item *i = q->head; int k = i->key; q->head = i->next;
#ifndef BAD
 if (!q->head) q->tail = NULL;
#endif
 free(i); q->n--; return k; }
int main(void) { queue q = {0}; put(&q, 1); assert(get(&q) == 1); put(&q, 2); assert(get(&q) == 2); assert(q.n == 0); return 0; }
