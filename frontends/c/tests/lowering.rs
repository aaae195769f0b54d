//! What programs do after lowering: which check fails first, what is refused, what is an error.

mod common;

use common::run_entry;
use horn_c::Options;
use horn_frontend::encode::Site;
use horn_frontend::interp::{Choices, End, Value};
use horn_frontend::ir::{CheckKind, Program, TypeId, TypeKind};
use horn_solver::num::Int;

/// Gives these numbers, one after the other, wherever a number is asked for.
struct Given(Vec<i64>, usize);

impl Choices for Given {
    fn choose(&mut self, _: Site, ty: TypeId) -> Option<Value> {
        // Truth values and arrays take what they get.
        (ty != TypeId::BOOL).then_some(())?;
        let value = *self.0.get(self.1)?;
        self.1 += 1;
        Some(Value::Int(Int::from(value)))
    }
}

/// The program, and what was said about it.
fn read(text: &str) -> (Program, Vec<String>) {
    match common::read("t.c", text, &Options { library: true, ..Options::default() }) {
        Ok(read) if read.warnings.is_empty() => (read.program, read.refused),
        Ok(read) => (Program::new(), read.warnings),
        Err(errors) => (Program::new(), errors),
    }
}

/// How the program ends with these nondeterministic values.
fn end_with(text: &str, given: &[i64]) -> Result<Option<CheckKind>, String> {
    let (program, said) = read(text);
    let Some(run) = run_entry(&program, &mut Given(given.to_vec(), 0), 1_000_000) else {
        return Err(said.join("; "));
    };
    match run.end {
        End::Returned | End::Blocked => Ok(None),
        End::Failed(check) => Ok(Some(program.checks[check.index()].kind)),
        other => Err(format!("{other:?}")),
    }
}

fn end(text: &str) -> Result<Option<CheckKind>, String> {
    end_with(text, &[])
}

/// The end of a `main` with this body.
fn body(text: &str) -> Result<Option<CheckKind>, String> {
    end(&format!("extern void __VERIFIER_error(void);\nint main(void) {{ {text} return 0; }}\n"))
}

const FINE: Result<Option<CheckKind>, String> = Ok(None);

fn fails(kind: CheckKind) -> Result<Option<CheckKind>, String> {
    Ok(Some(kind))
}

/// How programs end that have this in front of `main`, each with its body.
fn each_ends(front: &str, cases: &[(&str, Result<Option<CheckKind>, String>)]) {
    for (text, wanted) in cases {
        let text = format!("{front}int main(void) {{ {text} return 0; }}");
        let main = text.lines().last();
        assert_eq!(&end(&text), wanted, "{main:?}: {:?}", read(&text).1);
    }
}

#[test]
fn undefined_operations_are_checks() {
    for (text, kind) in [
        ("int x = 2147483647; x = x + 1;", CheckKind::Overflow),
        ("int x = -2147483647 - 1; x = -x;", CheckKind::Overflow),
        ("int x = -2147483647 - 1, y = -1; x = x / y;", CheckKind::Overflow),
        ("int x = -2147483647 - 1, y = -1; x = x % y;", CheckKind::Overflow),
        ("int x = 2147483647; x++;", CheckKind::Overflow),
        ("int x = 0; x = 3 / x;", CheckKind::Division),
        ("unsigned x = 0; x = 3 % x;", CheckKind::Division),
        ("int x = 32; x = 1 << x;", CheckKind::Shift),
        ("int x = -1; x = 1 >> x;", CheckKind::Shift),
        ("int a[3]; int i = 3; a[i] = 1;", CheckKind::Index),
        ("int a[3]; int i = -1; i = a[i];", CheckKind::Index),
        ("int a[2][3]; int i = 3; a[1][i] = 1;", CheckKind::Index),
        ("int n = 0; int a[n]; a[0] = 1;", CheckKind::ArraySize),
        ("int n = 2; int a[n]; a[2] = 1;", CheckKind::Index),
        ("int n = 2; int a[n]; n = 5; a[2] = 1;", CheckKind::Index),
        ("int n = 2, *p = &n; int a[n]; *p = 5; a[2] = 1;", CheckKind::Index),
        ("for (int n = 1; n < 4; n++) { int a[n]; a[n - 1] = 1; a[2 - n % 2] = 1; }", CheckKind::Index),
        ("int x; int *p = &x; p++; *p = 1;", CheckKind::Dereference),
        ("int *p = 0; *p = 1;", CheckKind::Dereference),
        ("double d = 1e300; int x = d;", CheckKind::Range),
        ("double d = 1e300; d = d * d; int x = d;", CheckKind::Range),
        ("double d = 0; d = d / d; unsigned char x = d;", CheckKind::Range),
        ("float d = 2147483648.0f; int x = d;", CheckKind::Range),
        ("double d = -1; d += 1e-12; unsigned x = d; x = 1 / x;", CheckKind::Division),
        ("__VERIFIER_error();", CheckKind::Assertion),
        // The value of a conditional is in the type of neither operand.
        ("unsigned char c = 1; int i = -5, k = 3; i = (c - 1 ? c : i) + k++; i = 1 / (i + 2);", CheckKind::Division),
    ] {
        assert_eq!(body(text), fails(kind), "{text}");
    }
}

#[test]
fn defined_operations_are_none() {
    for text in [
        "unsigned x = 4294967295u; x = x + 1; if (x) __VERIFIER_error();",
        "unsigned char c = 255; c++; if (c != 0) __VERIFIER_error();",
        "signed char c = 127; c++; if (c != -128) __VERIFIER_error();",
        "int x = -7; if (x / 2 != -3 || x % 2 != -1 || x >> 1 != -4) __VERIFIER_error();",
        "unsigned u = 1; int i = -1; if (i < u) __VERIFIER_error();",
        "if (sizeof(int) - 5 < 0) __VERIFIER_error();",
        "long l = 2147483647; l = l + 1; if (l != 2147483648) __VERIFIER_error();",
        "short s = 70000; if (s != 4464) __VERIFIER_error();",
        "int x = 5; if ((x & 3) != 1 || (x ^ 1) != 4 || ~x != -6 || (-x & 3) != 3) __VERIFIER_error();",
        "int x = 3; int y = x++ + 1; if (y != 4 || x != 4) __VERIFIER_error();",
        "int a[3] = { 1, [2] = 5 }; if (a[0] + a[1] + a[2] != 6) __VERIFIER_error();",
        "int a[3]; int *p = a; *p++ = 1; *p = 2; if (a[0] != 1 || a[1] != 2 || p - a != 1) __VERIFIER_error();",
        "int x = 1; { int x = 2; x++; } if (x != 1) __VERIFIER_error();",
        "int i = 0; while (1) { if (++i == 5) break; else continue; } if (i != 5) __VERIFIER_error();",
        "int i = 0; do i++; while (i < 3); if (i != 3) __VERIFIER_error();",
        "int x = 0; switch (x + 2) { case 1: x = 9; case 2: x = 4; break; default: x = 7; } if (x != 4) \
         __VERIFIER_error();",
        "int x = 0, y = 0; if (x && ++y) ; if (!x || ++y) ; if (y) __VERIFIER_error();",
        "_Bool b = 256; if (b != 1) __VERIFIER_error();",
        "struct { int a; short b[2]; } s = { 1, { 2, 3 } }, t; t = s; t.b[1] = 9; if (s.b[1] != 3 || t.b[1] != 9) \
         __VERIFIER_error();",
        "int i = 0; again: if (i < 4) { i++; goto again; } if (i != 4) __VERIFIER_error();",
        "int *p = 0; if (p) __VERIFIER_error(); int x; p = &x; if (!p) __VERIFIER_error();",
        "enum e { A, B = 7, C } e = C; if (e != 8) __VERIFIER_error();",
        "long long x = 1LL << 40; if ((int)x != 0 || (x >> 38) != 4) __VERIFIER_error();",
        "float f = 16777216; f = f + 1; if (f != 16777216) __VERIFIER_error();",
        "double d = -2.7; if ((int)d != -2) __VERIFIER_error();",
        "static int a[0.5 + 0.25 == 0x1.8p-1 ? 3 : -1]; if (sizeof a != 12 || 0.1f == 0.1) __VERIFIER_error();",
        "double d = -2.5; if (__builtin_fabs(d) != 2.5 || __builtin_floor(d) != -3) __VERIFIER_error();",
    ] {
        assert_eq!(body(text), FINE, "{text}");
    }
}

/// What no sanitizer sees is here; the rest is in `horn-benchmarks/c/pointer`.
#[test]
fn pointers_to_what_has_ended_are_noticed() {
    use CheckKind::{Dereference, Pointer};
    for (text, kind) in [
        ("int *p = 0; for (int i = 0; i < 2; i++) { int x = i; if (p) *p = 1; p = &x; }", Dereference),
        ("int *p = 0; for (int n = 1; n < 3; n++) { int a[n]; if (p) p[0] = 1; p = a; }", Dereference),
        ("int n = 0, *p = 0; again:; int a[n + 1]; if (p) p[0] = 1; p = a; if (n++ < 1) goto again;", Dereference),
        ("int n = 0, *p = 0; { again:; int x; p = &x; } if (n++ < 1) goto again; *p = 1;", Dereference),
        ("int *p, *q; { int x[2]; p = x; q = x + 1; } if (p == q) __VERIFIER_error();", Pointer),
        ("int *p; { int x[2]; p = x; } p++;", Pointer),
        ("int *p, x; { int y; p = &y; } p = p; int *q = p; *q = 1;", Dereference),
        ("int *p; do { int y; p = &y; } while (0); *p = 1;", Dereference),
        ("int c = 1; int *p = &c; switch (c) { int y; case 1: p = &y; } *p = 1;", Dereference),
        ("int *p = 0; p = p + 1;", Pointer),
        ("int a[3], *p = a; p = 0; int *q = p - 1;", Pointer),
        ("int a[3], *p = a; p = 0; long d = p - a;", Pointer),
        ("int a[3]; int *p = &a[4];", Pointer),
        ("int a[3]; int *p = &a[-1];", Pointer),
        ("int n = 3; int a[n]; int *p = &a[n + 1];", Pointer),
        ("const int x = 1; int *p = (int *)&x; *p = 2;", Pointer),
        ("int *p = 0; int y; if (y = 0, y) p = &y; *p = 1;", Dereference),
        ("const struct { int a[2]; } s = { { 1, 2 } }; int *p = (int *)s.a; p[1] = 2;", Pointer),
    ] {
        assert_eq!(body(text), fails(kind), "{text}");
    }
    for text in [
        "int x = 0, *p = &x; { int *q = p; { p = q; } } *p = 1;",
        "int *p = 0; { int x; p = &x; *p = 1; } if (!p) __VERIFIER_error(); p = 0; if (p) __VERIFIER_error();",
        "int i = 0, s = 0; { again:; int x = i, *p = &x; s += *p; if (++i < 4) goto again; } if (s != 6) \
         __VERIFIER_error();",
        "int a[3]; int *p = &a[3]; if (p - a != 3 || &a[1] == p) __VERIFIER_error();",
        "int n = 2; for (int i = 0; i < 2; i++) { int a[n], *p = &a[n]; p--; *p = i; if (a[1] != i) \
         __VERIFIER_error(); }",
        "int *p = 0; p = p + 0; if (p) __VERIFIER_error();",
        "const int x = 1, a[2] = { 1, 2 }; const int *p = &x; if (*p + a[1] != 3) __VERIFIER_error();",
        "int x; { int *p; { p = &x; } *p = 3; } if (x != 3) __VERIFIER_error();",
    ] {
        assert_eq!(body(text), FINE, "{text}");
    }
}

#[test]
fn pointers_to_one_of_several_objects_are_followed() {
    use CheckKind::{Dereference, Free, Pointer};
    for text in [
        "int x = 1, y = 2, c = 1, *p = &x; if (c) p = &y; *p = 5; if (x != 1 || y != 5) __VERIFIER_error();",
        "int x = 1, y = 2, c = 0, *p = c ? &x : &y; *p += 3; if (x != 1 || y != 5 || *p != 5) __VERIFIER_error();",
        "int a[3] = { 1, 2, 3 }, b[5] = { 9, 8, 7, 6, 5 }, *p = a, s = 0; for (int i = 0; i < 8; i++) { if (i == 3) p \
         = b; s += *p++; } if (s != 41 || p != b + 5) __VERIFIER_error();",
        "int x = 1, y = 2, *p = &x, *q = &y, *t; t = p; p = q; q = t; if (*p != 2 || *q != 1 || p == q || p != &y) \
         __VERIFIER_error();",
        "int x, y, *p = 0; if (p == &x || p == &y || p) __VERIFIER_error(); p = &x; if (p != &x || p == &y) \
         __VERIFIER_error(); p = &y; if (!p || p == &x) __VERIFIER_error();",
        "struct { int u, v; } s = { 1, 2 }; int *p = &s.u; *p = 3; p = &s.v; *p = 4; if (s.u != 3 || s.v != 4) \
         __VERIFIER_error();",
        "struct t { int u; } s = { 1 }, r = { 2 }, *p = &s; p->u = 7; p = &r; p->u++; if (s.u != 7 || r.u != 3) \
         __VERIFIER_error();",
        "int x = 1, *p = &x; { int y = 2; p = &y; *p = 3; p = &x; } *p = 4; if (x != 4) __VERIFIER_error();",
        "int a[2] = { 1, 2 }, b[2] = { 3, 4 }, i = 0, *p = a; p = b; p[i++] = 9; if (b[0] != 9 || a[0] != 1 || i != \
         1) __VERIFIER_error();",
    ] {
        assert_eq!(body(text), FINE, "{text}");
    }
    for (text, kind) in [
        ("int a[3], b[5], *p = a; p = b; p[4] = 1; p = a; p[3] = 1;", Dereference),
        ("int a[3], x, *p = &x; p[0] = 1; p = a; p[2] = 1; p = &x; p[1] = 1;", Dereference),
        ("int x, *p = &x; { int y; p = &y; } *p = 1;", Dereference),
        ("int x, z = 0, *p = &x; { int y; if (z) p = &y; } *p = 1; { int w; p = &w; } *p = 1;", Dereference),
        ("int x, y, *p = &x; p = &y; p = 0; *p = 1;", Dereference),
        ("int x, y, *p = &x; p = &y; p = 0; p++;", Pointer),
        ("int x; const int y = 1; int *p = &x; *p = 1; p = (int *)&y; *p = 2;", Pointer),
        ("int x, y, *p = &x; { int z; p = &z; } if (p == &y) return 1;", Pointer),
        ("int x, y, *p = &x, **q = &p; p = &y; *q = 0; *p = 1;", Dereference),
    ] {
        assert_eq!(body(text), fails(kind), "{text}");
    }
    let text = "extern void __VERIFIER_error(void);
        int f(int *p, int c) { int own = 7; if (c) p = &own; *p += 1; return *p; }
        int g(int *p, int *q, int c) { int *r = q; if (c) r = p; *r = 5; return p == r; }
        int main(void) {
          int x = 1, y = 2;
          if (f(&x, 0) != 2 || x != 2 || f(&x, 1) != 8 || x != 2) __VERIFIER_error();
          if (g(&x, &y, 0) != 0 || y != 5 || x != 2 || g(&x, &y, 1) != 1 || x != 5) __VERIFIER_error();
          if (g(&x, &x, 0) != 1) __VERIFIER_error();
          return 0; }";
    assert_eq!(end(text), FINE);
    let text = |last: &str| {
        format!(
            "#include <stdlib.h>\nextern void __VERIFIER_error(void);
            int sum(int *a, int *b) {{ *a += 1; return *a + *b; }}
            int main(void) {{
              int *a = malloc(8), *b = malloc(4), x = 1, *p = a, *q = &x;
              a[0] = 10; b[0] = 20;
              if (sum(p, q) != 12 || sum(q, p) != 13) __VERIFIER_error();
              p = b; q = a;
              if (sum(p, q) != 32 || sum(q, q) != 24 || x != 2 || *b != 21) __VERIFIER_error();
              free(p); free(q); {last} return 0; }}"
        )
    };
    assert_eq!(end(&text("")), FINE);
    assert_eq!(end(&text("free(a);")), fails(Free));
    assert_eq!(end(&text("p = a; *p = 1;")), fails(Dereference));
    assert_eq!(end(&text("p = b; if (p == q) return 1;")), fails(Pointer));
}

#[test]
fn constants_are_not_assigned() {
    for text in
        ["const int x = 1; x = 2;", "const int a[2] = { 1, 2 }; a[1]++;", "const struct { int a; } s = { 1 }; s.a = 2;"]
    {
        let (_, said) = read(&format!("int main(void) {{ {text} return 0; }}"));
        assert!(said.iter().any(|line| line.contains("is declared `const`")), "{text}: {said:?}");
    }
    let (_, said) =
        read("int f(const int *p) { p++; return *p; } int main(void) { const int a[2] = { 1, 2 }; return f(a); }");
    assert!(said.is_empty(), "{said:?}");
}

#[test]
fn calls_change_the_objects_of_their_callers() {
    let text = "extern void __VERIFIER_error(void);
        int g = 1; static int t[4];
        void set(int *p, int n, int v) { for (int i = 0; i < n; i++) p[i] = v; }
        void swap(int *a, int *b) { int c = *a; *a = *b; *b = c; }
        int both(int *a, int *b) { *a = 1; *b = 2; return *a; }
        void bump(int *p) { *p += 1; g += 10; }
        int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
        int main(void) {
          int a[5], x = 3, y = 4;
          set(a, 5, 7); set(t + 1, 2, 5); swap(&x, &y); bump(&g);
          if (a[4] != 7 || t[0] || t[1] != 5 || t[2] != 5 || t[3] || x != 4 || y != 3 || g != 12) __VERIFIER_error();
          if (both(&x, &y) != 1 || both(&x, &x) != 2 || both(a, a + 1) != 1) __VERIFIER_error();
          if (fact(5) != 120) __VERIFIER_error();
          set(a, 6, 0);
          return 0; }";
    assert_eq!(end(text), fails(CheckKind::Dereference));
    assert_eq!(end(&text.replace("set(a, 6, 0);", "")), FINE);
}

#[test]
fn allocated_memory_is_an_array() {
    let text = |size: &str, index: &str| {
        format!(
            "#include <stdlib.h>\nint main(void) {{ int n = 3; int *a = malloc({size}); if (!a) return 1; a[{index}] \
             = 4;
             int s = a[{index}]; free(a); return s; }}"
        )
    };
    assert_eq!(end(&text("n * sizeof(int)", "2")), FINE);
    assert_eq!(end(&text("sizeof(int) * n", "3")), fails(CheckKind::Dereference));
    assert_eq!(end(&text("11", "1")), FINE);
    assert_eq!(end(&text("11", "2")), fails(CheckKind::Dereference));
    let after = "#include <stdlib.h>\nint main(void) { int *a = malloc(8); a[0] = 1; free(a); return a[0]; }";
    assert_eq!(end(after), fails(CheckKind::Dereference));
}

#[test]
fn asserts_stand_at_calls_of_wrappers() {
    let text = "extern void reach_error(void); extern void abort(void); extern int __VERIFIER_nondet_int(void);
        void assume_abort_if_not(int c) { if (!c) { abort(); } }
        void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } return; }
        int main(void) { int x = __VERIFIER_nondet_int(); assume_abort_if_not(x > 3); __VERIFIER_assert(x != 7); \
        return 0; }";
    assert_eq!(end_with(text, &[7]), fails(CheckKind::Assertion));
    assert_eq!(end_with(text, &[8]), FINE);
    assert_eq!(end_with(text, &[0]), FINE);
    let (program, _) = read(text);
    let check = program.checks.iter().find(|check| check.kind == CheckKind::Assertion).expect("a check");
    assert!(
        text[check.loc.span.start as usize..].starts_with("(x != 7)")
            || text[check.loc.span.start as usize..].starts_with("__VERIFIER_assert(x != 7)")
    );
}

#[test]
fn what_is_not_modelled_stops_the_run_and_is_named() {
    for (text, what) in [
        ("int i = 1; i = i++;", "without an order"),
        ("int i = 1; int a[3]; a[i] = i++;", "without an order"),
        ("int i = 1; i = i++ + ++i;", "without an order"),
        ("int i = 1; i = (char)(i = 300);", "without an order"),
        ("int i = 1; i += (i = 3);", "without an order"),
        ("int x, y, *p = &x; if (x) p = &y; return p < &x;", "into two objects"),
        (
            "int a, b, c, d, e, f, g, h, i, *p = &a; p = &b; p = &c; p = &d; p = &e; p = &f; p = &g; p = &h; p = &i; \
             *p = 1;",
            "one of several objects",
        ),
        ("int x; char *p = (char *)&x; *p = 1;", "points to an object of type"),
        ("int *q[2]; { int x; q[0] = &x; }", "kept beyond the block"),
        ("struct { int *p; } s, t; int x = 1; s.p = &x; memcpy(&t, &s, sizeof s);", "bytes that are pointers"),
        ("struct { int x[2]; } a[3]; int i = 1, *p = a[i].x; *p = 1;", "a part of an element"),
        ("struct { int x, y; } a[3]; int *p = &a[1].y; p++;", "arithmetic on a pointer to a member"),
        ("struct { int x, y; } a[3]; int *p = &a[1].y, *q = &a[0].y; if (p < q) p = q;", "ordered"),
        ("struct s { int x, y; } a; int b; struct s *p = (struct s *)((char *)&b - 4); p->x = 1;", "no member"),
        ("union { int a; float b; } u, *p = &u; float *q = &p->b; *q = 1;", "a part of a union"),
        ("int v = 1; volatile int *p = &v; *p = 2;", "volatile"),
        ("long double d = 1; d = d + 1;", "long double"),
        ("int x = ({ int y = 1; if (y) goto out; y; }); out: x = 1;", "a statement expression"),
        ("struct { long long a : 40; } s; s.a = 1;", "bit-field"),
        ("char *p = \"a\", *q = \"a\"; if (p == q) p++;", "string literals"),
        ("extern int f(int); void *p = (void *)f; if (p) p = 0;", "a pointer to a function"),
        ("goto in; while (1) { in: break; }", ""),
    ] {
        let full = format!("#include <string.h>\nint main(void) {{ {text} return 0; }}");
        let (_, said) = read(&full);
        if what.is_empty() {
            continue;
        }
        assert!(said.iter().any(|line| line.contains(what)), "{text}: {said:?}");
        assert_eq!(end(&full), fails(CheckKind::Unsupported), "{text}");
    }
}

#[test]
fn what_a_union_does_not_hold_is_not_modelled() {
    let unsupported = fails(CheckKind::Unsupported);
    let union = "union { unsigned w; unsigned char b[4]; float f; } u; ";
    for (text, wanted) in [
        ("u.w = 1; if (u.w != 1) __VERIFIER_error();", FINE),
        ("u.b[0] = 1; u.b[1] = 2; if (u.b[0] != 1) __VERIFIER_error();", FINE),
        ("u.w = 1; u.f = 1; u.w = 2; if (u.w != 2) __VERIFIER_error();", FINE),
        ("u.w = 513; if (u.b[0] != 1 || u.b[1] != 2) __VERIFIER_error();", FINE),
        ("u.w = 513; u.b[0] = 3; if (u.w != 515) __VERIFIER_error();", FINE),
        ("u.f = 1; u.b[0] = 1;", unsupported.clone()),
        ("u.w = 1; u.f++;", unsupported.clone()),
        ("union { long long l; int i; } v; v.l = 5; v.i = 1; if (v.l) u.w = 1;", unsupported.clone()),
        ("union { struct { char c; int i; } s; long long l; } v; v.s.i = v.s.c = 1; v.l++;", unsupported.clone()),
        ("union { int *p; long l; } v; v.l = 0; if (v.p) u.w = 1;", unsupported.clone()),
        ("union { _Bool b; char c; } v; v.c = 2; if (v.b) u.w = 1;", unsupported.clone()),
        ("static union { int a, b; } z; if (z.b) __VERIFIER_error();", FINE),
        ("union { int a; float b; } y = { .b = 1 }, z = y; if (z.b != 1) __VERIFIER_error();", FINE),
        ("union { int a; float b; } y = { .b = 1 }, z = y; z.a++;", unsupported),
    ] {
        assert_eq!(body(&format!("{union}{text}")), wanted, "{text}");
    }
}

#[test]
fn a_volatile_object_may_hold_anything_else() {
    // Nothing is known of the value, and no failure that depends on it is sure.
    let text = "int main(void) { volatile int v = 1; int x = v; if (x != 1) return 1 / 0; return 0; }";
    let (program, said) = read(text);
    assert!(said.is_empty(), "{said:?}");
    let origins = program.procedures().flat_map(|(_, procedure)| procedure.origins.vars.values());
    assert!(origins.into_iter().any(|origin| origin.contains("volatile object \"v\"")));
}

#[test]
fn functions_of_the_library_fail_as_they_should() {
    for (text, wanted) in [
        ("char b[4]; strcpy(b, \"abc\"); if (strlen(b) != 3) __VERIFIER_error();", FINE),
        ("char b[3]; strcpy(b, \"abc\");", fails(CheckKind::Dereference)),
        ("char b[8] = \"ab\"; strcat(b, \"cd\"); if (strcmp(b, \"abcd\")) __VERIFIER_error();", FINE),
        ("char b[4] = \"ab\"; strcat(b, \"cd\");", fails(CheckKind::Dereference)),
        ("char b[2] = {'a', 'b'}; if (strlen(b)) b[0] = 0;", fails(CheckKind::Dereference)),
        ("int a[4]; memset(a, 255, sizeof a); if (a[3] != -1) __VERIFIER_error();", FINE),
        ("int a[4]; memset(a + 1, 0, 3 * sizeof *a); if (a[1]) __VERIFIER_error();", FINE),
        ("int a[4]; memset(a + 2, 0, 3 * sizeof *a);", fails(CheckKind::Index)),
        ("int a[3] = {1, 2, 3}, b[2]; memcpy(b, a + 1, 8); if (b[1] != 3) __VERIFIER_error();", FINE),
        ("int a[3] = {1, 2, 3}, b[2]; memcpy(b, a, sizeof a);", fails(CheckKind::Index)),
        ("char a[5] = \"abcd\"; memmove(a + 1, a, 3); if (strcmp(a, \"aabc\")) __VERIFIER_error();", FINE),
        ("char a[5] = \"abcd\"; memmove(a, a + 1, 3); if (strcmp(a, \"bcdd\")) __VERIFIER_error();", FINE),
        ("char a[5] = \"abcd\"; memcpy(a, a + 1, 3);", fails(CheckKind::Unsupported)),
        ("int a[3]; memset(a, 1, 5);", fails(CheckKind::Unsupported)),
        ("struct { int x; char c[3]; } s = {1}, t; memcpy(&t, &s, sizeof s); if (t.x != 1) __VERIFIER_error();", FINE),
        ("char *p = \"abc\"; *p = 'x';", fails(CheckKind::Pointer)),
    ] {
        let text = format!(
            "#include <string.h>\nextern void __VERIFIER_error(void);\n#define n 7\nint main(void) {{ {text} return \
             0; }}"
        );
        assert_eq!(end(&text), wanted, "{text}");
    }
}

#[test]
fn texts_that_are_printed_are_read() {
    let deref = || fails(CheckKind::Dereference);
    for (text, wanted) in [
        ("printf(\"%d %s\\n\", 3, \"abc\");", FINE),
        ("char b[3] = \"ab\"; printf(\"%5s|%-*s\", b, 4, b);", FINE),
        ("char b[2] = {'a', 'b'}; printf(\"%d %s\", 1, b);", deref()),
        ("char b[2] = {'a', 'b'}; printf(\"%.2s\", b);", FINE),
        ("char b[2] = {'a', 'b'}; printf(\"%.*s\", 2, b);", FINE),
        ("char b[2] = {'a', 'b'}; printf(\"%.3s\", b);", deref()),
        ("char *p = 0; puts(p);", deref()),
        ("char *p = 0; fprintf(stderr, \"%%s %c %s\", 'c', p);", deref()),
        ("char *p = 0; printf(\"%p\", (void *)p);", FINE),
        ("fputs(\"x\", stdout); fputc('x', stderr); fflush(stdout);", FINE),
        ("char b[3] = \"ab\"; printf(b);", fails(CheckKind::Unsupported)),
    ] {
        let text = format!("#include <stdio.h>\nint main(void) {{ {text} return 0; }}");
        assert_eq!(end(&text), wanted, "{text}");
    }
}

#[test]
fn what_changes_a_part_of_an_object_has_an_order() {
    let front = "struct ring { int cells[4]; unsigned head, tail; };\n\
                 static void put(struct ring *r, int v) { r->cells[r->head++ % 4u] = v; }\n\
                 static int get(struct ring *r) { return r->cells[r->tail++ % 4u] + 0; }\n\
                 struct node { int v[2]; int n; } nodes[2];\n\
                 static void set(struct node *all, int at) { all[at].v[all[at].n++] = 3; }\n";
    for (text, wanted) in [
        ("struct ring r = {.head = 0}; put(&r, 7); put(&r, 8); if (get(&r) + 0 != 7) return 1 / 0;", FINE),
        ("set(nodes, 1); if (nodes[1].n != 1 || nodes[1].v[0] != 3) return 1 / 0;", FINE),
        ("struct ring r = {.head = 0}; r.cells[r.head++] = r.head;", fails(CheckKind::Unsupported)),
        ("struct node *p = nodes; p->n = p->v[p->n++];", fails(CheckKind::Unsupported)),
    ] {
        let text = format!("{front}int main(void) {{ {text} return 0; }}");
        assert_eq!(end(&text), wanted, "{text}");
    }
}

#[test]
fn pointers_that_are_kept_in_objects_are_followed() {
    let error = "extern void __VERIFIER_error(void); void *malloc(unsigned long); void free(void *);
        struct n { int v; struct n *next; int *p; }; struct v { int n; int *at; };
        static int rest(struct n *n) { return n ? n->v + 1 : 0; }
        static struct n *new(int v, struct n *next) {
            struct n *n = (struct n *)malloc(sizeof *n); n->v = v; n->next = next; n->p = 0; return n; }
        static void push(struct v *v, int x) { v->at[v->n++] = x; }
        static void drop(void *p) { free(p); }
        struct t { int n; int d[3]; };
        static struct t *row(int v) { struct t *t = (struct t *)malloc(sizeof *t); t->n = 0; t->d[2] = v; return t; }
        static int *g; static struct n *head; static const char *const names[] = { \"one\", \"two\" };
        static void note(int *p) { g = p; }
        static int *shared, fixed; void *memset(void *, int, unsigned long);
        static int use(int n) { return n ? use(n - 1) : *shared; }
        static int fact(struct n *n) { return n->v <= 1 ? 1 : fact(n->next) + 1; }\n";
    use CheckKind::{Assertion, Dereference, Free, Index, Unsupported};
    let cases = [
        ("struct n b = {2}, a = {1, &b}; a.next->v = 5; if (b.v != 5 || rest(a.next) != 6) __VERIFIER_error();", FINE),
        (
            "struct n b = {2}, a = {1, &b}; if (a.next->next) __VERIFIER_error(); a.next->next->v = 1;",
            fails(Dereference),
        ),
        ("struct n a = {1}, b = a; b.p = &a.v; *b.p = 4; if (a.v != 4 || b.v != 1 || a.p) __VERIFIER_error();", FINE),
        ("struct n *a = new(1, 0), *b = new(2, a); if (b->next->v != 1 || a == b) __VERIFIER_error(); free(a);", FINE),
        ("struct n *a = new(1, 0), *b = new(2, a); free(a); a = 0; b->next->v = 1;", fails(Dereference)),
        ("struct n *a = new(1, 0), *b = new(2, a); drop(b->next); a->v = 1;", fails(Dereference)),
        ("head = new(3, 0); head = new(4, head); if (head->v + head->next->v != 7) __VERIFIER_error();", FINE),
        ("head = new(3, 0); head->next->v = 1;", fails(Dereference)),
        (
            "int c[2]; struct v v = {0, c}; push(&v, 7); push(&v, 8); if (c[0] != 7 || v.at[1] != 8) \
             __VERIFIER_error();",
            FINE,
        ),
        ("int c[2]; struct v v = {0, c}; push(&v, 7); push(&v, 8); push(&v, 9);", fails(Dereference)),
        (
            "int x = 1, y = 2, *t[2] = {&x, &y}, **q = t; *q[1] = 5; ++q; if (y != 5 || **q != 5) __VERIFIER_error();",
            FINE,
        ),
        (
            "int x = 1, *t[2] = {&x}, **q = t; q[1] = *q; *q = 0; if (*t[1] != 1 || t[0]) __VERIFIER_error(); *t[0] = \
             1;",
            fails(Dereference),
        ),
        ("int x = 1, *t[2] = {&x}, **q = t; *q[2] = 1;", fails(Dereference)),
        ("int x = 1; note(&x); *g = 3; if (x != 3) __VERIFIER_error();", FINE),
        ("int x = 1; { int y; note(&y); } *g = 3;", fails(Dereference)),
        ("if (names[1][0] != 't' || names[0][3]) __VERIFIER_error(); return names[0][4];", fails(Dereference)),
        ("struct n a = {1}; int i = ({ a.p = &a.v; *a.p; }) + 1; if (i != 2) __VERIFIER_error();", FINE),
        ("int i = 0, k = i && ({ i = 5; 1; }); if (i || k) __VERIFIER_error();", FINE),
        ("int i = 1, k = i ? ({ i = 5; 7; }) : ({ i = 6; 8; }); if (i != 5 || k != 7) __VERIFIER_error();", FINE),
        ("struct v *v = &(struct v){ 1, (int[]){ 4, 5 } }; v->n = v->at[1]; if (v->n != 5) __VERIFIER_error();", FINE),
        (
            "int k = 0; for (int i = 0; i < 3; i++) { int *p = (int[2]){ i }; k += p[0] + p[1]; } if (k != 3) \
             __VERIFIER_error();",
            FINE,
        ),
        (
            "for (int i = 0; i < 3; i++) head = new(i, head); if (head->v * 10 + head->next->v != 21) \
             __VERIFIER_error();",
            FINE,
        ),
        ("for (int i = 0; i < 2; i++) head = new(i, head); head->next->next->v = 1;", fails(Dereference)),
        (
            "struct n *a[3]; for (int i = 0; i < 3; i++) a[i] = new(i, 0); free(a[1]); a[0]->v = a[2]->v; a[1]->v = 1;",
            fails(Dereference),
        ),
        ("struct n *a[3]; for (int i = 0; i < 3; i++) a[i] = new(i, 0); free(a[1]); free(a[1]);", fails(Free)),
        (
            "struct n *a[3]; for (int i = 0; i < 3; i++) a[i] = new(i, 0); free(a[1]); if (a[0] == a[2]) \
             __VERIFIER_error();",
            FINE,
        ),
        ("struct n *a[3]; for (int i = 0; i < 3; i++) a[i] = new(i, 0); a[1]++;", fails(Unsupported)),
        (
            "struct t *a[2]; for (int i = 0; i < 2; i++) a[i] = row(i); if (a[1]->n || a[1]->d[2] != 1) \
             __VERIFIER_error(); free(a[0]); a[1]->d[0] = 4; a[0]->d[1] = 1;",
            fails(Dereference),
        ),
        ("struct t *t = row(2); int k = t->d[(free(t), 0)];", fails(Dereference)),
        (
            "struct t *a[2]; for (int i = 0; i < 2; i++) a[i] = row(i); int k = a[1]->d[(free(a[1]), 0)];",
            fails(Dereference),
        ),
        ("struct t *t = row(2); free(t->d);", fails(Unsupported)),
        ("struct t *a[2]; for (int i = 0; i < 2; i++) a[i] = row(i); free(a[1]->d);", fails(Unsupported)),
        (
            "while (head) { struct n *n = head->next; free(head); head = n; } head = new(1, 0); free(head); free(0);",
            FINE,
        ),
        ("for (int i = 0; i < 2; i++) { int *p = (int *)malloc(2 * sizeof *p); p[1] = i; }", fails(Unsupported)),
        (
            "struct n *a[2]; for (int i = 0; i < 2; i++) a[i] = new(i, 0); memset(a[0], 0, sizeof *a[0]); if \
             (a[0]->v) __VERIFIER_error();",
            FINE,
        ),
        (
            "struct n *a[2]; for (int i = 0; i < 2; i++) a[i] = new(i, 0); memset(a[0], 0, 2 * sizeof *a[0]);",
            fails(Unsupported),
        ),
        ("int x = 1; struct n a = {1, 0, &x}; shared = a.p; if (use(1) != 1) __VERIFIER_error();", fails(Unsupported)),
        ("shared = &fixed; *shared = 4; if (use(2) != 4) __VERIFIER_error();", FINE),
        ("struct n a = {1}; fact(&a);", fails(Unsupported)),
        ("struct n b = {2}, a = {1, &b}; if (a.next == &b) __VERIFIER_error();", fails(Assertion)),
        ("int a[2], *t[1] = {a}; t[0][2] = 1;", fails(Dereference)),
        ("int *t[2]; t[2] = 0;", fails(Index)),
    ];
    each_ends(error, &cases);
}

#[test]
fn parts_of_elements_and_rows_are_arguments() {
    let error = "extern void __VERIFIER_error(void); struct c { int lo, hi; int t[2]; };
        static void set(int *p, int v) { *p = v; } static int sum(const int *r, int n) { int s = 0; while (n-- > 0) s \
        += *r++; return s; }
        static void two(int *p, int *q) { *p += 1; *q += 1; }
        static void more(int *p) { p[1] = 9; }\n";
    use CheckKind::{Dereference, Index, Unsupported};
    let cases = [
        (
            "struct c c[3] = {{0}}; int i = 2; set(&c[i].hi, 4); if (c[2].hi != 4 || c[1].hi || c[2].lo) \
             __VERIFIER_error();",
            FINE,
        ),
        ("struct c c[3] = {{0}}; int i = 3; set(&c[i].hi, 4);", fails(Index)),
        ("struct c c[3] = {{0}}; more(c[1].t); if (c[1].t[1] != 9 || c[0].t[1]) __VERIFIER_error();", FINE),
        ("struct c c[3] = {{0}}; more(&c[1].hi);", fails(Dereference)),
        ("struct c c[3] = {{0}}; two(&c[1].hi, &c[1].lo);", fails(Unsupported)),
        ("struct c c[3] = {{0}}; int x = 1; two(&x, &c[1].lo); if (x != 2 || c[1].lo != 1) __VERIFIER_error();", FINE),
        (
            "int m[2][3] = {{1, 2, 3}, {4, 5, 6}}; if (sum(m[1], 3) != 15 || sum(m[0] + 1, 2) != 5) \
             __VERIFIER_error();",
            FINE,
        ),
        ("int m[2][3] = {{1, 2, 3}, {4, 5, 6}}; sum(m[0], 4);", fails(Dereference)),
        (
            "int m[2][30]; for (int i = 0; i < 30; i++) m[1][i] = i; m[0][1] = 5; more(m[1]); if (m[1][1] != 9 || \
             m[0][1] != 5 || m[1][29] != 29) __VERIFIER_error();",
            FINE,
        ),
        (
            "int n = 3; int m[2][n]; m[1][0] = 1; m[1][2] = 3; more(m[1]); if (m[1][1] != 9 || m[1][2] != 3) \
             __VERIFIER_error();",
            FINE,
        ),
        ("int m[2][3]; two(m[0], m[1]);", fails(Unsupported)),
    ];
    each_ends(error, &cases);
}

#[test]
fn functions_that_hold_pointers_are_called_through_pointers() {
    let error = "extern void __VERIFIER_error(void);
        struct s; struct ops { int (*get)(struct s *); void (*put)(struct s *, int); };
        struct s { const struct ops *ops; int v; };
        static int plain(struct s *s) { return s->v; } static int twice(struct s *s) { return 2 * s->v; }
        static void put(struct s *s, int v) { s->v = v; }
        static const struct ops a = { plain, put }, b = { twice, put }, none = { 0, put };
        static int number(const char **s) { int n = 0; while (**s >= '0') n = n * 10 + *(*s)++ - '0'; return n; }
        static int sum(const char *s) { int n = number(&s); if (*s == '+') { s++; n += number(&s); } return n; }\n";
    let cases = [
        (
            "struct s x = {&a, 1}, y = {&b, 2}; x.ops->put(&x, 3); if (x.ops->get(&x) != 3 || y.ops->get(&y) != 4) \
             __VERIFIER_error();",
            FINE,
        ),
        ("struct s x = {&none, 1}; x.ops->get(&x);", fails(CheckKind::Pointer)),
        ("struct s x = {0, 1}; x.ops->get(&x);", fails(CheckKind::Dereference)),
        ("if (sum(\"12+30\") != 42) __VERIFIER_error();", FINE),
    ];
    each_ends(error, &cases);
}

#[test]
fn calls_through_pointers_reach_what_they_point_to() {
    let text = "static int f(int x) { return x + 1; } static int g(int x) { return -x; } static void h(void) {}
        int (*t[2])(int) = { f, g };
        int main(void) { int (*p)(int) = 0; void (*q)(void) = h; BODY return 0; }";
    for (body, wanted) in [
        ("p = f; if (p(1) != 2 || (*p)(2) != 3 || p == g || !p) __VERIFIER_error();", FINE),
        ("if (t[1](5) != -5 || t[0] != &f) __VERIFIER_error(); q();", FINE),
        ("p(1);", fails(CheckKind::Pointer)),
        ("p = (int (*)(int))q; p(1);", fails(CheckKind::Unsupported)),
    ] {
        let text = format!("extern void __VERIFIER_error(void);\n{}", text.replace("BODY", body));
        assert_eq!(end(&text), wanted, "{body}");
    }
}

#[test]
fn what_is_ordered_is_accepted() {
    for text in [
        "int i = 1; int a[3]; a[0] = 1; a[i++] = a[0] + 1;",
        "int i = 1, j; j = (i++, i);",
        "int i = 1; i = i + 1; i = (i > 0) ? i++ : 0 ? i : 2;",
        "int i = 1, j = i++ && i++;",
        "int i = 1, a[3]; *at(a, least(i++, 2)) = 1; i = least(i, 7); a[i] = least(a[0], i);",
        "struct { int x, y; } s; s.x = least(s.y++, 3); int a[3], *p = at(a, 1); *p++ = least(s.x, *p);",
    ] {
        let own = "int least(int a, int b) { return a < b ? a : b; } int *at(int *p, int k) { return p + k; }";
        let (_, said) = read(&format!("{own} int main(void) {{ {text} return 0; }}"));
        let refused = said.iter().any(|line| line.contains("without an order"));
        let open = ["i = (i > 0) ? i++", "*p++ = least(s.x, *p)"].iter().any(|part| text.contains(part));
        assert_eq!(refused, open, "{text}: {said:?}");
    }
}

#[test]
fn errors_are_all_reported() {
    let (_, said) = read("int main(void) { int x = y; struct s t; z(); return x.a; break; }");
    for what in
        ["\"y\" is undeclared", "incomplete type", "\"z\" is not declared", "no member \"a\"", "outside of a loop"]
    {
        assert!(said.iter().any(|line| line.contains(what)), "{what}: {said:?}");
    }
}

#[test]
fn entries_with_pointers_need_to_know_that_they_are_apart() {
    let text = "/*@ requires n > 0; requires \\separated(a+(0..n-1), b+(0..n-1)); */
        int main(int *a, int *b, int n) { a[0] = 1; b[0] = 2; return a[0]; }";
    let (program, said) = read(text);
    assert!(said.is_empty(), "{said:?}");
    assert!(program.procedures.iter().any(|procedure| procedure.entry));
    let (program, said) = read(&text.replace("requires \\separated(a+(0..n-1), b+(0..n-1));", ""));
    assert!(said.iter().any(|line| line.contains("might overlap")), "{said:?}");
    assert!(program.procedures.iter().all(|procedure| !procedure.entry));
    let arrays = read(text).0.types.iter().filter(|ty| matches!(ty.kind, TypeKind::Array(_))).count();
    assert!(arrays > 0);
}

/// Where a call is not modelled for one of the objects that its argument may point to, runs with another one go on.
#[test]
fn what_is_refused_for_one_of_several_objects_ends_no_other_run() {
    let text = "#include <stdlib.h>\nextern void __VERIFIER_error(void);\n\
                static void bump(int *x) { *x = (*x + 1) % 10; }\n\
                int main(void) { int *p = 0;\n\
                for (int i = 0; i < 3; i++) { int *q = malloc(sizeof(int)); *q = 1; p = q; }\n\
                int *r = malloc(sizeof(int)); *r = 1; KEPT p = r; bump(p);\n\
                if (p == r) __VERIFIER_error(); return 0; }\n";
    assert_eq!(end(&text.replace("KEPT", "")), fails(CheckKind::Assertion));
    assert_eq!(end(&text.replace("KEPT", "if (*r == 2)")), fails(CheckKind::Unsupported));
}
