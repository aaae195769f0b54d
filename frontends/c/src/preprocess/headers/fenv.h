#ifndef _HORN_FENV_H
#define _HORN_FENV_H
#define FE_INVALID 1
#define FE_DIVBYZERO 4
#define FE_OVERFLOW 8
#define FE_UNDERFLOW 16
#define FE_INEXACT 32
#define FE_ALL_EXCEPT 61
#define FE_TONEAREST 0
#define FE_DOWNWARD 0x400
#define FE_UPWARD 0x800
#define FE_TOWARDZERO 0xc00
typedef unsigned short fexcept_t;
typedef struct { unsigned int __state[8]; } fenv_t;
extern int feclearexcept(int excepts);
extern int feraiseexcept(int excepts);
extern int fetestexcept(int excepts);
extern int fegetround(void);
extern int fesetround(int round);
extern int fegetenv(fenv_t *env);
extern int fesetenv(const fenv_t *env);
extern int feholdexcept(fenv_t *env);
extern int feupdateenv(const fenv_t *env);
#endif
