// Every header of ours, and again.
#include <alloca.h>
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <fenv.h>
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <malloc.h>
#include <math.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>
void check(int x) { assert(x < INT_MAX && "text"); }
#define NDEBUG
#include <assert.h>
noreturn void stop(bool b) { assert(b == true); errno = EDOM; abort(); }
void *p = NULL; double d = DBL_MAX; size_t at = offsetof(div_t, rem); char big[PATH_MAX];
int kind(double x) { return fpclassify(x) == FP_NAN || isinf(x); }
