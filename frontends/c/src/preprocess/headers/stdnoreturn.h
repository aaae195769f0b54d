#ifndef _HORN_STDNORETURN_H
#define _HORN_STDNORETURN_H
#define noreturn _Noreturn
#endif
