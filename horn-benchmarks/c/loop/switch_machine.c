#include <assert.h>
extern int __VERIFIER_nondet_int(void);

enum state { START, MIDDLE, END };
int main(void) {
  enum state s = START;
  int steps = 0;
  while (s != END && steps < 50) {
    switch (s) {
    case START: s = __VERIFIER_nondet_int() ? MIDDLE : START; break;
    case MIDDLE: steps++; /* falls through */
    default: s = __VERIFIER_nondet_int() > 3 ? END : MIDDLE;
    }
    steps++;
  }
  assert(s == END || steps >= 50);
  return 0;
}
