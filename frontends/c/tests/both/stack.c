#include <assert.h>
#include <stdlib.h>
#include <stddef.h>
struct stack { int *data; size_t len, cap; };
static int init(struct stack *s, size_t cap) { s->data = malloc(cap * sizeof *s->data); if (!s->data) return -1; s->len = 0; s->cap = cap; return 0; }
static int push(struct stack *s, int v) {
#ifndef BAD
 if (s->len == s->cap) return -1;
#endif
 s->data[s->len++] = v; return 0; }
static int pop(struct stack *s, int *out) { if (s->len == 0) return -1; *out = s->data[--s->len]; return 0; }
int main(void) { struct stack s; int v; if (init(&s, 3)) return 1; for (int i = 0; i < 4; i++) push(&s, i); assert(pop(&s, &v) == 0); assert(v == 2); free(s.data); return 0; }
