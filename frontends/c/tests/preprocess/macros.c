// Macros of all kinds; what gcc makes of them is the expectation.
#define EMPTY
#define OBJ one two
#define SELF SELF + 1
#define PING PONG ping
#define PONG PING pong
#define ID(x) x
#define TWO(x, y) x y
#define STR(x) #x
#define XSTR(x) STR(x)
#define CAT(x, y) x##y
#define XCAT(x, y) CAT(x, y)
#define CAT3(x, y, z) x ## y ## z
#define VA(...) <__VA_ARGS__>
#define VAF(f, ...) f(__VA_ARGS__)
#define GNU(f, ...) call(f, ## __VA_ARGS__)
#define NAMED(first, rest...) first [rest]
#define NOARGS() none
#define LPAREN (
#define RPAREN )
#define F(x, y) x + y
#define ELLIP_FUNC(...) __VA_ARGS__
EMPTY OBJ SELF PING PONG
ID(ID(ID(1))) ID(SELF) ID(EMPTY) ID() TWO(, ) TWO(EMPTY, b) TWO(a, EMPTY)
STR(a + b) STR("x\n" '\\') STR( a   b ) STR() XSTR(OBJ) XSTR(ID(x) y) XSTR(__LINE__)
CAT(a, b) CAT(x, 1) CAT(1, x) CAT(, a) CAT(a, ) CAT(, ) XCAT(OB, J) XCAT(CAT(O, B), J) CAT3(a, b, c) CAT3(a, , c) CAT3(, , c)
CAT(<, <=) CAT(-, >) CAT(L, 'x') CAT(L, "s") CAT(., 5) CAT(SE, LF) CAT(I, D)(7)
VA() VA(1) VA(1, 2) VAF(g) VAF(g, 1) VAF(F, 1, 2) VAF(ID, ID(3)) GNU(x) GNU(x, ) GNU(x, 1, 2) NAMED(a) NAMED(a, b, c)
NOARGS() NOARGS( ) NOARGS NOARGS
() ID
(
  multi
) TWO(a
, b)
ID LPAREN 5 RPAREN ID(ID LPAREN 5 RPAREN)
ELLIP_FUNC(F, LPAREN, 'a', 'b', RPAREN);
#undef OBJ
OBJ XSTR(OBJ)
#define OBJ three
OBJ
#define f(a) a*g
#define g(a) f(a)
f(2)(9) g(3)(4)(5) f(f)(1) ID(f)(2)
#define NIL(xxx) xxx
#define G_0(arg) NIL(G_1)(arg)
#define G_1(arg) NIL(arg)
G_0(42)
#define AA BB
#define BB AA AA
AA BB ID(AA) XSTR(AA)
#define LONG(a, b, \
             c) a \
  b c
LONG(1, 2, 3) LO\
NG(4, 5, 6)
#define COMMENT(x) x/* gone */x /* and
this */ x
COMMENT(y) // end \
still the comment
%: define DIGRAPH(x) %:x
DIGRAPH(a)
#define EVAL(x) ID(ID(ID(ID(x))))
#define DEFER(x) x EMPTY
#define AGAIN() ID
EVAL(DEFER(AGAIN)()(1)) DEFER(AGAIN)()(1)
int x = F(1,F(2,F(3,F(4,5)))), y = -ID(-1), z = +ID(+1);
#define MINUS -
-MINUS x, MINUS-x, 1MINUS 1, x-MINUS-y
__COUNTER__ __COUNTER__ ID(__COUNTER__) __INCLUDE_LEVEL__ __LINE__
# 300 "other.c"
__LINE__ __FILE__
#line 20
__LINE__ XSTR(__FILE__)
