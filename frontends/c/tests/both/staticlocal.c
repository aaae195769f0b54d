#include <assert.h>
static int next(void){ static int id = 10; return id++; }
static int *slot(void){ static int cell; return &cell; }
int main(void){ int i; for(i=0;i<5;i++) next(); int *p = slot(); *p = 3;
#ifdef BAD
  assert(next()==16);
#else
  assert(next()==15); assert(*slot()==3);
#endif
  return 0; }
