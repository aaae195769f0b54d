//! Programs from a seed: integers of all widths, floats, arrays, structs by value, loops, jumps, macros, side effects,
//! calls with pointers.
//!
//! Every program ends. Operands of which gcc would compute a constant are avoided, since it then reports no undefined
//! behaviour; so are two effects without an order. gcc also combines operations before its sanitizers look at them:
//! `(x + 5) & 7` no longer adds to the whole of `x`. So that they see each one, `KEEP` puts every result into a
//! variable of its own, where gcc compiles the text; where we read it, it is a pair of parentheses. The index in
//! `a[i] *= x` is not looked at by the sanitizers of gcc 12: `LOOK` reads the element in front of that, for gcc alone.

use std::fmt::Write;

/// Scalar variables with their types.
const SCALARS: [(&str, &str); 12] = [
    ("c0", "char"),
    ("uc", "unsigned char"),
    ("s0", "short"),
    ("us", "unsigned short"),
    ("i0", "int"),
    ("i1", "int"),
    ("u0", "unsigned"),
    ("u1", "unsigned"),
    ("l0", "long"),
    ("ll", "long long"),
    ("ul", "unsigned long long"),
    ("f0", "_Bool"),
];

/// Floats with their types.
const FLOATS: [(&str, &str); 4] = [("x0", "float"), ("x1", "float"), ("y0", "double"), ("y1", "double")];

/// What all programs share.
const PRELUDE: &str = "struct point { int x; unsigned char tag; short v[3]; };
static unsigned g0 = 7;
static int table[6] = { 1, -2, [4] = 9 };
static int mix(int a, unsigned char b) { if (a > 100) return b - a / 2; return (a & 15) * 3 + b; }
static unsigned turn(unsigned a, int n) { return (a << (n & 15)) ^ (a >> 3); }
static int sum(int *p, int n) { int all = 0; for (int k = 0; k < n; k++) all += p[k] & 255; return all; }
static void fill(int *p, int n, int v) { while (n-- > 0) *p++ = v + n; }
static void bump(int *p) { *p = (*p & 1023) + 1; g0++; }
static int walk(struct point q, int at) { q.x += 1; return q.x + q.tag + q.v[at & 1]; }
static long deep(int n) { return n <= 0 ? 1 : deep(n - 1) + n; }
static struct point moved(struct point q, int by) { q.x = by & 127; q.v[1] ^= by; return q; }
static double mean(double p, float q) { return (p + q) / 2; }
#define MAX(p, q) ((p) > (q) ? (p) : (q))
#define SWAP(T, p, q) do { T swapped = (p); (p) = (q); (q) = swapped; } while (0)
#define CAT(p, q) p ## q
#ifndef KEEP
#define KEEP(e) (e)
#define LOOK(p)
#endif
";

/// What gcc takes for `KEEP` and `LOOK`.
const FOR_GCC: &str = "#define KEEP(e) ({ __auto_type kept = (e); kept; })
#define LOOK(p) { __auto_type seen = (p); (void)seen; }";

/// A program.
pub struct Program {
    body: String,
}

impl Program {
    /// As a file of its own.
    pub fn alone(&self) -> String {
        format!("{PRELUDE}int main(void) {{\n{}}}\n", self.body)
    }
}

/// All programs in one file, which runs the one whose number is its argument.
pub fn harness(programs: &[Program]) -> String {
    // Lines are those of the programs alone.
    let mut text = format!("#include <stdio.h>\n#include <stdlib.h>\n{FOR_GCC}\n#line 1 \"p.c\"\n{PRELUDE}");
    let line = PRELUDE.lines().count() + 1;
    for (number, program) in programs.iter().enumerate() {
        let _ = write!(text, "#line {line} \"p.c\"\nstatic int p{number}(void) {{\n{}}}\n", program.body);
    }
    text.push_str("int main(int argc, char **argv) {\n  int r = 0;\n  switch (atoi(argv[1])) {\n");
    for number in 0..programs.len() {
        let _ = writeln!(text, "    case {number}: r = p{number}(); break;");
    }
    text.push_str("  }\n  printf(\"%d\\n\", r);\n  return 0;\n}\n");
    text
}

/// The program of a seed.
pub fn program(seed: u64) -> Program {
    let mut g =
        Generator { state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1, body: String::new(), loops: 0, labels: 0 };
    g.declarations();
    for _ in 0..6 + g.below(8) {
        g.statement(2, 1);
    }
    g.body.push_str("  int h = 0;\n  for (int k = 0; k < 8; k++) h = (h & 0xffffff) * 31 + (a[k] & 0xffff);\n");
    for (name, _) in SCALARS {
        let _ = writeln!(g.body, "  h = (h & 0xffffff) * 7 + (int)({name} & 0x3ff);");
    }
    for (name, _) in FLOATS {
        // Whether it is a number, its sign, and its digits scaled to an integer.
        let _ = writeln!(g.body, "  h = (h & 0xffffff) * 5 + ({name} == {name}) + 2 * ({name} < 0);");
        for _ in 0..9 {
            let _ = writeln!(g.body, "  if ({name} > 1e20 || {name} < -1e20) {name} = {name} / 1e30f;");
            let _ = writeln!(g.body, "  if ({name} < 1e-3 && {name} > -1e-3) {name} = {name} * 1e9f;");
        }
        let _ =
            writeln!(g.body, "  if ({name} > -1e12 && {name} < 1e12) h ^= (int)((long long)({name} * 64) & 0xfffff);");
    }
    g.body.push_str("  h ^= (int)(g0 & 255) + (pt.x & 63) + pt.v[2] + b[1] + m[1][2];\n  return h & 0x7fffffff;\n");
    Program { body: g.body }
}

struct Generator {
    state: u64,
    body: String,
    loops: u32,
    labels: u32,
}

impl Generator {
    fn below(&mut self, n: u64) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 20) % n
    }

    fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        let at = self.below(all.len() as u64);
        all[usize::try_from(at).unwrap_or(0)]
    }

    fn declarations(&mut self) {
        for (name, ty) in SCALARS {
            let value = match self.below(4) {
                0 => self.below(3) as i64 - 1,
                1 => self.below(200) as i64 - 100,
                2 => self.below(1 << 31) as i64,
                _ => -(self.below(1 << 15) as i64),
            };
            let _ = writeln!(self.body, "  {ty} {name} = {value};");
        }
        for (name, ty) in FLOATS {
            let value = match self.below(6) {
                0 => "0".to_string(),
                1 => format!("{}.5f", self.below(100)),
                2 => format!("-{}e-3", self.below(1 << 20)),
                3 => format!("0x1.{:x}p{}", self.below(1 << 20), self.below(250) as i64 - 125),
                4 => "1e38f".to_string(),
                _ => format!("{}", self.below(1 << 31) as i64 - (1 << 30)),
            };
            let _ = writeln!(self.body, "  {ty} {name} = {value};");
        }
        let value = self.below(50);
        let _ = writeln!(self.body, "  int a[8] = {{ {value}, 2, 3 }}; unsigned char b[5] = {{ 1, 2, 250 }};");
        self.body.push_str("  short m[2][3] = { { 1, 2 }, 3, 4 }; struct point pt = { 5, .v = { 1, 2, 3 } };\n");
        self.body.push_str("  int n = (i0 & 3) + 2; int v[n]; for (int k = 0; k < n; k++) v[k] = k * 3;\n");
    }

    /// A part of an object.
    fn place(&mut self) -> String {
        match self.below(12) {
            0 => format!("a[{} & 7]", self.expr(1)),
            1 => format!("b[{}]", self.below(5)),
            2 => format!("m[i1 & 1][{}]", self.below(3)),
            3 => "pt.x".to_string(),
            4 => format!("pt.v[{}]", self.below(3)),
            5 => "v[n - 1]".to_string(),
            6 => "g0".to_string(),
            7 => format!("a[{}]", self.pick(&["i0", "c0 % 9", "7", "uc >> 5"])),
            8 => format!("table[{}]", self.pick(&["0", "u0 & 3", "i1"])),
            _ => {
                let at = self.below(SCALARS.len() as u64);
                SCALARS[usize::try_from(at).unwrap_or(0)].0.to_string()
            }
        }
    }

    fn literal(&mut self) -> String {
        let suffix = self.pick(&["", "", "u", "L", "ULL"]);
        let value = match self.below(4) {
            0 => self.below(4),
            1 => self.below(100),
            2 => 1 << self.below(31),
            _ => self.below(1 << 31),
        };
        if self.below(8) == 0 { format!("0x{value:x}{suffix}") } else { format!("{value}{suffix}") }
    }

    /// A float that is no constant, without effects.
    fn float(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self.pick(&["x0", "x1", "y0", "y1"]).to_string();
        }
        let left = self.float(depth - 1);
        match self.below(12) {
            0..=1 => format!("({left} + {})", self.float(depth - 1)),
            2 => format!("({left} - {})", self.float(depth - 1)),
            3..=4 => format!("({left} * {})", self.float(depth - 1)),
            5..=6 => format!("({left} / {})", self.float(depth - 1)),
            7 => format!("(-{left})"),
            8 => format!("({}){}", self.pick(&["float", "double"]), self.expr(1)),
            9 => format!("mean({left}, {})", self.float(depth - 1)),
            10 => format!("({left} < {} ? {left} : {})", self.float(0), self.pick(&["0.1", "-3.5f", "1e10", "x1"])),
            _ => format!("MAX({left}, {})", self.float(0)),
        }
    }

    /// An expression that is no constant, without effects.
    fn expr(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self
                .pick(&["c0", "uc", "s0", "us", "i0", "i1", "u0", "u1", "l0", "ll", "ul", "f0", "g0"])
                .to_string();
        }
        let left = self.expr(depth - 1);
        let right = if self.below(3) == 0 { self.literal() } else { self.expr(depth - 1) };
        let text = match self.below(26) {
            22 => format!("({} {} {})", self.float(2), self.pick(&["<", "<=", ">", ">=", "==", "!="]), self.float(1)),
            23 => format!(
                "({})({} * 4)",
                self.pick(&["int", "unsigned char", "long long", "unsigned", "_Bool"]),
                self.float(1)
            ),
            24 => format!("MAX({left}, {right})"),
            25 => format!("moved(pt, (int)({left})).x"),
            0..=2 => format!("({left} + {right})"),
            3..=4 => format!("({left} - {right})"),
            5 => format!("({left} * {right})"),
            6 => format!("({left} / ({right} | 1))"),
            // gcc takes a truth value as a divisor for 1.
            7 => format!("({left} % ((int)({right}) - 1))"),
            8 => format!("({left} {} {right})", self.pick(&["&", "|", "^"])),
            9 => format!("({left} << ({right} & {}))", self.pick(&["7", "31", "33"])),
            10 => format!("({left} >> ({right} & 15))"),
            11 => format!("({left} {} {right})", self.pick(&["<", "<=", ">", ">=", "==", "!="])),
            // gcc drops the left operand where it knows the right one.
            12 => format!("({left} {} {})", self.pick(&["&&", "||"]), self.expr(0)),
            13 => format!("({left} ? {right} : {})", self.expr(depth - 1)),
            14 => format!(
                "({})({left})",
                self.pick(&["char", "unsigned char", "short", "int", "unsigned", "long", "_Bool"])
            ),
            15 => format!("{}({left})", self.pick(&["-", "~", "!", "+"])),
            16 => format!("mix((int)({left}), {right})"),
            17 => format!("turn({left}, (int)({right}))"),
            18 => format!("sum({})", self.pick(&["a, 8", "v, n", "a + 2, n", "table, 4", "&a[3], 5"])),
            19 => format!("walk(pt, (int)({left}))"),
            20 => format!("(sizeof({left}) + {right})"),
            _ => return self.place(),
        };
        format!("KEEP({text})")
    }

    fn statement(&mut self, depth: u32, indent: usize) {
        let pad = "  ".repeat(indent);
        let choice = if depth == 0 { self.below(9) } else { self.below(17) };
        let text = match choice {
            0..=2 => format!("{} = {};", self.place(), self.expr(3)),
            3 => {
                let op = self.pick(&["+=", "-=", "*=", "|=", "^=", "<<=", ">>=", "&="]);
                let value = if op.len() == 3 { format!("{} & 7", self.expr(1)) } else { self.expr(2) };
                let place = self.place();
                format!("LOOK({place}) {place} {op} {value};")
            }
            4 => {
                let (place, op) = (self.place(), self.pick(&["++", "--"]));
                format!("LOOK({place}) {place}{op};")
            }
            5 => match self.below(3) {
                0 => format!(
                    "fill({}, {}, {} & 1023);",
                    self.pick(&["a", "v", "a + 1"]),
                    self.pick(&["2", "n"]),
                    self.expr(1)
                ),
                1 => format!("bump({});", self.pick(&["&i0", "a + 5", "&pt.x", "&table[1]"])),
                _ => "l0 = deep(i1 & 7);".to_string(),
            },
            6 => match self.below(3) {
                0 => format!("if (i0++ > {} && --uc) s0 = i1-- & 255;", self.below(50)),
                1 => "us = (u0 = u1 + 5, u0 >> 4) + (c0 ? uc++ : 3);".to_string(),
                _ => "a[i1++ & 7] = b[u1++ % 5] + 1;".to_string(),
            },
            7 => format!(
                "{} {} {};",
                self.pick(&["x0", "x1", "y0", "y1"]),
                self.pick(&["=", "=", "+=", "*=", "/="]),
                self.float(2)
            ),
            8 => match self.below(4) {
                0 => "pt = moved(pt, i0 & 255);".to_string(),
                1 => "SWAP(int, i0, a[3]);".to_string(),
                2 => "CAT(i, 1) = MAX(uc++, s0 & 63);".to_string(),
                _ => {
                    "{ struct point other = pt; other.x += 2; pt = other.x > 4 ? moved(other, n) : other; }".to_string()
                }
            },
            13 | 14 => {
                let condition = self.expr(2);
                let _ = writeln!(self.body, "{pad}if ({condition}) {{");
                self.statement(depth - 1, indent + 1);
                let _ = writeln!(self.body, "{pad}}} else {{");
                self.statement(depth - 1, indent + 1);
                "}".to_string()
            }
            9 | 10 => {
                let k = self.loops;
                self.loops += 1;
                let times = 2 + self.below(5);
                let _ = writeln!(self.body, "{pad}for (int k{k} = 0; k{k} < {times}; k{k}++) {{");
                self.statement(depth - 1, indent + 1);
                let jump = self.pick(&["break", "continue"]);
                let condition = self.expr(1);
                let _ = writeln!(self.body, "{pad}  if (({condition}) & 4) {jump};");
                self.statement(depth - 1, indent + 1);
                let _ = writeln!(self.body, "{pad}  a[k{k}] += k{k};");
                "}".to_string()
            }
            15 => {
                let k = self.loops;
                self.loops += 1;
                let _ = writeln!(self.body, "{pad}{{ int k{k} = 0; do {{");
                self.statement(depth - 1, indent + 1);
                let condition = self.expr(1);
                format!("}} while (k{k}++ < 3 && ({condition}) != 0); }}")
            }
            11 => {
                let value = self.expr(2);
                let _ = writeln!(self.body, "{pad}switch ({value} & 7) {{ case 1:");
                self.statement(depth - 1, indent + 1);
                let _ = writeln!(self.body, "{pad}  break; case 2 ... 4:");
                self.statement(depth - 1, indent + 1);
                let _ = writeln!(self.body, "{pad}  default: u1 += 3; case 7: i1 ^= 1;");
                "}".to_string()
            }
            _ => {
                let at = self.labels;
                self.labels += 1;
                let _ = writeln!(self.body, "{pad}{{ int t{at} = 0; again{at}: if (t{at} < 3) {{ t{at}++;");
                self.statement(depth - 1, indent + 1);
                format!("goto again{at}; }} }}")
            }
        };
        let _ = writeln!(self.body, "{pad}{text}");
    }
}
