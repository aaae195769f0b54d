#include <assert.h>
#include <stdint.h>
static uint32_t swap32(uint32_t x) { return (x >> 24) | ((x >> 8) & 0xff00u) | ((x << 8) & 0xff0000u) | (x << 24); }
static void put16(uint8_t *p, uint16_t v) { p[0] = v >> 8; p[1] = v & 0xff; } static uint16_t get16(const uint8_t *p) { return (uint16_t)(p[0] << 8 | p[1]); }
int main(void) { uint8_t b[4]; put16(b, 0x1234); put16(b + 2, 0xabcd); assert(get16(b) == 0x1234);
#ifdef BAD
 assert(swap32(0x11223344u) == 0x44332212u);
#else
 assert(swap32(0x11223344u) == 0x44332211u && get16(b + 2) == 0xabcd);
#endif
 return 0; }
