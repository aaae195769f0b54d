#ifndef CONDITIONS_H
#define CONDITIONS_H
once __INCLUDE_LEVEL__ __LINE__
#else
again
#endif
