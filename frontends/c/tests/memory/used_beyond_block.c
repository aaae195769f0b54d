// BAD: valid-deref
#include <stdlib.h>
int main(void) {
  int *p;
  {
    int x = 3;
    p = &x;
    *p = 4;
  }
#ifdef BAD
  *p = 5;
#endif
  return 0;
}
