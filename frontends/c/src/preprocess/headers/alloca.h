#ifndef _HORN_ALLOCA_H
#define _HORN_ALLOCA_H
#include <stddef.h>
extern void *alloca(size_t size);
#define alloca(size) __builtin_alloca(size)
#endif
