//! Tests of the parser: trees as text, messages, and nesting without end.

use crate::options::{Options, Translation};
use crate::reader::read_text;
use crate::tree::{ClauseKind, DeclKind, ExprKind, Item};

fn read(text: &str) -> Translation {
    read_text("t.c", text, &Options::default())
}

/// The tree of a text about which there is nothing to say.
fn tree(text: &str) -> String {
    let unit = read(text);
    assert_eq!(unit.rendered(), Vec::<String>::new(), "{text}");
    unit.tree.dump().trim_end().to_owned()
}

/// The tree of an expression over `a`, `b`, `c`, `f` and the type `T`.
fn expression(text: &str) -> String {
    let dump = tree(&format!("typedef int T; void g(int a, int b, int c, int (*f)()) {{ {text}; }}"));
    let start = dump.find("{ (do ").expect("a statement") + 6;
    dump[start..dump.len() - ") })".len()].to_owned()
}

/// The tree of statements.
fn statements(text: &str) -> String {
    let dump = tree(&format!("void g(int a, int b, int c) {{ {text} }}"));
    let start = dump.find('{').expect("a block");
    dump[start + 2..dump.len() - " })".len()].to_owned()
}

fn messages(text: &str) -> Vec<String> {
    read(text).rendered()
}

#[test]
fn operators_bind_as_in_c() {
    for (text, expected) in [
        ("a + b * c - 1", "(- (+ a (* b c)) 1)"),
        ("a - b - c", "(- (- a b) c)"),
        ("a = b = c", "(= a (= b c))"),
        ("a += b ? c : a, b", "(, (+= a (? b c a)) b)"),
        ("a ? b : c ? a : b", "(? a b (? c a b))"),
        ("a ? b, c : a", "(? a (, b c) a)"),
        ("a ?: b", "(?: a b)"),
        ("a || b && c | a ^ b & c == a < b << c", "(|| a (&& b (| c (^ a (& b (== c (< a (<< b c))))))))"),
        ("-a * !b + ~c", "(+ (* (- a) (! b)) (~ c))"),
        ("- - a--", "(- (- (_-- a)))"),
        ("++a + b++", "(+ (++_ a) (_++ b))"),
        ("*f(a, b)[c]", "(* ([] (call f a b) c))"),
        ("&f->x.y", "(& (.y (->x f)))"),
        ("(a, b)", "(, a b)"),
        ("f((a, b), c)", "(call f (, a b) c)"),
        ("f()()(a)", "(call (call (call f)) a)"),
        ("(T) - a", "(cast T (- a))"),
        ("(a) - b", "(- a b)"),
        ("(T) (a) - b", "(- (cast T a) b)"),
        ("(T *) a[1]", "(cast (ptr T) ([] a 1))"),
        ("sizeof a + b", "(+ (sizeof a) b)"),
        ("sizeof (T) + b", "(+ (sizeof-type T) b)"),
        ("sizeof (a)[1]", "(sizeof ([] a 1))"),
        ("sizeof (T) { 1 }.x", "(sizeof (.x (literal T { 1 })))"),
        ("_Alignof (int *)", "(alignof-type (ptr int))"),
        ("(int[]) { 1, [3] = 2 }[0]", "([] (literal (array - int) { 1 [3] 2 }) 0)"),
        ("\"a\" \"b\\n\"", "\"ab\\10;\""),
        ("({ int x = 1; x; })", "(statement { (declare (x int = 1)) (do x) })"),
        ("_Generic(a, int: 1, default: 2)", "(generic a int: 1 default: 2)"),
        ("__builtin_offsetof(struct s { int x; }, x)", "(offsetof struct s .x )"),
        ("__builtin_types_compatible_p(int, T)", "(compatible int T)"),
        ("__builtin_choose_expr(1, a, b)", "(choose 1 a b)"),
        ("__extension__ a", "a"),
        ("10UL + 0x1p3f + .5 + 'a'", "(+ (+ (+ 10ul 1*2^3f) 5*10^-1) '97')"),
        ("a <<= b >>= c", "(<<= a (>>= b c))"),
        ("__func__", "__func__"),
        ("a < b == c > 1", "(== (< a b) (> c 1))"),
    ] {
        assert_eq!(expression(text), expected, "{text}");
    }
}

#[test]
fn declarators_make_types() {
    for (text, expected) in [
        ("int *a[3];", "(a (array 3 (ptr int)))"),
        ("int (*a)[3];", "(a (ptr (array 3 int)))"),
        ("int (*f(char c))(void);", "(f (fn ((c char)) (ptr (fn () int))))"),
        ("int (*(*a[2])(int))[4];", "(a (array 2 (ptr (fn ((- int)) (ptr (array 4 int))))))"),
        ("const char *const p, q;", "(p const (ptr const char)) (q const char)"),
        ("unsigned a, *b, c[2][3];", "(a unsigned int) (b (ptr unsigned int)) (c (array 2 (array 3 unsigned int)))"),
        ("long unsigned int long a;", "(a unsigned long long)"),
        ("_Complex double z; __int128 w;", "(z double _Complex))\n(declare (w __int128)"),
        (
            "void f(int n, int a[static const 2 + n], int b[*]);",
            "(f (fn ((n int) (a const (array static (+ 2 n) int)) (b (array * int))) void))",
        ),
        (
            "int f(), g(void), h(int, ...);",
            "(f (fn-unspecified () int)) (g (fn () int)) (h (fn-variadic ((- int)) int))",
        ),
        ("int f(int (g)(int), int (*)(int));", "(f (fn ((g (fn ((- int)) int)) (- (ptr (fn ((- int)) int)))) int))"),
        ("static _Thread_local int x = 1;", "(static x int = 1)"),
        ("int x __attribute__((aligned(8))) = 2, y;", "(x int = 2) (y int)"),
        ("int f(void) __asm__(\"g\") __attribute__((nothrow, __leaf__));", "(f (fn () int))"),
        ("typeof(1 + 2) x; typeof(int *) y;", "(x (typeof (+ 1 2))))\n(declare (y (typeof-type (ptr int)))"),
        ("__auto_type x = 1;", "(x __auto_type = 1)"),
        ("_Atomic(int) x; _Atomic int y;", "(x (atomic int)))\n(declare (y atomic int)"),
        (
            "int x[] = { 1, 2, }, y[2][2] = { { 1 }, { [1] = 2 } };",
            "(x (array - int) = { 1 2 }) (y (array 2 (array 2 int)) = { { 1 } { [1] 2 } })",
        ),
        ("int x[9] = { [0 ... 3] = 1, [5] 2 };", "(x (array 9 int) = { [0 ... 3] 1 [5] 2 })"),
        ("__extension__ typedef long long L;", "(typedef L long long)"),
    ] {
        assert_eq!(tree(text), format!("(declare {expected})"), "{text}");
    }
    let scoped = tree("typedef int T; void f(int T) { T = T * T; } void g(void) { T T = 1; T++; { int T(int (T)); } }");
    assert!(scoped.contains("(do (= T (* T T)))") && scoped.contains("(T T = 1)"), "{scoped}");
    assert!(tree("typedef int T; int f(int (T));").contains("(- (fn ((- T)) int))"));
    assert!(tree("typedef void V; int f(V);").contains("(f (fn () int))"));
}

#[test]
fn tags_have_scopes() {
    assert_eq!(
        tree("struct s { int a, *b; struct { int c; }; unsigned d : 3, : 0; union u *e; } x, *y;"),
        "(declare [struct s (a int) (b (ptr int)) (- struct -) (d unsigned int : 3) (- unsigned int : 0) \
         (e (ptr union u))] (x struct s) (y (ptr struct s)))"
    );
    assert_eq!(tree("enum e { A, B = 5, C, } x = B;"), "(declare [enum e (A ) (B 5) (C )] (x enum e = B))");
    let unit =
        read("struct s; struct s *p; struct s { int x; }; void f(void) { struct s a; { struct s; struct s *b; } }");
    assert_eq!(unit.tree.tags.len(), 2, "one of the file and one of the inner block");
    assert!(messages("struct s { int x; }; struct s { int y; };")[0].contains("`s` is defined twice"));
    assert!(messages("struct s { int x; }; union s y;")[0].contains("`s` is no union"));
}

#[test]
fn statements_are_read() {
    for (text, expected) in [
        ("if (a) b; else if (c) ; else { }", "(if a (do b) else (if c (empty) else { }))"),
        ("if (a) if (b) c; else a;", "(if a (if b (do c) else (do a)))"),
        ("while (a) a--;", "(while a (do (_-- a)))"),
        ("do { a; } while (b);", "(do-while { (do a) } b)"),
        ("do if (a) b; while (c); a;", "(do-while (if a (do b)) c) (do a)"),
        ("for (int i = 0, j; i < a; i++) break;", "(for (declare (i int = 0) (j int)) (< i a) (_++ i) (break))"),
        ("for (;;) continue;", "(for - - - (continue))"),
        ("for (a = 1; ; ) ;", "(for (do (= a 1)) - - (empty))"),
        (
            "switch (a) { case 1: case 2 ... 4: b; default: c; }",
            "(switch a { (case 1 (case 2 ... 4 (do b))) (default (do c)) })",
        ),
        ("l: a; goto l;", "(label l (do a)) (goto l)"),
        ("{ l: }", "{ (label l (empty)) }"),
        ("switch (a) { case 1: }", "(switch a { (case 1 (empty)) })"),
        ("return; return a;", "(return) (return a)"),
        ("goto *f; void *f = &&l; l: ;", "(goto* f) (declare (f (ptr void) = (&& l))) (label l (empty))"),
        ("__label__ x, y; x: y: ;", "(labels x y) (label x (label y (empty)))"),
        ("asm volatile (\"nop\" : : \"r\"(a) : \"memory\"); asm(\"x\");", "(asm) (asm)"),
        ("__attribute__((fallthrough)); l: __attribute__((unused)) a;", "(empty) (label l (do a))"),
        ("int f(int x) { return x; } f(1);", "(f (fn ((x int)) int) { (return x) }) (do (call f 1))"),
        (
            "_Static_assert(1, \"x\"); extern int y; static int z;",
            "(static-assert 1) (declare (extern y int)) (declare (static z int))",
        ),
    ] {
        assert_eq!(statements(text), expected, "{text}");
    }
}

#[test]
fn functions_of_all_styles() {
    assert_eq!(
        tree("int f(a, b) int a; char *b; { return a; }"),
        "(f (fn-old ((a int) (b (ptr char))) int) { (return a) })"
    );
    assert!(messages("int f(a) { return a; }")[0].contains("the parameter has no type"));
    assert_eq!(
        messages("main() { return 0; }"),
        ["t.c:1:1: warning: the declaration has no type: it is taken for `int`"]
    );
    assert_eq!(tree("struct s { int x; } f(struct s p) { return p; }").matches("struct s").count(), 2);
    let unit =
        read("int f(int); int f(int a) { int f(int); return f(a); } typedef int F(int); F g; int h; extern int h;");
    assert!(!unit.failed());
    let previous: Vec<Option<u32>> = unit.tree.decls.iter().map(|decl| decl.previous.map(|decl| decl.0)).collect();
    assert_eq!(previous.iter().flatten().count(), 3, "f twice and h once: {previous:?}");
    assert!(unit.tree.decls.iter().any(|decl| {
        matches!(decl.kind, DeclKind::Function(_)) && decl.name.map(|name| unit.tree.symbols.name(name)) == Some("g")
    }));
}

#[test]
fn names_are_resolved() {
    let unit =
        read("int x; enum { E }; int f(int x) { { long x = 1; x; } x; E; y; return x; } int g(void) { return x; }");
    let mut types = Vec::new();
    for expr in &unit.tree.exprs {
        if let ExprKind::Name { name, decl } = expr.kind {
            let line = unit.tree.symbols.name(name).to_owned();
            types.push((line, decl.map(|decl| unit.tree.decls[decl.0 as usize].file_scope)));
        }
    }
    let expected =
        [("x", Some(false)), ("x", Some(false)), ("E", Some(true)), ("y", None), ("x", Some(false)), ("x", Some(true))];
    assert_eq!(types, expected.map(|(name, scope)| (name.to_string(), scope)));
}

#[test]
fn contracts_are_attached() {
    let text = "//@ requires 0 < n <= M && \\valid(a + (0 .. n-1)) ==> n > 1;\n\
        /*@ requires ok: \\separated(a+(0..n-1), &n);\n  @ ensures \\result == 0; */\nint f(int *a, int n) { return 0; }";
    let unit = read(&format!("#define M 9\n{text}"));
    let dump = unit.tree.dump();
    let first = "(requires (==> (&& (&& (< 0 n) (<= n 9)) (Valid (+ a (.. 0 (- n 1))))) (> n 1)))";
    assert!(dump.contains(first), "{dump}");
    assert!(dump.contains("(requires (Separated (+ a (.. 0 (- n 1))) (& n))) (ignored ensures)"), "{dump}");
    assert_eq!(unit.rendered(), ["t.c:4:5: warning: `ensures` of ACSL is ignored"]);
    let resolved = unit.tree.items.iter().find_map(|item| match item {
        Item::Function(decl) => match &unit.tree[*decl].kind {
            DeclKind::Function(function) => function.contract.as_ref().map(|contract| contract.clauses[0].kind.clone()),
            _ => None,
        },
        _ => None,
    });
    assert!(matches!(resolved, Some(ClauseKind::Requires(_))));
    for text in
        ["/*@ requires \\forall x; */ int f(void);", "int f(void) { /*@ loop invariant 1; */ while (1) ; }", "/*@ x */"]
    {
        let messages = messages(text);
        assert!(
            !messages.is_empty() && messages.iter().all(|message| message.contains("warning")),
            "{text}: {messages:?}"
        );
    }
}

#[test]
fn assertions_keep_text_and_place() {
    let unit = read("#include <assert.h>\n#define N 3\nvoid f(int x) {\n  assert(x < N && \"no\");\n}");
    assert!(!unit.failed());
    let found = unit.tree.exprs.iter().find_map(|expr| match &expr.kind {
        ExprKind::Assert { condition, text } => Some((expr, *condition, text.clone())),
        _ => None,
    });
    let (expr, condition, text) = found.expect("an assertion");
    assert_eq!(&*text, "x < N && \"no\"");
    let sources = &unit.tree.sources;
    let position = sources.presumed(sources.user(expr.place));
    assert_eq!((position.file, position.line, position.column), ("t.c", 4, 3));
    assert_eq!(sources.text(sources.user(unit.tree[condition].place)), "x < N && \"no\"");
}

#[test]
fn all_mistakes_are_reported_with_what_was_expected() {
    let text = "int a = ;\nint f(void) {\n  int x = 1\n  x = 2;\n  if (x { x = 3; }\n  return x +;\n}\nfoo y;\nint g(void) { return 0; }\n\
        int h(int a { }\nstruct { int x };\nint z[3;\nint end;\n";
    let unit = read(text);
    let lines: Vec<String> = unit.rendered();
    for (line, part) in [
        (1, "expected an expression, not `;`"),
        (4, "expected `;` or `,` behind a declaration, not `x`"),
        (5, "expected `)` behind the condition of `if`, not `{`"),
        (6, "expected an expression, not `;`"),
        (8, "unknown type `foo`"),
        (10, "expected `)` or `,` behind a parameter, not `{`"),
        (12, "expected `]` behind the size of an array, not `;`"),
    ] {
        let found = lines.iter().any(|message| message.starts_with(&format!("t.c:{line}:")) && message.contains(part));
        assert!(found, "line {line}, {part}: {lines:#?}");
    }
    let dump = unit.tree.dump();
    assert!(dump.contains("(g (fn () int) { (return 0) })") && dump.contains("(end int)"), "{dump}");
    for (text, part) in [
        ("int x = 08;", "`8` is no digit of base 8"),
        ("int f(void) { else ; }", "`else` without `if`"),
        ("int f(void) { return 0;", "expected `}` at the end of the block"),
        ("}", "`}` without `{`"),
        ("unsigned float x;", "these words make no type"),
        ("int int x;", "these words make no type"),
        ("static extern int x;", "two storage classes"),
        ("typedef int T; int f(void) { return T; }", "not the type `T`"),
        ("int x; typedef int x;", "declared again as something else"),
        ("int f(int a, int a);", "two parameters of the name `a`"),
        ("int f(void) { if (1) int x; }", "put it in `{ }`"),
        ("int x = `;", "expected an expression, not ``"),
        ("int f(void) = 3;", "no object"),
        ("int f(foo);", "parameters without types"),
        ("int (*f)(foo);", "parameters without types"),
        ("int f(int g(foo));", "parameters without types"),
        ("int x = sizeof(int (*)(foo));", "parameters without types"),
    ] {
        let lines = messages(text);
        assert!(lines.iter().any(|line| line.contains(part) && line.contains("error")), "{text}: {lines:?}");
    }
}

#[test]
fn nesting_costs_no_stack() {
    let deep = 20_000;
    let nest = |before: &str, open: &str, inner: &str, close: &str, behind: &str| {
        format!("{before}{}{inner}{}{behind}", open.repeat(deep), close.repeat(deep))
    };
    for text in [
        nest("int f(int x) { return ", "(", "x", ")", "; }"),
        nest("int f(int x) { return ", "-~!*&", "x", "", "; }"),
        nest("int f(int x) { return ", "(int)", "x", "", "; }"),
        nest("int f(int x) { return ", "x ? 1 : ", "x", "", "; }"),
        nest("int f(int x) { return ", "x ? ", "x", " : 1", "; }"),
        nest("int f(int x) { return ", "f(", "x", ")", "; }"),
        nest("int a[1]; int f(int x) { return ", "a[", "x", "]", "; }"),
        nest("int f(int x) { return ", "x + ", "x", "", "; }"),
        nest("int f(int x) { ", "x = ", "x", "", "; }"),
        nest("int f(int x) { ", "{", "x;", "}", " }"),
        nest("int f(int x) { ", "if (x) x; else ", "x;", "", " }"),
        nest("int f(int x) { ", "while (x) ", "x;", "", " }"),
        nest("int f(int x) { switch (x) { ", "case 1: ", "x;", "", " } }"),
        nest("int f(int x) { ", "l: ", "x;", "", " }"),
        nest("int a[] = ", "{", "1", "}", ";"),
        nest("int ", "(*", "x", ")", ";"),
        nest("int ", "*", "x", "", ";"),
        nest("int x", "[1]", "", "", ";"),
        nest("int x = ", "sizeof (", "1", ")", ";"),
    ] {
        let unit = read(&text);
        assert!(!unit.failed(), "{} …: {:?}", &text[..40], unit.rendered());
    }
}

#[test]
fn nesting_of_different_constructs_is_refused_when_it_is_deep() {
    let deep = 10_000;
    for (before, open, inner, close) in [
        ("int f(int x) { return ", "({", "x;", "});"),
        ("", "struct {", "int x;", "} a;"),
        ("int f(", "int g(", "int", ")"),
        ("int y = ", "sizeof(int[", "3", "])"),
        ("int y = ", "(int){", "3", "}"),
        ("", "typeof(", "int", ") x"),
        ("int y = ", "_Generic(", "1", ", int: 1)"),
        ("int f(void) {", "int f(void) {", "", "}"),
    ] {
        let text = format!("{before}{}{inner}{};", open.repeat(deep), close.repeat(deep));
        let lines = messages(&text);
        let refused = lines.iter().any(|line| line.contains("levels deep"));
        assert!(refused, "{before}{open}: {:?}", lines.first());
    }
}

#[test]
fn halves_of_programs_give_messages_and_an_end() {
    let text = "typedef struct s { int a[3], b : 2; } T;\n/*@ requires n > 0; */ int f(T *p, int n) {\n\
        for (int i = 0; i < n; i++) { if (p->a[i] == (int) sizeof(T)) goto out; else do n--; while (n > 0 ? 1 : 0); }\n\
        switch (n) { case 1 ... 2: break; default: return ({ int x = { 1 }; x; }); }\nout: return _Generic(n, int: 1);\n}\n\
        enum e { A = 1, B } e[] = { [1] = A, B };\nint (*g(int, ...))(void);\n#define M(x) x + #x\nint y = M(2);\n";
    for end in (0..text.len()).step_by(3) {
        read(&text[..end]);
        read(&text[end..]);
        // Any token may be missing, or be there twice.
        let skipped = format!("{}{}", &text[..end], &text[(end + 1).min(text.len())..]);
        read(&skipped);
    }
    assert!(!read(text).failed(), "{:?}", read(text).rendered());
}
