#ifndef _HORN_STRING_H
#define _HORN_STRING_H
#include <stddef.h>
extern void *memcpy(void *restrict to, const void *restrict from, size_t size);
extern void *memmove(void *to, const void *from, size_t size);
extern void *memset(void *to, int byte, size_t size);
extern int memcmp(const void *left, const void *right, size_t size);
extern void *memchr(const void *object, int byte, size_t size);
extern size_t strlen(const char *text);
extern size_t strnlen(const char *text, size_t size);
extern char *strcpy(char *restrict to, const char *restrict from);
extern char *strncpy(char *restrict to, const char *restrict from, size_t size);
extern char *strcat(char *restrict to, const char *restrict from);
extern char *strncat(char *restrict to, const char *restrict from, size_t size);
extern int strcmp(const char *left, const char *right);
extern int strncmp(const char *left, const char *right, size_t size);
extern char *strchr(const char *text, int c);
extern char *strrchr(const char *text, int c);
extern char *strstr(const char *text, const char *part);
extern char *strpbrk(const char *text, const char *set);
extern size_t strspn(const char *text, const char *set);
extern size_t strcspn(const char *text, const char *set);
extern char *strtok(char *restrict text, const char *restrict set);
extern char *strdup(const char *text);
extern char *strndup(const char *text, size_t size);
extern char *strerror(int number);
#endif
