/* May be included again, with NDEBUG or without. */
#undef assert
#ifdef NDEBUG
#define assert(e) ((void) 0)
#else
#define assert(e) __hornsolve_assert(#e, e)
#endif
#undef static_assert
#define static_assert _Static_assert
