//! The same system in all three formats: random automata over two small numbers, whose verdict a search through all
//! states knows.

use super::run_text;
use horn_solver::random::SplitMix;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Values are from 0 to this.
const LARGEST: i64 = 5;
/// Control states.
const STATES: usize = 3;
/// Automata.
const ROUNDS: usize = 24;

/// `a * x + b * y + c`.
type Sum = [i64; 3];

/// A condition on two numbers.
#[derive(Clone, Copy)]
enum Test {
    /// A sum is compared with zero: `<`, `<=`, `=`, unequal.
    Compare(Sum, usize),
    /// A sum has a remainder.
    Remainder(Sum, i64, i64),
}

/// From a state to another, with new numbers, or to the error.
struct Edge {
    from: usize,
    /// `None`: the error.
    to: Option<(usize, [Sum; 2])>,
    /// The old numbers have to satisfy one of these.
    tests: [Test; 2],
    /// They must not satisfy both instead.
    negated: bool,
}

impl Test {
    fn random(random: &mut SplitMix) -> Test {
        let sum = [random.within(-2, 2), random.within(-2, 2), random.within(-6, 6)];
        if random.one_in(3) {
            let modulus = random.within(2, 4);
            return Test::Remainder(sum, modulus, random.within(0, modulus - 1));
        }
        Test::Compare(sum, random.index(4))
    }

    fn holds(self, at: [i64; 2]) -> bool {
        match self {
            Test::Compare(sum, 0) => value(sum, at) < 0,
            Test::Compare(sum, 1) => value(sum, at) <= 0,
            Test::Compare(sum, 2) => value(sum, at) == 0,
            Test::Compare(sum, _) => value(sum, at) != 0,
            Test::Remainder(sum, modulus, rest) => value(sum, at).rem_euclid(modulus) == rest,
        }
    }
}

fn value(sum: Sum, [x, y]: [i64; 2]) -> i64 {
    sum[0] * x + sum[1] * y + sum[2]
}

impl Edge {
    fn random(random: &mut SplitMix, error: bool) -> Edge {
        let mut sum = || [random.within(-1, 1), random.within(-1, 1), random.within(-2, 3)];
        let update = [sum(), sum()];
        let to = (!error).then(|| (random.index(STATES), update));
        let tests = [Test::random(random), Test::random(random)];
        Edge { from: random.index(STATES), to, tests, negated: random.one_in(2) }
    }

    fn open(&self, at: [i64; 2]) -> bool {
        let [first, second] = self.tests.map(|test| test.holds(at));
        if self.negated { !(first && second) } else { first || second }
    }
}

/// Whether the error is reached from state 0 with both numbers zero.
fn reached(edges: &[Edge]) -> bool {
    let mut known = BTreeSet::from([(0, [0, 0])]);
    let mut left = vec![(0, [0, 0])];
    while let Some((state, at)) = left.pop() {
        for edge in edges.iter().filter(|edge| edge.from == state && edge.open(at)) {
            let Some((to, update)) = edge.to else { return true };
            let next = (to, update.map(|sum| value(sum, at)));
            if next.1.iter().all(|n| (0..=LARGEST).contains(n)) && known.insert(next) {
                left.push(next);
            }
        }
    }
    false
}

/// How a format spells things.
struct Spelling {
    names: [&'static str; 2],
    /// `<`, `<=`, `=`, unequal, remainder.
    operators: [&'static str; 5],
    /// Whether operators stand before their operands.
    prefix: bool,
    and: &'static str,
    or: &'static str,
    not: &'static str,
}

impl Spelling {
    fn apply(&self, operator: &str, left: &str, right: &str) -> String {
        if self.prefix { format!("({operator} {left} {right})") } else { format!("({left} {operator} {right})") }
    }

    fn number(&self, n: i64) -> String {
        if n >= 0 { n.to_string() } else { format!("(- {})", -n) }
    }

    fn sum(&self, sum: Sum) -> String {
        let product = |n: i64, name: &str| self.apply("*", &self.number(n), name);
        let first = self.apply("+", &product(sum[0], self.names[0]), &product(sum[1], self.names[1]));
        self.apply("+", &first, &self.number(sum[2]))
    }

    fn test(&self, test: Test) -> String {
        match test {
            Test::Compare(sum, operator) => self.apply(self.operators[operator], &self.sum(sum), "0"),
            Test::Remainder(sum, modulus, rest) => {
                let remainder = self.apply(self.operators[4], &self.sum(sum), &modulus.to_string());
                self.apply(self.operators[2], &remainder, &rest.to_string())
            }
        }
    }

    fn condition(&self, edge: &Edge) -> String {
        let [first, second] = edge.tests.map(|test| self.test(test));
        match (edge.negated, self.prefix) {
            (false, _) => self.apply(self.or, &first, &second),
            (true, false) => format!("{} {}", self.not, self.apply(self.and, &first, &second)),
            (true, true) => format!("({} {})", self.not, self.apply(self.and, &first, &second)),
        }
    }

    /// The equations of the step, and the bounds of the new values.
    fn step(&self, update: [Sum; 2], new: [&str; 2]) -> Vec<String> {
        let mut parts = Vec::new();
        for (name, sum) in new.iter().zip(update) {
            parts.push(self.apply(self.operators[2], name, &self.sum(sum)));
            parts.push(self.apply(self.operators[1], "0", name));
            parts.push(self.apply(self.operators[1], name, &LARGEST.to_string()));
        }
        parts
    }
}

const SMTLIB: Spelling = Spelling {
    names: ["x", "y"],
    operators: ["<", "<=", "=", "distinct", "mod"],
    prefix: true,
    and: "and",
    or: "or",
    not: "not",
};

const PROLOG: Spelling = Spelling {
    names: ["X", "Y"],
    operators: ["<", "=<", "=", "=\\=", "mod"],
    prefix: false,
    and: ",",
    or: ";",
    not: "\\+",
};

const NTS: Spelling = Spelling {
    names: ["x", "y"],
    operators: ["<", "<=", "=", "!=", "%"],
    prefix: false,
    and: "&&",
    or: "or",
    not: "not",
};

fn smtlib(edges: &[Edge]) -> String {
    let mut text: String = (0..STATES).map(|s| format!("(declare-fun s{s} (Int Int) Bool)\n")).collect();
    text += "(assert (s0 0 0))\n";
    for edge in edges {
        let body = format!("(s{} x y) {}", edge.from, SMTLIB.condition(edge));
        let _ = match edge.to {
            None => writeln!(text, "(assert (forall ((x Int) (y Int)) (=> (and {body}) false)))"),
            Some((to, update)) => {
                let step = SMTLIB.step(update, ["v", "w"]).join(" ");
                let vars = "((x Int) (y Int) (v Int) (w Int))";
                writeln!(text, "(assert (forall {vars} (=> (and {body} {step}) (s{to} v w))))")
            }
        };
    }
    text
}

fn prolog(edges: &[Edge]) -> String {
    let mut text = String::from("s0(X, Y) :- X = 0, Y = 0.\n");
    for edge in edges {
        let body = format!("s{}(X, Y), {}", edge.from, PROLOG.condition(edge));
        let _ = match edge.to {
            None => writeln!(text, "false :- {body}."),
            Some((to, update)) => {
                writeln!(text, "s{to}(V, W) :- {body}, {}.", PROLOG.step(update, ["V", "W"]).join(", "))
            }
        };
    }
    text
}

fn nts(edges: &[Edge]) -> String {
    let mut text = String::from(
        "nts automaton; main { x, y : int; initial begin; error bad; begin -> s0 { x' = 0 && y' = 0 && havoc(x, y) }\n",
    );
    for edge in edges {
        let condition = NTS.condition(edge);
        let _ = match edge.to {
            None => writeln!(text, "s{} -> bad {{ {condition} }}", edge.from),
            Some((to, update)) => {
                let step = NTS.step(update, ["x'", "y'"]).join(" && ");
                writeln!(text, "s{} -> s{to} {{ ({condition}) && {step} }}", edge.from)
            }
        };
    }
    text + "}\n"
}

#[test]
fn one_system_in_three_formats_has_one_verdict() {
    let mut random = SplitMix(7);
    let (mut safe, mut unsafe_) = (0, 0);
    while safe + unsafe_ < ROUNDS {
        let mut edges: Vec<Edge> = (0..6).map(|_| Edge::random(&mut random, false)).collect();
        edges.push(Edge::random(&mut random, true));
        let expected = reached(&edges);
        let count = if expected { &mut unsafe_ } else { &mut safe };
        // As many of each.
        if *count == ROUNDS / 2 {
            continue;
        }
        *count += 1;
        let verdicts =
            if expected { ["unsat", "NOT SOLVABLE", "NOT SOLVABLE"] } else { ["sat", "SOLVABLE", "SOLVABLE"] };
        let inputs = [("-hsmt", smtlib(&edges)), ("-hin", prolog(&edges)), ("-ints -horn", nts(&edges))];
        for ((format, text), verdict) in inputs.into_iter().zip(verdicts) {
            let output = run_text(&format!("-t:60 {format}"), &text);
            assert_eq!(output.stdout, format!("{verdict}\n"), "{text}{}", output.stderr);
        }
    }
}

/// Relation symbols that SMT-LIB has a meaning for get other names there.
#[test]
fn clauses_with_names_of_the_theory_are_printed_readably() {
    let text = "true(X) :- and, X = 0. and :- or. or :- X = 3. false :- true(X), X >= 0.";
    assert_eq!(run_text("-hin", text).stdout, "NOT SOLVABLE\n");
    let script = run_text("-hin -sp", text).stdout;
    assert!(script.contains("(declare-fun true!1 (Int) Bool)"), "{script}");
    assert_eq!(run_text("-hsmt", &script).stdout, "unsat\n", "{script}");
    assert_eq!(
        run_text("-hin", &run_text("-hin -p", "p(X) :- true, X = 0. false :- p(X).").stdout).stdout,
        "SOLVABLE\n"
    );
}
