extern int __VERIFIER_nondet_int(void);

static const int table[2] = { 3, 4 };
static void set(int *p, int c) { if (c) p[1] = 6; }
int main(void) {
  set((int *) table, __VERIFIER_nondet_int());
  return 0;
}
