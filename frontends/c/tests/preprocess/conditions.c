// Conditional groups and directives inside of macro arguments.
#include <limits.h>
#include <stdint.h>
#include <inttypes.h>
#include "conditions.h"
#include "conditions.h"
#define NAME <float.h>
#include NAME
#define QUOTED "conditions.h"
#include QUOTED
#if defined __GNUC__ && __GNUC__ >= 4 && !defined(__clang__)
gnu __GNUC__
#endif
#if INT_MAX == 2147483647 && LONG_MAX >= INT_MAX && -1L < 0U
wrong
#elif (INT_MAX + 1) / 2 == 1 << 30
right INT_MAX LONG_MIN ULLONG_MAX
#endif
#if 1 ? 0 : 1
a
#elif 0x10 == 020 - 0 || 0b11 == 3
b
#else
c
#endif
#ifdef UNDEFINED
# if 1
  x '
# else
# endif
#elif defined(LATER)
#else
 /* comment
#endif
 */ d
#endif
#if 0
#elif 1
e
#elif 1
f
#endif
#define ARG(x, y) [x|y]
ARG(1
#if 1
+ 2
#else
+ 3
#endif
, 4
#define INSIDE 5
INSIDE)
#define HAS defined(ARG)
#if HAS && (2 || (1 / 0)) && 'ab' == 24930 && '\n' == 10 && L'a' == 97
g
#endif
#if -1 >> 1 == -1 && (-1 ? 1u : 2) && ~0 == -1 && !!7 == 1 && 7 % 4 * 2 == 6 && (1, 2)
h
#endif
#if UINTMAX_MAX == 18446744073709551615U && INTMAX_MIN < 0 && 1 - 2U > 0
i PRId64 UINT64_C(7) INT32_MIN SIZE_MAX
#endif
#if __has_include(<stdlib.h>) && !__has_include("nowhere.h")
j
#endif
#pragma GCC diagnostic push
#
# /* nothing */
end
