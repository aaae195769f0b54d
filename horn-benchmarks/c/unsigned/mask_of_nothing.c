extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int c) { if (!c) { ERROR: reach_error(); } }
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned int x = __VERIFIER_nondet_uint(), mask = 1;
  for (int i = 0; i < 32; i++) mask <<= 1;
  __VERIFIER_assert((x & mask) == 0 && (x & 0) == 0 && (x | 0) == x);
  return 0;
}
