#include <assert.h>
#include <ctype.h>
static int number(const char **s) { int n = 0; while (isdigit((unsigned char)**s)) { n = n * 10 + (**s - '0'); (*s)++; } return n; }
static int expr(const char *s) { int v = number(&s); while (*s == '+' || *s == '-') { char op = *s++; int r = number(&s); v = op == '+' ? v + r : v - r; } return v; }
int main(void) { 
#ifdef BAD
 assert(expr("12+30-2") == 41);
#else
 assert(expr("12+30-2") == 40);
#endif
 return 0; }
