// BAD: valid-memtrack
#include <stdlib.h>
static void use(int value) {
  int *p = malloc(sizeof *p);
  *p = value;
#ifdef BAD
  if (value != 2)
#endif
    free(p);
}
int main(void) {
  use(1);
  use(2);
  return 0;
}
