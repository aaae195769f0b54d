extern int __VERIFIER_nondet_int(void);

int main(void) {
  char text[4] = { 'a', 'b', 'c', 'd' };
  int n = __VERIFIER_nondet_int(), i = 0;
  if (n >= 0 && n < 4) text[n] = 0;
  while (text[i] != 0) i++;
  return i == 9;
}
