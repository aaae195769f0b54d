//! Functions of `<string.h>` and `<ctype.h>` as C programs of our own, for programs that use them: read behind the
//! program (`preprocess::library`), under names that begin with `__horn_`. Calls of the functions go there
//! (`sema::library`).
//!
//! Here is also what other functions of the library do that have no text.
//!
//! What the standard leaves undefined happens here too: an access outside of an object is a check that fails at a
//! place of this text. `strcpy` and its relatives return nothing here, since what they return is their first argument.
//! What `isdigit` and its relatives return for a character of their class is any number but zero; what `strcmp` and its
//! relatives return for different texts is any number of the sign.

/// The functions: name and text.
pub(crate) const FUNCTIONS: &[(&str, &str)] = &[
    (
        "strlen",
        "__SIZE_TYPE__ __horn_strlen(const char *__horn_s) {
    __SIZE_TYPE__ __horn_n = 0;
    while (__horn_s[__horn_n] != 0) __horn_n++;
    return __horn_n;
}
",
    ),
    (
        "printf",
        "void __horn_text(const char *__horn_s) {
    while (*__horn_s != 0) __horn_s++;
}
void __horn_text_within(const char *__horn_s, __SIZE_TYPE__ __horn_m) {
    for (__SIZE_TYPE__ __horn_n = 0; __horn_n < __horn_m && __horn_s[__horn_n] != 0; __horn_n++) {}
}
",
    ),
    (
        "strnlen",
        "__SIZE_TYPE__ __horn_strnlen(const char *__horn_s, __SIZE_TYPE__ __horn_m) {
    __SIZE_TYPE__ __horn_n = 0;
    while (__horn_n < __horn_m && __horn_s[__horn_n] != 0) __horn_n++;
    return __horn_n;
}
",
    ),
    (
        "strcmp",
        "int __horn_strcmp(const char *__horn_a, const char *__horn_b) {
    __SIZE_TYPE__ __horn_i = 0;
    int __horn_more, __horn_less;
    if (__horn_more <= 0) __horn_more = 1;
    if (__horn_less >= 0) __horn_less = -1;
    while (__horn_a[__horn_i] != 0 && __horn_a[__horn_i] == __horn_b[__horn_i]) __horn_i++;
    if (__horn_a[__horn_i] == __horn_b[__horn_i]) return 0;
    return (unsigned char)__horn_a[__horn_i] > (unsigned char)__horn_b[__horn_i] ? __horn_more : __horn_less;
}
",
    ),
    (
        "strncmp",
        "int __horn_strncmp(const char *__horn_a, const char *__horn_b, __SIZE_TYPE__ __horn_m) {
    int __horn_more, __horn_less;
    if (__horn_more <= 0) __horn_more = 1;
    if (__horn_less >= 0) __horn_less = -1;
    for (__SIZE_TYPE__ __horn_i = 0; __horn_i < __horn_m; __horn_i++) {
        if (__horn_a[__horn_i] != __horn_b[__horn_i])
            return (unsigned char)__horn_a[__horn_i] > (unsigned char)__horn_b[__horn_i] ? __horn_more : __horn_less;
        if (__horn_a[__horn_i] == 0) return 0;
    }
    return 0;
}
",
    ),
    (
        "strcpy",
        "void __horn_strcpy(char *__horn_t, const char *__horn_s) {
    __SIZE_TYPE__ __horn_i = 0;
    while (__horn_s[__horn_i] != 0) {
        __horn_t[__horn_i] = __horn_s[__horn_i];
        __horn_i++;
    }
    __horn_t[__horn_i] = 0;
}
",
    ),
    (
        "strncpy",
        "void __horn_strncpy(char *__horn_t, const char *__horn_s, __SIZE_TYPE__ __horn_m) {
    __SIZE_TYPE__ __horn_i = 0;
    while (__horn_i < __horn_m && __horn_s[__horn_i] != 0) {
        __horn_t[__horn_i] = __horn_s[__horn_i];
        __horn_i++;
    }
    while (__horn_i < __horn_m) {
        __horn_t[__horn_i] = 0;
        __horn_i++;
    }
}
",
    ),
    (
        "strcat",
        "void __horn_strcat(char *__horn_t, const char *__horn_s) {
    __SIZE_TYPE__ __horn_n = 0, __horn_i = 0;
    while (__horn_t[__horn_n] != 0) __horn_n++;
    while (__horn_s[__horn_i] != 0) {
        __horn_t[__horn_n + __horn_i] = __horn_s[__horn_i];
        __horn_i++;
    }
    __horn_t[__horn_n + __horn_i] = 0;
}
",
    ),
    (
        "strncat",
        "void __horn_strncat(char *__horn_t, const char *__horn_s, __SIZE_TYPE__ __horn_m) {
    __SIZE_TYPE__ __horn_n = 0, __horn_i = 0;
    while (__horn_t[__horn_n] != 0) __horn_n++;
    while (__horn_i < __horn_m && __horn_s[__horn_i] != 0) {
        __horn_t[__horn_n + __horn_i] = __horn_s[__horn_i];
        __horn_i++;
    }
    __horn_t[__horn_n + __horn_i] = 0;
}
",
    ),
    (
        "strchr",
        "char *__horn_strchr(const char *__horn_s, int __horn_c) {
    while (*__horn_s != (char)__horn_c) {
        if (*__horn_s == 0) return 0;
        __horn_s++;
    }
    return (char *)__horn_s;
}
",
    ),
    (
        "strrchr",
        "char *__horn_strrchr(const char *__horn_s, int __horn_c) {
    const char *__horn_l = 0;
    while (1) {
        if (*__horn_s == (char)__horn_c) __horn_l = __horn_s;
        if (*__horn_s == 0) return (char *)__horn_l;
        __horn_s++;
    }
}
",
    ),
    (
        "strstr",
        "char *__horn_strstr(const char *__horn_s, const char *__horn_p) {
    while (1) {
        __SIZE_TYPE__ __horn_i = 0;
        while (__horn_p[__horn_i] != 0 && __horn_s[__horn_i] == __horn_p[__horn_i]) __horn_i++;
        if (__horn_p[__horn_i] == 0) return (char *)__horn_s;
        if (*__horn_s == 0) return 0;
        __horn_s++;
    }
}
",
    ),
    (
        "strspn",
        "__SIZE_TYPE__ __horn_strspn(const char *__horn_s, const char *__horn_p) {
    __SIZE_TYPE__ __horn_n = 0;
    while (__horn_s[__horn_n] != 0) {
        __SIZE_TYPE__ __horn_i = 0;
        while (__horn_p[__horn_i] != 0 && __horn_p[__horn_i] != __horn_s[__horn_n]) __horn_i++;
        if (__horn_p[__horn_i] == 0) break;
        __horn_n++;
    }
    return __horn_n;
}
",
    ),
    (
        "strcspn",
        "__SIZE_TYPE__ __horn_strcspn(const char *__horn_s, const char *__horn_p) {
    __SIZE_TYPE__ __horn_n = 0;
    while (__horn_s[__horn_n] != 0) {
        __SIZE_TYPE__ __horn_i = 0;
        while (__horn_p[__horn_i] != 0 && __horn_p[__horn_i] != __horn_s[__horn_n]) __horn_i++;
        if (__horn_p[__horn_i] != 0) break;
        __horn_n++;
    }
    return __horn_n;
}
",
    ),
    (
        "strpbrk",
        "char *__horn_strpbrk(const char *__horn_s, const char *__horn_p) {
    while (*__horn_s != 0) {
        __SIZE_TYPE__ __horn_i = 0;
        while (__horn_p[__horn_i] != 0) {
            if (__horn_p[__horn_i] == *__horn_s) return (char *)__horn_s;
            __horn_i++;
        }
        __horn_s++;
    }
    return 0;
}
",
    ),
    (
        "strdup",
        "char *__horn_strdup(const char *__horn_s) {
    __SIZE_TYPE__ __horn_n = 0;
    while (__horn_s[__horn_n] != 0) __horn_n++;
    char *__horn_t = (char *)__builtin_malloc(__horn_n + 1);
    for (__SIZE_TYPE__ __horn_i = 0; __horn_i <= __horn_n; __horn_i++) __horn_t[__horn_i] = __horn_s[__horn_i];
    return __horn_t;
}
",
    ),
    (
        "memcmp",
        "int __horn_memcmp(const void *__horn_a, const void *__horn_b, __SIZE_TYPE__ __horn_m) {
    const unsigned char *__horn_s = (const unsigned char *)__horn_a, *__horn_t = (const unsigned char *)__horn_b;
    int __horn_more, __horn_less;
    if (__horn_more <= 0) __horn_more = 1;
    if (__horn_less >= 0) __horn_less = -1;
    for (__SIZE_TYPE__ __horn_i = 0; __horn_i < __horn_m; __horn_i++) {
        if (__horn_s[__horn_i] != __horn_t[__horn_i])
            return __horn_s[__horn_i] > __horn_t[__horn_i] ? __horn_more : __horn_less;
    }
    return 0;
}
",
    ),
    (
        "memchr",
        "void *__horn_memchr(const void *__horn_a, int __horn_c, __SIZE_TYPE__ __horn_m) {
    const unsigned char *__horn_s = (const unsigned char *)__horn_a;
    for (__SIZE_TYPE__ __horn_i = 0; __horn_i < __horn_m; __horn_i++) {
        if (__horn_s[__horn_i] == (unsigned char)__horn_c) return (void *)(__horn_s + __horn_i);
    }
    return 0;
}
",
    ),
    (
        "bswap16",
        "unsigned short __horn_bswap16(unsigned short __horn_x) {
    return (unsigned short)(__horn_x >> 8 | __horn_x << 8);
}
",
    ),
    (
        "bswap32",
        "unsigned int __horn_bswap32(unsigned int __horn_x) {
    return __horn_x >> 24 | (__horn_x >> 8 & 0xff00u) | (__horn_x & 0xff00u) << 8 | __horn_x << 24;
}
",
    ),
    (
        "bswap64",
        "unsigned long long __horn_bswap64(unsigned long long __horn_x) {
    unsigned long long __horn_y = 0;
    for (int __horn_i = 0; __horn_i < 8; __horn_i++) {
        __horn_y = __horn_y << 8 | (__horn_x & 0xff);
        __horn_x >>= 8;
    }
    return __horn_y;
}
",
    ),
    (
        "isdigit",
        "int __horn_isdigit(int __horn_c) {
    int __horn_t;
    if (__horn_t == 0) __horn_t = 1;
    return __horn_c >= '0' && __horn_c <= '9' ? __horn_t : 0;
}
",
    ),
    (
        "isupper",
        "int __horn_isupper(int __horn_c) {
    int __horn_t;
    if (__horn_t == 0) __horn_t = 1;
    return __horn_c >= 'A' && __horn_c <= 'Z' ? __horn_t : 0;
}
",
    ),
    (
        "islower",
        "int __horn_islower(int __horn_c) {
    int __horn_t;
    if (__horn_t == 0) __horn_t = 1;
    return __horn_c >= 'a' && __horn_c <= 'z' ? __horn_t : 0;
}
",
    ),
    (
        "isalpha",
        "int __horn_isalpha(int __horn_c) {
    int __horn_t;
    if (__horn_t == 0) __horn_t = 1;
    return __horn_c >= 'A' && __horn_c <= 'Z' || __horn_c >= 'a' && __horn_c <= 'z' ? __horn_t : 0;
}
",
    ),
    (
        "isalnum",
        "int __horn_isalnum(int __horn_c) {
    int __horn_t;
    if (__horn_t == 0) __horn_t = 1;
    return __horn_c >= '0' && __horn_c <= '9' || __horn_c >= 'A' && __horn_c <= 'Z'
        || __horn_c >= 'a' && __horn_c <= 'z' ? __horn_t : 0;
}
",
    ),
    (
        "isxdigit",
        "int __horn_isxdigit(int __horn_c) {
    int __horn_t;
    if (__horn_t == 0) __horn_t = 1;
    return __horn_c >= '0' && __horn_c <= '9' || __horn_c >= 'A' && __horn_c <= 'F'
        || __horn_c >= 'a' && __horn_c <= 'f' ? __horn_t : 0;
}
",
    ),
    (
        "isspace",
        "int __horn_isspace(int __horn_c) {
    int __horn_t;
    if (__horn_t == 0) __horn_t = 1;
    return __horn_c == ' ' || __horn_c >= 9 && __horn_c <= 13 ? __horn_t : 0;
}
",
    ),
    (
        "isprint",
        "int __horn_isprint(int __horn_c) {
    int __horn_t;
    if (__horn_t == 0) __horn_t = 1;
    return __horn_c >= 32 && __horn_c <= 126 ? __horn_t : 0;
}
",
    ),
    (
        "toupper",
        "int __horn_toupper(int __horn_c) {
    return __horn_c >= 'a' && __horn_c <= 'z' ? __horn_c - 32 : __horn_c;
}
",
    ),
    (
        "tolower",
        "int __horn_tolower(int __horn_c) {
    return __horn_c >= 'A' && __horn_c <= 'Z' ? __horn_c + 32 : __horn_c;
}
",
    ),
];

/// The name of our function for one of the library.
pub fn own_name(name: &str) -> Option<String> {
    let base = name.strip_prefix("__builtin_").unwrap_or(name);
    FUNCTIONS.iter().any(|(known, _)| *known == base).then(|| format!("__horn_{base}"))
}

/// Whether a function of the library gives a new object.
pub fn allocates(name: &str) -> bool {
    matches!(name.strip_prefix("__builtin_").unwrap_or(name), "malloc" | "calloc" | "alloca" | "realloc")
}

/// Whether a function of the library frees memory.
pub fn frees_memory(name: &str) -> bool {
    matches!(name.strip_prefix("__builtin_").unwrap_or(name), "free" | "realloc")
}
