//! Systems of any size, written by a program instead of being kept as files.
//!
//! Every family has a size parameter and a verdict that does not depend on it. The verdicts are tested
//! against Z3 at small sizes; the reason why they hold at every size stands beside each family.

use crate::record::Verdict::{self, Sat, Unsat};
use std::fmt::Write;
use std::path::Path;
use std::{fs, io};

/// A sequence of systems that differ in size only.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// The name, which also names the file.
    pub name: &'static str,
    /// The track of the manifest.
    pub track: &'static str,
    /// The verdict at every size from 1.
    pub expected: Verdict,
    /// The size at which [`write_all`] writes it.
    pub size: usize,
    /// How many clauses there are, about, for each unit of the size.
    pub clauses: usize,
    /// The text of the system of a size.
    pub text: fn(usize) -> String,
}

const fn family(
    name: &'static str,
    track: &'static str,
    expected: Verdict,
    size: usize,
    clauses: usize,
    text: fn(usize) -> String,
) -> Family {
    Family { name, track, expected, size, clauses, text }
}

/// All families.
pub const FAMILIES: &[Family] = &[
    family("chain-safe", "LIA-Lin", Sat, 3_000, 1, |n| chain(n, 0)),
    family("chain-unsafe", "LIA-Lin", Unsat, 3_000, 1, |n| chain(n, 1)),
    family("diamonds-safe", "LIA-Lin", Sat, 1_000, 4, |n| diamonds(n, 1)),
    family("diamonds-unsafe", "LIA-Lin", Unsat, 60, 4, |n| diamonds(n, 0)),
    family("wide-safe", "LIA-Lin", Sat, 150, 1, |n| wide(n, 0)),
    family("wide-unsafe", "LIA-Lin", Unsat, 150, 1, |n| wide(n, 1)),
    family("dispatch-safe", "LIA-Lin", Sat, 400, 1, |n| dispatch(n, 1)),
    family("dispatch-unsafe", "LIA-Lin", Unsat, 60, 1, |n| dispatch(n, 0)),
    family("calls-safe", "LIA", Sat, 1_500, 2, |n| calls(n, 0)),
    family("calls-unsafe", "LIA", Unsat, 1_500, 2, |n| calls(n, 1)),
    family("nested-sum-safe", "LIA-Lin", Sat, 50_000, 1, |n| nested_sum(n, 1)),
    family("nested-sum-unsafe", "LIA-Lin", Unsat, 50_000, 1, |n| nested_sum(n, 0)),
    family("nested-let-unsafe", "LIA-Lin", Unsat, 10_000, 1, nested_let),
    family("choices-safe", "LIA-Lin", Sat, 1_000, 1, |n| choices(n, "(< y 0)")),
    family("choices-unsafe", "LIA-Lin", Unsat, 1_000, 1, |n| choices(n, &format!("(>= y {n})"))),
    family("loops-safe", "LIA-Lin", Sat, 1_000, 2, |n| loops(n, "(< x 0)")),
    family("loops-unsafe", "LIA-Lin", Unsat, 100, 2, |n| loops(n, &format!("(>= x {})", 10 * n))),
    family("relay-safe", "LIA-Lin", Sat, 1_000, 2, |n| relay(n, "(> y 6)")),
    family("relay-unsafe", "LIA-Lin", Unsat, 1_000, 2, |n| relay(n, &format!("(= x {n}) (= y 0)"))),
    family("facts-safe", "LIA-Lin", Sat, 100_000, 1, |n| facts(n, 1)),
    family("facts-unsafe", "LIA-Lin", Unsat, 100_000, 1, |n| facts(n, 0)),
];

/// At which size families are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Each at its own.
    Own,
    /// All at this one.
    Of(usize),
    /// Each at the one at which it has about so many clauses. What has few clauses has one so large.
    Clauses(usize),
}

/// Writes every family into a folder, with a manifest.
///
/// # Errors
/// The folder cannot be written.
pub fn write_all(folder: &Path, size: Size) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let mut manifest = String::from("# track\tfile\texpected\n");
    for family in FAMILIES {
        let file = format!("{}.smt2", family.name);
        let size = match size {
            Size::Own => family.size,
            Size::Of(size) => size,
            Size::Clauses(count) => count.div_ceil(family.clauses),
        };
        fs::write(folder.join(&file), (family.text)(size))?;
        let _ = writeln!(manifest, "{}\t{file}\t{}", family.track, family.expected);
    }
    fs::write(folder.join("manifest.tsv"), manifest)
}

/// Writes one line of a system.
macro_rules! line {
    ($out:ident, $($argument:tt)*) => {
        // Writing to a string cannot fail.
        let _ = writeln!($out, $($argument)*);
    };
}

fn start(comment: &str) -> String {
    format!("; {comment}\n(set-logic HORN)\n")
}

/// A chain of `n` predicates that add one to x and to y. They stay equal; with `offset` 1 they never were.
fn chain(n: usize, offset: usize) -> String {
    let mut out = start(&format!("A chain of {n} predicates that hand on two counters."));
    for i in 0..=n {
        line!(out, "(declare-fun p{i} (Int Int) Bool)");
    }
    line!(out, "(assert (forall ((x Int)) (p0 x (+ x {offset}))))");
    for i in 0..n {
        let next = i + 1;
        line!(out, "(assert (forall ((x Int) (y Int)) (=> (p{i} x y) (p{next} (+ x 1) (+ 1 y)))))");
    }
    line!(out, "(assert (forall ((x Int) (y Int)) (=> (and (p{n} x y) (distinct x y)) false)))\n(check-sat)");
    out
}

/// `n` diamonds in a row, each of which adds one or two to x: x is at most 2n, and can be 2n.
fn diamonds(n: usize, beyond: usize) -> String {
    let mut out = start(&format!("A control flow of {n} diamonds in a row: 2^{n} paths."));
    for i in 0..=n {
        line!(
            out,
            "(declare-fun top{i} (Int) Bool)\n(declare-fun left{i} (Int) Bool)\n(declare-fun right{i} (Int) Bool)"
        );
    }
    line!(out, "(assert (top0 0))");
    for i in 0..n {
        let next = i + 1;
        line!(out, "(assert (forall ((x Int)) (=> (top{i} x) (left{i} (+ x 1)))))");
        line!(out, "(assert (forall ((x Int)) (=> (top{i} x) (right{i} (+ x 2)))))");
        line!(out, "(assert (forall ((x Int)) (=> (left{i} x) (top{next} x))))");
        line!(out, "(assert (forall ((x Int)) (=> (right{i} x) (top{next} x))))");
    }
    line!(out, "(assert (forall ((x Int)) (=> (and (top{n} x) (>= x {})) false)))\n(check-sat)", 2 * n + beyond);
    out
}

/// One predicate with `n` counters that step together; the last starts at `offset` and is compared with the
/// first.
fn wide(n: usize, offset: usize) -> String {
    let mut out = start(&format!("A predicate with {n} arguments and a limit, all counters in lock-step."));
    let join = |part: &dyn Fn(usize) -> String| (0..n).map(part).collect::<Vec<_>>().join(" ");
    let (sorts, variables) = (join(&|_| "Int".into()), join(&|i| format!("(x{i} Int)")));
    line!(out, "(declare-fun p ({sorts} Int) Bool)");
    let first = join(&|i| if i + 1 == n { format!("{offset}") } else { "0".into() });
    line!(out, "(assert (forall ((n Int)) (p {first} n)))");
    let (same, next) = (join(&|i| format!("x{i}")), join(&|i| format!("(+ x{i} 1)")));
    line!(out, "(assert (forall ({variables} (n Int)) (=> (and (p {same} n) (< x0 n)) (p {next} n))))");
    // With one argument only, the last is the first, and is compared with 0.
    let claim = if n == 1 { format!("(= 0 {offset})") } else { format!("(= x0 x{})", n - 1) };
    line!(out, "(assert (forall ({variables} (n Int)) (=> (p {same} n) {claim})))\n(check-sat)");
    out
}

/// A program counter with `n` locations in one transition relation; location i adds i to s. The sum is
/// n (n - 1) / 2 at the end.
fn dispatch(n: usize, beyond: usize) -> String {
    let mut out = start(&format!("A program counter over {n} locations, all in one transition relation."));
    line!(out, "(declare-fun at (Int Int) Bool)\n(assert (at 0 0))");
    line!(out, "(assert (forall ((l Int) (s Int) (m Int) (t Int)) (=> (and (at l s) (or");
    for i in 0..n {
        line!(out, "  (and (= l {i}) (= m {}) (= t (+ s {i})))", i + 1);
    }
    line!(out, "  false)) (at m t))))");
    let sum = n * (n - 1) / 2 + beyond;
    line!(out, "(assert (forall ((s Int)) (=> (and (at {n} s) (>= s {sum})) false)))\n(check-sat)");
    out
}

/// `n` procedures that move money between two accounts and call the one before, and a caller of any of them.
/// The total is kept; with `leak` 1 the last procedure loses one.
fn calls(n: usize, leak: usize) -> String {
    let mut out = start(&format!("{n} procedures with summaries, each calling the one before it."));
    for i in 0..n {
        line!(out, "(declare-fun f{i} (Int Int Int Int) Bool)");
    }
    line!(out, "(declare-fun main (Int Int) Bool)\n(assert (main 100 50))");
    for i in 0..n {
        let (d, lost) = (i % 7 + 1, if i + 1 == n { leak } else { 0 });
        let after = format!("(- a {d}) (+ b {})", d - lost);
        if i == 0 {
            line!(out, "(assert (forall ((a Int) (b Int)) (f0 a b {after})))");
        } else {
            let called = format!("(f{} {after} c d)", i - 1);
            line!(out, "(assert (forall ((a Int) (b Int) (c Int) (d Int)) (=> {called} (f{i} a b c d))))");
        }
        line!(
            out,
            "(assert (forall ((a Int) (b Int) (c Int) (d Int)) (=> (and (main a b) (f{i} a b c d)) (main c d))))"
        );
    }
    line!(out, "(assert (forall ((a Int) (b Int)) (=> (and (main a b) (distinct (+ a b) 150)) false)))\n(check-sat)");
    out
}

/// A sum of `n` ones around x, nested to the right: x + n.
fn nested_sum(n: usize, offset: usize) -> String {
    let mut out = start(&format!("A sum nested {n} deep."));
    line!(out, "(declare-fun p (Int Int) Bool)");
    line!(out, "(assert (forall ((x Int)) (p x {}x{})))", "(+ 1 ".repeat(n), ")".repeat(n));
    let sum = n + offset;
    line!(out, "(assert (forall ((x Int) (y Int)) (=> (and (p x y) (= y (+ x {sum}))) false)))\n(check-sat)");
    out
}

/// `n` bindings inside each other, each one more than the one before: x + n, which refutes.
fn nested_let(n: usize) -> String {
    let mut out = start(&format!("Bindings nested {n} deep."));
    line!(out, "(declare-fun p (Int) Bool)\n(assert (let ((v0 0))");
    for i in 0..n {
        line!(out, "(let ((v{} (+ v{i} 1)))", i + 1);
    }
    line!(out, "(p v{n}){}))", ")".repeat(n));
    line!(out, "(assert (forall ((x Int)) (=> (and (p x) (= x {n})) false)))\n(check-sat)");
    out
}

/// `n` facts p(i, 2i), and a query for a second argument that is `parity` modulo two.
fn facts(n: usize, parity: usize) -> String {
    let mut out = start(&format!("A table of {n} facts."));
    line!(out, "(declare-fun p (Int Int) Bool)");
    for i in 0..n {
        line!(out, "(assert (forall ((x Int) (y Int)) (=> (and (= x {i}) (= y {})) (p x y))))", 2 * i);
    }
    line!(out, "(assert (forall ((x Int) (y Int)) (=> (and (p x y) (= (mod y 2) {parity})) false)))\n(check-sat)");
    out
}

/// A chain of `n` predicates, each of which chooses whether y counts: x exceeds the number of steps all the way or
/// never, so that y is 0 or n at the end.
fn choices(n: usize, bad: &str) -> String {
    let mut out = start(&format!("A chain of {n} predicates, each with a choice."));
    for i in 0..=n {
        line!(out, "(declare-fun p{i} (Int Int) Bool)");
    }
    line!(out, "(assert (forall ((x Int) (y Int)) (=> (and (>= x 0) (= y 0)) (p0 x y))))");
    for i in 0..n {
        let counted = format!("(ite (> x {i}) (+ y 1) y)");
        line!(out, "(assert (forall ((x Int) (y Int)) (=> (p{i} x y) (p{} (+ x 1) {counted}))))", i + 1);
    }
    line!(out, "(assert (forall ((x Int) (y Int)) (=> (and (p{n} x y) {bad}) false)))\n(check-sat)");
    out
}

/// `n` loops behind each other, each with a counter c of its own up to ten; x counts the iterations of all: 10n at the
/// end.
fn loops(n: usize, bad: &str) -> String {
    let mut out = start(&format!("{n} loops behind each other."));
    for i in 0..=n {
        line!(out, "(declare-fun p{i} (Int Int) Bool)");
    }
    line!(out, "(assert (p0 0 0))");
    for i in 0..n {
        line!(out, "(assert (forall ((x Int) (c Int)) (=> (and (p{i} x c) (< c 10)) (p{i} (+ x 1) (+ c 1)))))");
        line!(out, "(assert (forall ((x Int) (c Int)) (=> (and (p{i} x c) (>= c 10)) (p{} x 0))))", i + 1);
    }
    line!(out, "(assert (forall ((x Int) (c Int)) (=> (and (p{n} x c) {bad}) false)))\n(check-sat)");
    out
}

/// `n` facts p(i, i mod 7), and for each i a clause that hands on what p says of it to i + 1: the second arguments are
/// 0 to 6, and 0 gets from the first fact to the last clause.
fn relay(n: usize, bad: &str) -> String {
    let mut out = start(&format!("{n} facts, and a clause for each that hands it on."));
    line!(out, "(declare-fun p (Int Int) Bool)");
    for i in 0..n {
        line!(out, "(assert (forall ((x Int)) (=> (= x {i}) (p x {}))))", i % 7);
        line!(out, "(assert (forall ((x Int) (y Int)) (=> (and (p x y) (= x {i})) (p (+ x 1) y))))");
    }
    line!(out, "(assert (forall ((x Int) (y Int)) (=> (and (p x y) {bad}) false)))\n(check-sat)");
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Solver;
    use crate::process;
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    #[test]
    fn z3_agrees_at_small_sizes() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut z3 = Solver::parse("z3=z3 {}").expect("a good command");
        z3.resolve().expect("Z3 is there: \"make z3\" fetches it");
        let limit = Duration::from_secs(60);
        for family in FAMILIES {
            for size in [1, 2, 5] {
                let file = folder.path().join(format!("{}-{size}.smt2", family.name));
                fs::write(&file, (family.text)(size)).expect("the folder can be written");
                let finished = process::run(&z3.command_line(&file, limit), limit, &AtomicBool::new(false));
                let answer = finished.expect("Z3 starts").stdout;
                assert_eq!(answer.trim(), family.expected.to_string(), "{} of size {size}", family.name);
            }
        }
    }

    #[test]
    fn sizes_are_counted_in_clauses() {
        for family in FAMILIES.iter().filter(|family| family.clauses > 1) {
            let clauses = (family.text)(400 / family.clauses).matches("(assert ").count();
            assert!((400..410).contains(&clauses), "{}: {clauses}", family.name);
        }
    }

    #[test]
    fn the_files_are_large() {
        for family in FAMILIES {
            let text = (family.text)(family.size);
            assert!(text.len() > 2_500, "{} has {} bytes", family.name, text.len());
            assert!(text.starts_with("; ") && text.ends_with("(check-sat)\n"), "{}", family.name);
        }
        let most = FAMILIES.iter().map(|family| (family.text)(family.size).len()).max();
        assert!(most > Some(7_000_000), "{most:?}");
    }
}
