extern int __VERIFIER_nondet_int(void);

int table[8] = { 1, 2, 4, 8, 16, 32, 64, 128 };
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 8) return 0;
  return table[n - 1] == 3;
}
