extern int __VERIFIER_nondet_int(void);

int main(void) {
  char s[4] = "abc";
  if (__VERIFIER_nondet_int()) s[3] = 'd';
  int n = 0;
  while (s[n]) n++;
  return n - n;
}
