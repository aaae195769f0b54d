// BAD: valid-deref
#include <stdlib.h>
int main(void) {
  int **table = calloc(3, sizeof(int *));
  int x = 0;
#ifndef BAD
  table[1] = &x;
#endif
  *table[1] = 2;
  free(table);
  return 0;
}
