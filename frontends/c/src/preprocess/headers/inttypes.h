#ifndef _HORN_INTTYPES_H
#define _HORN_INTTYPES_H
#include <stdint.h>
#ifdef __LP64__
#define _HORN_PRI64 "l"
#define _HORN_PRIPTR "l"
#else
#define _HORN_PRI64 "ll"
#define _HORN_PRIPTR ""
#endif
#define PRId8 "d"
#define PRId16 "d"
#define PRId32 "d"
#define PRId64 _HORN_PRI64 "d"
#define PRIdMAX _HORN_PRI64 "d"
#define PRIdPTR _HORN_PRIPTR "d"
#define PRIi8 "i"
#define PRIi16 "i"
#define PRIi32 "i"
#define PRIi64 _HORN_PRI64 "i"
#define PRIu8 "u"
#define PRIu16 "u"
#define PRIu32 "u"
#define PRIu64 _HORN_PRI64 "u"
#define PRIuMAX _HORN_PRI64 "u"
#define PRIuPTR _HORN_PRIPTR "u"
#define PRIx8 "x"
#define PRIx16 "x"
#define PRIx32 "x"
#define PRIx64 _HORN_PRI64 "x"
#define PRIX8 "X"
#define PRIX16 "X"
#define PRIX32 "X"
#define PRIX64 _HORN_PRI64 "X"
typedef struct { intmax_t quot; intmax_t rem; } imaxdiv_t;
extern intmax_t imaxabs(intmax_t x);
extern imaxdiv_t imaxdiv(intmax_t x, intmax_t y);
extern intmax_t strtoimax(const char *text, char **end, int base);
extern uintmax_t strtoumax(const char *text, char **end, int base);
#endif
