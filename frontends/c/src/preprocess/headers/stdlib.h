#ifndef _HORN_STDLIB_H
#define _HORN_STDLIB_H
#include <stddef.h>
#include <alloca.h>
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
typedef struct { int quot; int rem; } div_t;
typedef struct { long quot; long rem; } ldiv_t;
typedef struct { long long quot; long long rem; } lldiv_t;
extern void *malloc(size_t size);
extern void *calloc(size_t count, size_t size);
extern void *realloc(void *object, size_t size);
extern void *aligned_alloc(size_t alignment, size_t size);
extern void free(void *object);
extern _Noreturn void abort(void);
extern _Noreturn void exit(int status);
extern _Noreturn void _Exit(int status);
extern _Noreturn void quick_exit(int status);
extern int atexit(void (*function)(void));
extern int abs(int x);
extern long labs(long x);
extern long long llabs(long long x);
extern div_t div(int x, int y);
extern ldiv_t ldiv(long x, long y);
extern lldiv_t lldiv(long long x, long long y);
extern int rand(void);
extern void srand(unsigned int seed);
extern long random(void);
extern void srandom(unsigned int seed);
extern int atoi(const char *text);
extern long atol(const char *text);
extern long long atoll(const char *text);
extern double atof(const char *text);
extern long strtol(const char *restrict text, char **restrict end, int base);
extern unsigned long strtoul(const char *restrict text, char **restrict end, int base);
extern long long strtoll(const char *restrict text, char **restrict end, int base);
extern unsigned long long strtoull(const char *restrict text, char **restrict end, int base);
extern double strtod(const char *restrict text, char **restrict end);
extern float strtof(const char *restrict text, char **restrict end);
extern char *getenv(const char *name);
extern int system(const char *command);
extern void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *));
extern void *bsearch(const void *key, const void *base, size_t count, size_t size,
                     int (*compare)(const void *, const void *));
#endif
