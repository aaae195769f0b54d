#include <assert.h>
#include <string.h>
struct s { int a[3], n; };
static int global[3] = { 1, 2, 3 };
static struct { int *p; } holder = { &global[1] };
int main(void) {
  int a[3], i = 1, j;
  a[0] = a[1] = a[i + 1] = j = 4;
  struct s s, *p = &s;
  p->a[0] = p->a[1] = p->n = 2;
  *holder.p = 7;
  int k = a[2] - 4 ?: 9;
  char text[] = "one two";
  assert(a[0] + a[1] + a[2] + j == 16 && s.a[1] == 2 && s.n == 2);
  assert(strstr(text, "two") == text + 4 && !strstr(text, "three") && memcmp(text, "one", 3) == 0);
  assert(strspn(text, "eno") == 3 && strcspn(text, " ") == 3 && *strpbrk(text, "wt") == 't');
#ifdef BAD
  assert(global[1] == 2 || k == 0);
#else
  assert(global[1] == 7 && k == 9);
#endif
  return 0;
}
