#ifndef _HORN_STDIO_H
#define _HORN_STDIO_H
#include <stddef.h>
#include <stdarg.h>
typedef struct _IO_FILE FILE;
typedef long fpos_t;
typedef __PTRDIFF_TYPE__ ssize_t;
extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;
#define stdin stdin
#define stdout stdout
#define stderr stderr
#define EOF (-1)
#define BUFSIZ 8192
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
extern int printf(const char *restrict format, ...);
extern int fprintf(FILE *restrict file, const char *restrict format, ...);
extern int sprintf(char *restrict to, const char *restrict format, ...);
extern int snprintf(char *restrict to, size_t size, const char *restrict format, ...);
extern int vprintf(const char *restrict format, va_list arguments);
extern int vfprintf(FILE *restrict file, const char *restrict format, va_list arguments);
extern int vsprintf(char *restrict to, const char *restrict format, va_list arguments);
extern int vsnprintf(char *restrict to, size_t size, const char *restrict format, va_list arguments);
extern int scanf(const char *restrict format, ...);
extern int fscanf(FILE *restrict file, const char *restrict format, ...);
extern int sscanf(const char *restrict text, const char *restrict format, ...);
extern int getchar(void);
extern int getc(FILE *file);
extern int fgetc(FILE *file);
extern char *fgets(char *restrict to, int size, FILE *restrict file);
extern int putchar(int c);
extern int putc(int c, FILE *file);
extern int fputc(int c, FILE *file);
extern int puts(const char *text);
extern int fputs(const char *restrict text, FILE *restrict file);
extern int ungetc(int c, FILE *file);
extern FILE *fopen(const char *restrict name, const char *restrict mode);
extern int fclose(FILE *file);
extern int fflush(FILE *file);
extern int feof(FILE *file);
extern int ferror(FILE *file);
extern size_t fread(void *restrict to, size_t size, size_t count, FILE *restrict file);
extern size_t fwrite(const void *restrict from, size_t size, size_t count, FILE *restrict file);
extern int fseek(FILE *file, long offset, int whence);
extern long ftell(FILE *file);
extern void rewind(FILE *file);
extern void perror(const char *text);
extern int remove(const char *name);
extern int rename(const char *from, const char *to);
#endif
