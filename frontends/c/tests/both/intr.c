#include <assert.h>
#include <stdint.h>
#include <stdbool.h>
extern int __VERIFIER_nondet_int(void);
enum { LED = 1u << 3, MASK = 0xf0 };
static volatile uint8_t port; static bool armed; static uint8_t shadow;
static void tick(uint8_t in) { shadow = (uint8_t)((shadow & ~MASK) | (in & MASK)); if (in & LED) armed = !armed; port = shadow; }
int main(void) { tick((uint8_t)__VERIFIER_nondet_int()); // in: 8
#ifdef BAD
 assert(!armed);
#else
 assert((shadow & 0x0f) == 0); assert(armed == 0 || armed == 1);
#endif
 return 0; }
