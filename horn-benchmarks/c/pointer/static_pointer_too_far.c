extern int __VERIFIER_nondet_int(void);

static int a[4];
static int *next = a;
static void put(int v) { *next++ = v; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n && i < 5; i++) put(i);
  return 0;
}
