//! Generated programs in which pointers are kept in structs, in arrays and behind pointers, are returned by functions
//! and select functions, and members of unions are read as others: the interpreter gives what gcc's program gives, and
//! where gcc's sanitizers stop a program ours does not end well. What is not modelled may stop ours at any place, but
//! only in few programs.
//!
//! `HORNSOLVE_SEEDS` multiplies the number of programs, for long runs.

mod common;

use common::{read_clean, run_entry};
use horn_c::Options;
use horn_frontend::interp::{End, Value};
use horn_frontend::ir::CheckKind;
use std::fmt::Write;
use std::process::Command;

/// How many programs are tried.
const PROGRAMS: u64 = 120;

/// What all programs have.
const PRELUDE: &str = "#include <stdlib.h>
struct node { int v; struct node *next; int *p; };
union view {
    int w;
    unsigned u;
    unsigned char b[4];
    short h[2];
    struct { signed char a, b; unsigned short c; } s;
    struct { unsigned lo : 5; int mid : 14; unsigned hi : 13; } f;
};
struct base { int k; };
struct mid { struct base b; int m; };
struct top { struct mid m; int t; };
static int kind(struct base *b) { return b->k + ((struct mid *)b)->m; }
struct tagged { int k; union { struct { int t, n; } x; struct { int t; short m[2]; } y; } u; };
struct pair { int *a; int k; struct { int *b; int c[2]; } in; };
typedef int (*op_t)(int, int);
static int add(int x, int y) { return (x + y) % 1000; }
static int sub(int x, int y) { return (x - y) % 1000; }
static int *pick(int c, int *x, int *y) { if (c > 0) return x; return y; }
static int *first(struct pair *s) { return s->a; }
static void setp(int **pp, int *q) { *pp = q; }
static void link(struct node *x, struct node *y) { x->next = y; }
static struct node *follow(struct node *n) { return n->next ? n->next : n; }
static struct pair mk(int *x, int *y) { struct pair s = { x, 3, { y, { 1, 2 } } }; return s; }
static void swapp(struct pair *s) { int *t = s->a; s->a = s->in.b; s->in.b = t; s->k++; }
static int walk(struct node *n, int most) {
    int sum = 0;
    while (n && most-- > 0) { sum = (sum + n->v) % 1000; n = n->next; }
    return sum;
}
static void *same(void *x) { return x; }
#define AROUND(p) ((struct node *)((char *)(p) - __builtin_offsetof(struct node, next)))
static struct node *around(struct node **p) { return AROUND(p); }
static void bump(int *x) { *x = (*x + 1) % 1000; }
";

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn one_of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len() as u64) as usize]
    }
}

/// A pointer to an int.
fn pointer(random: &mut Random, depth: u32) -> String {
    if depth > 0 && random.below(4) == 0 {
        let (x, y) = (pointer(random, depth - 1), pointer(random, depth - 1));
        return match random.below(5) {
            0 => format!("pick({}, {x}, {y})", number(random, 0)),
            1 => format!("({} > 2 ? {x} : {y})", number(random, 0)),
            2 => format!("(int *)same({x})"),
            3 => format!("mk({x}, {y}).a").replace("mk(", "first(&(struct pair[]){mk(").replace(").a", ")}[0])"),
            _ => format!("({{ int *t = {x}; t; }})"),
        };
    }
    let plain = ["&x0", "&x1", "&arr[1]", "arr", "&arr[3]", "p0", "p1", "s0.a", "s1.in.b", "tab[0]", "tab[1]", "*pp"];
    // The address of the first member of a null pointer is undefined, which the sanitizers of gcc do not look at.
    let members =
        ["&follow(q0)->v", "&follow(q1)->v", "&na[x0 & 1].v", "&n1.v", "&na[2].v", "&hn->v", "&AROUND(pn)->v"];
    if random.below(4) == 0 {
        return random.one_of(&members).into();
    }
    let more =
        ["n0.p", "q0->p", "q1->p", "first(&s0)", "first(&s1)", "tab[x0 & 1]", "&g0", "gp", "n1.next->p", "s0.in.c"];
    if random.below(3) == 0 { random.one_of(&more).into() } else { random.one_of(&plain).into() }
}

fn node(random: &mut Random) -> &'static str {
    random.one_of(&[
        "&n0",
        "&n1",
        "q0",
        "q1",
        "n0.next",
        "q0->next",
        "follow(q1)",
        "follow(&n0)",
        "ring[1]",
        "ring[x1 & 1]",
        "&na[1]",
        "&na[x1 & 1]",
        "hn",
        "*pn",
        "AROUND(pn)",
        "around(pn)",
    ])
}

fn number(random: &mut Random, depth: u32) -> String {
    match random.below(if depth > 0 { 12 } else { 7 }) {
        0 => random.below(9).to_string(),
        1 => "x0".into(),
        2 => "x1".into(),
        3 => format!("arr[{}]", random.below(4)),
        4 => "n0.v".into(),
        5 if random.below(2) == 0 => random
            .one_of(&["u0.w % 1000", "u0.h[x0 & 1]", "u1.b[x1 & 3]", "u1.f.mid", "u0.f.lo", "u1.s.b", "t0.u.y.t"])
            .into(),
        5 if random.below(2) == 0 => random
            .one_of(&["u0.w % 1000", "u0.h[x0 & 1]", "u1.b[x1 & 3]", "u1.f.mid", "u0.f.lo", "u1.s.b", "t0.u.y.t"])
            .into(),
        5 => random.one_of(&["s0.k", "na[1].v", "hn->v", "(pn == &q0->next)"]).into(),
        6 => "g0".into(),
        7 => format!("*{}", pointer(random, 0)),
        8 => format!("({})->v", node(random)),
        9 => format!("walk({}, 4)", node(random)),
        10 => {
            format!("{}({}, {})", random.one_of(&["op", "ops[0]", "ops[x0 & 1]"]), number(random, 0), number(random, 0))
        }
        _ => format!("({} == {})", pointer(random, 0), pointer(random, 0)),
    }
}

fn statement(random: &mut Random, text: &mut String, depth: u32) {
    let pad = "    ";
    let line = match random.below(if depth > 0 { 31 } else { 28 }) {
        26 => {
            let base = ["&m0.b", "(struct base *)&m0", "&t1.m.b", "(struct base *)&t1", "(struct base *)&mids[x0 & 1]"];
            format!("b0 = {};", random.one_of(&base))
        }
        27 => random
            .one_of(&[
                "((struct mid *)b0)->m = x1;",
                "if (b0 == &t1.m.b) ((struct top *)b0)->t += ((struct mid *)b0)->m;",
                "x0 = kind(b0) % 1000;",
                "b0->k++; x1 = kind(&mids[1].b) % 1000;",
                "p0 = &((struct mid *)b0)->m;",
            ])
            .into(),
        24 => {
            let member = random.one_of(&["w", "u", "b[x0 & 3]", "h[1]", "s.a", "s.c", "f.lo", "f.mid", "f.hi"]);
            let factor = random.one_of(&["1", "77", "-3333", "1000000"]);
            format!("u{}.{member} = {} % 1000 * {factor};", random.below(2), number(random, 1))
        }
        25 => {
            random.one_of(&["u0 = u1;", "u1 = u0;", "t0.u.x.n = x0;", "t0.u.y.m[x1 & 1] = x1;", "u1.u += u0.u;"]).into()
        }
        22 => format!("pn = {};", random.one_of(&["&n0.next", "&q0->next", "&na[x0 & 1].next", "&(*pn)->next"])),
        23 => format!("*pn = {};", node(random)),
        0 | 1 => format!("p{} = {};", random.below(2), pointer(random, 1)),
        2 => format!("s0.a = {};", pointer(random, 1)),
        3 => format!("s1.in.b = {};", pointer(random, 1)),
        4 => format!("tab[{}] = {};", random.one_of(&["0", "1", "x0 & 1"]), pointer(random, 1)),
        5 => format!("*pp = {};", pointer(random, 1)),
        6 => format!("setp({}, {});", random.one_of(&["&p0", "&tab[1]", "pp", "&s1.a"]), pointer(random, 1)),
        7 => format!("{}->p = {};", random.one_of(&["q0", "q1", "(&n0)"]), pointer(random, 1)),
        8 => format!("q{} = {};", random.below(2), node(random)),
        9 => format!("link({}, {});", node(random), node(random)),
        10 => format!("n{}.next = {};", random.below(2), node(random)),
        11 => random.one_of(&["s0 = s1;", "s1 = s0;", "swapp(&s0);", "swapp(&s1);", "n0 = n1;", "n1 = *q0;"]).into(),
        12 => format!("s{} = mk({}, {});", random.below(2), pointer(random, 0), pointer(random, 0)),
        13 => format!("pp = {};", random.one_of(&["&p0", "&p1", "&tab[0]", "tab", "&s0.a"])),
        14 => format!("*{} = {} % 1000;", pointer(random, 1), number(random, 1)),
        15 => format!("({})->v = {} % 1000;", node(random), number(random, 1)),
        16 => format!("x{} = {} % 1000;", random.below(2), number(random, 1)),
        17 => format!("op = {};", random.one_of(&["add", "sub", "ops[1]", "x0 > 2 ? add : sub"])),
        18 => format!("ring[{}] = {};", random.below(2), node(random)),
        19 => format!("bump({});", pointer(random, 0)),
        20 if random.below(3) == 0 => {
            format!("{} = 0;", random.one_of(&["p1", "s0.a", "tab[1]", "q1", "n1.next", "gp"]))
        }
        20 => format!("gp = {};", pointer(random, 0)),
        21 => format!("arr[{}] = {} % 1000;", random.below(4), number(random, 1)),
        28 => {
            let _ = writeln!(text, "{pad}if ({} > {}) {{", number(random, 1), random.below(5));
            (0..2).for_each(|_| statement(random, text, depth - 1));
            if random.below(2) == 0 {
                let _ = writeln!(text, "{pad}}} else {{");
                statement(random, text, depth - 1);
            }
            "}".into()
        }
        29 => {
            let i = format!("i{}", random.below(1000));
            let _ = writeln!(text, "{pad}for (int {i} = 0; {i} < {}; {i}++) {{", 1 + random.below(3));
            (0..2).for_each(|_| statement(random, text, depth - 1));
            "}".into()
        }
        _ => {
            let _ = writeln!(text, "{pad}{{ int inner = {};", number(random, 0));
            statement(random, text, depth - 1);
            match random.below(6) {
                0 => "p0 = &inner; }".into(),
                1 => "int *own = &inner; bump(own); x0 = *own; }".into(),
                _ => "x1 = inner; }".into(),
            }
        }
    };
    let _ = writeln!(text, "{pad}{line}");
}

/// The function with the program of a number.
fn program(seed: u64) -> String {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5DEE_CE66);
    for _ in 0..4 {
        random.below(2);
    }
    let mut text = String::new();
    let _ = writeln!(text, "static int g0_{seed}; static int *gp_{seed};");
    let _ = writeln!(text, "int run_{seed}(void) {{");
    text.push_str(
        "    int x0 = 1, x1 = 5, arr[4] = {7, 8, 9, 10}, *p0 = &x0, *p1 = &x1, *tab[2] = {arr, &x1}, **pp = &p0;\n",
    );
    text.push_str(
        "    struct node n0 = {1, 0, &x0}, n1 = {2, &n0, &arr[2]}, *q0 = &n0, *q1 = &n1, *ring[2] = {&n1, &n0};\n",
    );
    text.push_str("    struct node na[3] = {{3, &n1, &x1}, {4, &n0, arr}, {5, na, &x0}}, **pn = &n1.next;\n");
    text.push_str("    struct node *hn = malloc(sizeof *hn); hn->v = 6; hn->next = &na[1]; hn->p = &na[0].v;\n");
    text.push_str("    struct mid m0 = {{1}, 2}, mids[2] = {{{3}, 4}, {{5}, 6}};\n");
    text.push_str("    struct top t1 = {{{7}, 8}, 9}; struct base *b0 = &m0.b;\n");
    text.push_str("    union view u0 = {x1}, u1 = {-70000}; struct tagged t0 = {1, {{2, 3}}};\n");
    text.push_str("    struct pair s0 = {&x1, 1, {&arr[1], {4, 5}}}, s1 = {&arr[0], 2, {&x0, {6, 7}}};\n");
    text.push_str("    op_t op = add, ops[2] = {sub, add}; gp = &x0; n0.next = &n1;\n");
    for _ in 0..6 + random.below(10) {
        statement(&mut random, &mut text, 2);
    }
    text.push_str("    long h = x0;\n");
    for term in [
        "x1",
        "arr[0]",
        "arr[1]",
        "arr[2]",
        "arr[3]",
        "n0.v",
        "n1.v",
        "g0",
        "*p1",
        "*s0.a",
        "*tab[1]",
        "s1.k",
        "*s1.in.b",
        "na[0].v",
        "na[1].v",
        "na[2].v",
        "hn->v",
        "u0.w",
        "u1.b[2]",
        "u1.f.hi",
        "t0.u.x.n",
        "m0.m",
        "mids[1].b.k",
        "t1.t",
        "t1.m.m",
        "b0->k",
    ] {
        let _ = writeln!(text, "    h = (h * 31 + {term}) % 100003;");
    }
    text.push_str("    if (q0) h += q0->v; if (n0.next == q1) h++; if (*pn == q0) h += 4;\n");
    text.push_str("    if (tab[0] == p1) h += 2; return (int)h;\n}\n");
    let own = |name: &str| (format!("{name}_{seed}"), name.to_string());
    // Globals of the program's own.
    let mut made = String::new();
    let (globals, names) = ([own("g0"), own("gp")], |word: &str| word.chars().all(|c| c.is_alphanumeric() || c == '_'));
    let mut word = String::new();
    for c in text.chars().chain(['\n']) {
        if names(&c.to_string()) {
            word.push(c);
            continue;
        }
        let global = globals.iter().find(|(_, short)| *short == word);
        made.push_str(global.map_or(word.as_str(), |(long, _)| long));
        word.clear();
        made.push(c);
    }
    made
}

#[derive(Debug, PartialEq, Eq)]
enum Outcome {
    Value(i64),
    Stopped,
    NotModelled(String),
    Other(String),
}

fn ours(text: &str) -> Outcome {
    let read = read_clean(text, &Options { library: true, ..Options::default() });
    let run = run_entry(&read.program, &mut (), 1_000_000).expect("an entry");
    match (run.end, run.result) {
        (End::Returned, Some(Value::Int(value))) => Outcome::Value(value.to_i64().expect("an int")),
        (End::Failed(check), _) if read.program.checks[check.index()].kind == CheckKind::Unsupported => {
            Outcome::NotModelled(read.refused.join("; "))
        }
        (End::Failed(_), _) => Outcome::Stopped,
        (end, _) => Outcome::Other(format!("{end:?}")),
    }
}

#[test]
fn pointers_in_objects_are_followed_as_gcc_follows_them() {
    let factor = std::env::var("HORNSOLVE_SEEDS").ok().and_then(|v| v.parse::<u64>().ok()).unwrap_or(1);
    let from = std::env::var("HORNSOLVE_FIRST").ok().and_then(|v| v.parse::<u64>().ok()).unwrap_or(0);
    let folder = tempfile::tempdir().expect("a folder");
    let (source, binary) = (folder.path().join("all.c"), folder.path().join("all"));
    let seeds: Vec<u64> = (from..from + PROGRAMS * factor).collect();
    let mut all = format!("#include <stdio.h>\n{PRELUDE}");
    seeds.iter().for_each(|seed| all.push_str(&program(*seed)));
    all.push_str("int main(int argc, char **argv) {\n    int r = 0;\n    switch (atoi(argv[1])) {\n");
    for seed in &seeds {
        let _ = writeln!(all, "    case {seed}: r = run_{seed}(); break;");
    }
    all.push_str("    }\n    printf(\"%d\\n\", r);\n    return 0;\n}\n");
    std::fs::write(&source, all).expect("a file");
    let mut gcc = Command::new("gcc");
    gcc.args(["-w", "-std=gnu11", "-O0", "-fsanitize=undefined,address", "-fno-sanitize-recover=all", "-o"]);
    match gcc.args([&binary, &source]).output() {
        Ok(made) => assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr)),
        Err(error) => return eprintln!("skipped: there is no gcc: {error}"),
    }
    let (mut values, mut stopped, mut refused, mut wrong) = (0, 0, Vec::new(), Vec::new());
    for seed in &seeds {
        let output = Command::new(&binary).arg(seed.to_string()).env("ASAN_OPTIONS", "detect_leaks=0").output();
        let output = output.expect("it runs");
        let theirs = match String::from_utf8_lossy(&output.stdout).trim().parse() {
            Ok(value) => Outcome::Value(value),
            Err(_) => Outcome::Stopped,
        };
        let text = format!("{PRELUDE}{}", program(*seed)).replace(&format!("run_{seed}("), "main(");
        let ours = ours(&text);
        match &ours {
            Outcome::NotModelled(why) => refused.push(format!("{seed}: {why}")),
            Outcome::Value(_) if ours == theirs => values += 1,
            Outcome::Stopped if ours == theirs => stopped += 1,
            _ => wrong.push(format!("program {seed}: {ours:?} here, {theirs:?} there\n{text}")),
        }
    }
    eprintln!("{values} values, {stopped} stopped, not modelled:\n{}", refused.join("\n"));
    assert!(wrong.is_empty(), "{} programs differ; {}", wrong.len(), wrong.join("\n"));
    assert!(values + stopped > seeds.len() / 2, "{values} values, {stopped} stopped");
}
