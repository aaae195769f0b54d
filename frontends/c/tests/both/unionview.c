/* in: -2147483390 77 */
typedef unsigned char u8;
typedef unsigned int u32;
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, "", 1, ""))
union reg {
    u32 w;
    int i;
    u8 b[4];
    signed char s[4];
    unsigned short h[2];
    struct { u8 a; signed char b; short c; } p;
    struct { unsigned lo : 5, mid : 20; int hi : 7; } f;
};
union wide { unsigned long long l; u32 h[2]; struct { u32 lo, hi; } p; };
union msg {
    struct { int kind; int n; } any;
    struct { int kind; int n; float f; } number;
    struct { int kind; short a, b; } pair;
};
static u32 swap(u32 x) {
    union reg r, s;
    int k;
    r.w = x;
    for (k = 0; k < 4; k++) s.b[k] = r.b[3 - k];
    return s.w;
}
int main(void) {
    int x = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int() & 3;
    u32 u = x;
    union reg r = { .i = x }, q;
    assert(r.w == u && r.i == x);
    assert(r.b[k] == (u8)(u >> 8 * k) && r.s[1] == (signed char)(u >> 8));
    assert(r.h[1] == u >> 16 && r.p.c == (short)(u >> 16) && r.p.b == r.s[1]);
    assert(r.f.lo == (u & 31) && r.f.mid == ((u >> 5) & 0xfffff) && r.f.hi == x >> 25);
    r.b[2] = 0xff;
    assert(r.w == ((u & 0xff00ffff) | 0xff0000));
    r.f.hi = -1;
    r.f.lo = 3;
    assert(r.b[3] >= 0xfe && (r.w & 31) == 3);
    q = r;
    q.p.b = -1;
    assert(q.h[0] == (0xff00 | q.b[0]));
    assert(swap(0x01020304) == 0x04030201);
    union wide l;
    l.l = 0x100000002ull * u;
    assert(l.h[0] == u * 2 && l.p.hi == l.h[1]);
    l.p.hi = 7;
    assert(l.l >> 32 == 7);
    union msg m;
    m.number.kind = 2;
    m.number.n = 5;
    m.number.f = 1.5f;
    assert(m.any.kind == 2 && m.pair.kind == 2);
    assert(m.pair.a == 5);
#ifdef BAD
    assert(m.pair.b == 5);
#endif
    return 0;
}
