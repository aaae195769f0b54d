#ifndef _HORN_MATH_H
#define _HORN_MATH_H
typedef float float_t;
typedef double double_t;
#define HUGE_VAL (__builtin_huge_val())
#define HUGE_VALF (__builtin_huge_valf())
#define INFINITY (__builtin_inff())
#define NAN (__builtin_nanf(""))
#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define fpclassify(x) __builtin_fpclassify(FP_NAN, FP_INFINITE, FP_NORMAL, FP_SUBNORMAL, FP_ZERO, x)
#define isfinite(x) __builtin_isfinite(x)
#define isinf(x) __builtin_isinf_sign(x)
#define isnan(x) __builtin_isnan(x)
#define isnormal(x) __builtin_isnormal(x)
#define signbit(x) __builtin_signbit(x)
#define isgreater(x, y) __builtin_isgreater(x, y)
#define isgreaterequal(x, y) __builtin_isgreaterequal(x, y)
#define isless(x, y) __builtin_isless(x, y)
#define islessequal(x, y) __builtin_islessequal(x, y)
#define islessgreater(x, y) __builtin_islessgreater(x, y)
#define isunordered(x, y) __builtin_isunordered(x, y)
#define _HORN_MATH1(name) \
  extern double name(double x); extern float name##f(float x); extern long double name##l(long double x);
#define _HORN_MATH2(name) extern double name(double x, double y); extern float name##f(float x, float y); \
  extern long double name##l(long double x, long double y);
_HORN_MATH1(acos)
_HORN_MATH1(asin)
_HORN_MATH1(atan)
_HORN_MATH2(atan2)
_HORN_MATH1(cos)
_HORN_MATH1(sin)
_HORN_MATH1(tan)
_HORN_MATH1(acosh)
_HORN_MATH1(asinh)
_HORN_MATH1(atanh)
_HORN_MATH1(cosh)
_HORN_MATH1(sinh)
_HORN_MATH1(tanh)
_HORN_MATH1(exp)
_HORN_MATH1(exp2)
_HORN_MATH1(expm1)
_HORN_MATH1(log)
_HORN_MATH1(log10)
_HORN_MATH1(log1p)
_HORN_MATH1(log2)
_HORN_MATH1(logb)
_HORN_MATH1(cbrt)
_HORN_MATH1(fabs)
_HORN_MATH2(hypot)
_HORN_MATH2(pow)
_HORN_MATH1(sqrt)
_HORN_MATH1(erf)
_HORN_MATH1(erfc)
_HORN_MATH1(lgamma)
_HORN_MATH1(tgamma)
_HORN_MATH1(ceil)
_HORN_MATH1(floor)
_HORN_MATH1(nearbyint)
_HORN_MATH1(rint)
_HORN_MATH1(round)
_HORN_MATH1(trunc)
_HORN_MATH2(fmod)
_HORN_MATH2(remainder)
_HORN_MATH2(copysign)
_HORN_MATH2(nextafter)
_HORN_MATH2(fdim)
_HORN_MATH2(fmax)
_HORN_MATH2(fmin)
#undef _HORN_MATH1
#undef _HORN_MATH2
extern long lrint(double x);
extern long long llrint(double x);
extern long lround(double x);
extern long long llround(double x);
extern int ilogb(double x);
extern double ldexp(double x, int exponent);
extern float ldexpf(float x, int exponent);
extern double scalbn(double x, int exponent);
extern double frexp(double x, int *exponent);
extern float frexpf(float x, int *exponent);
extern double modf(double x, double *whole);
extern float modff(float x, float *whole);
extern double fma(double x, double y, double z);
extern float fmaf(float x, float y, float z);
extern double nan(const char *tag);
extern float nanf(const char *tag);
#endif
