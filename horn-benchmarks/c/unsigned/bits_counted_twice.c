extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int c) { if (!c) { ERROR: reach_error(); } }
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned int v = __VERIFIER_nondet_uint(), one = 0, rest = v;
  while (rest) { one += rest & 1; rest >>= 1; }
  v = v - ((v >> 1) & 0x55555555u);
  v = (v & 0x33333333u) + ((v >> 2) & 0x33333333u);
  v = ((v + (v >> 4)) & 0x0f0f0f07u) * 0x01010101u >> 24;
  __VERIFIER_assert(one == v);
  return 0;
}
