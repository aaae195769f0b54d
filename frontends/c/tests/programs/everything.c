// One of each construct that other parsers read, too.
typedef unsigned long size_type;
typedef int (*handler)(int, char *);
typedef struct list { struct list *next; int value : 5; union { int i; float f; } u; } list;
enum color { RED, GREEN = 5, BLUE };
extern int printf(const char *restrict format, ...);
static const int table[3][2] = { { 1, 2 }, [1] = { [0] = 3, 4 }, { 5 } };
static handler handlers[2], *more;
int (*pick(int which))(int, char *);
_Static_assert(sizeof(int) == 4, "int");
struct list head = { .next = 0, .u.f = 1.5f, .value = -1 };
volatile unsigned char flags = 'a' | '\n' | 0x0F | 017 | 10UL;
_Thread_local int per_thread;
static inline int add(register int a, const int b) { return a + b; }
void unprototyped();
int variable(int n, int a[static 2], int b[n][*], int (*c)[n]);
int main(int argc, char **argv)
{
  int x = 1, *p = &x, y[argc], **pp = &p;
  size_type size_type = sizeof(x) + sizeof x + _Alignof(int);
  list *l = (list *) &head, m = (list) { .u = { 1 } };
  for (int i = 0, j = 10; i < j; i++, --j) {
    if (i == 3) continue; else if (i == 5) break; else { ; }
    while (x-- > 0) do { x += 2; } while (x < 5 && !y[0] || ~x);
  }
  switch (argc) {
  case 1: case 2: x = 3; break;
  case 4 ... 6: goto end;
  default: x <<= 2; x >>= 1; x ^= x | x & 3; x %= 7; x /= 2; x *= 3; x -= 1; x &= 1; x |= 2;
  }
  l->u.i = m.value ? (x, y[0]) : argv[0][1];
  x = _Generic(x, int: 1, default: 2) + ({ int t = 3; t * 2; });
  printf("%d" " %s\n", (unsigned char) x, __func__);
  (*pp)[0] = -x + +x - (x != 2) * (x == 1) / (x <= 3) % (x >= 2);
  { int T(int (size_type)); }
  __extension__ struct { int a; } anonymous = { __builtin_offsetof(list, u.i) };
end:
  return handlers[0] ? (**handlers)(1, "x") : pick(1)(add(1, 2), argv[1]) + anonymous.a;
}
