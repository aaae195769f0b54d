#include <assert.h>
static int my_strlen(const char *s){ int n=0; while(s[n]) n++; return n; }
int main(void){ char buf[8]="abc"; const char *lit="hello";
#ifdef BAD
 assert(my_strlen(lit)==4);
#else
 assert(my_strlen(buf)==3); assert(my_strlen(lit)==5); assert(lit[1]=='e'); assert("xyz"[2]=='z');
#endif
 return 0; }
