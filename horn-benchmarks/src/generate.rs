//! Systems of any size, written by a program instead of being kept as files.
//!
//! Every family has a size parameter and a verdict that does not depend on it. The verdicts are tested
//! against Z3 at small sizes; the reason why they hold at every size stands beside each family.

use crate::record::Verdict;
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
    /// The text of the system of a size.
    pub text: fn(usize) -> String,
}

/// All families.
pub const FAMILIES: &[Family] = &[
    Family { name: "chain-safe", track: "LIA-Lin", expected: Verdict::Sat, size: 3_000, text: |n| chain(n, 0) },
    Family { name: "chain-unsafe", track: "LIA-Lin", expected: Verdict::Unsat, size: 3_000, text: |n| chain(n, 1) },
    Family { name: "diamonds-safe", track: "LIA-Lin", expected: Verdict::Sat, size: 1_000, text: |n| diamonds(n, 1) },
    Family { name: "diamonds-unsafe", track: "LIA-Lin", expected: Verdict::Unsat, size: 60, text: |n| diamonds(n, 0) },
    Family { name: "wide-safe", track: "LIA-Lin", expected: Verdict::Sat, size: 150, text: |n| wide(n, 0) },
    Family { name: "wide-unsafe", track: "LIA-Lin", expected: Verdict::Unsat, size: 150, text: |n| wide(n, 1) },
    Family { name: "dispatch-safe", track: "LIA-Lin", expected: Verdict::Sat, size: 400, text: |n| dispatch(n, 1) },
    Family { name: "dispatch-unsafe", track: "LIA-Lin", expected: Verdict::Unsat, size: 60, text: |n| dispatch(n, 0) },
    Family { name: "calls-safe", track: "LIA", expected: Verdict::Sat, size: 1_500, text: |n| calls(n, 0) },
    Family { name: "calls-unsafe", track: "LIA", expected: Verdict::Unsat, size: 1_500, text: |n| calls(n, 1) },
    Family {
        name: "nested-sum-safe",
        track: "LIA-Lin",
        expected: Verdict::Sat,
        size: 50_000,
        text: |n| nested_sum(n, 1),
    },
    Family {
        name: "nested-sum-unsafe",
        track: "LIA-Lin",
        expected: Verdict::Unsat,
        size: 50_000,
        text: |n| nested_sum(n, 0),
    },
    Family { name: "nested-let-unsafe", track: "LIA-Lin", expected: Verdict::Unsat, size: 10_000, text: nested_let },
    Family {
        name: "choices-safe",
        track: "LIA-Lin",
        expected: Verdict::Sat,
        size: 1_000,
        text: |n| choices(n, "(< y 0)"),
    },
    Family {
        name: "choices-unsafe",
        track: "LIA-Lin",
        expected: Verdict::Unsat,
        size: 1_000,
        text: |n| choices(n, &format!("(>= y {n})")),
    },
    Family { name: "loops-safe", track: "LIA-Lin", expected: Verdict::Sat, size: 1_000, text: |n| loops(n, "(< x 0)") },
    Family {
        name: "loops-unsafe",
        track: "LIA-Lin",
        expected: Verdict::Unsat,
        size: 100,
        text: |n| loops(n, &format!("(>= x {})", 10 * n)),
    },
    Family { name: "relay-safe", track: "LIA-Lin", expected: Verdict::Sat, size: 1_000, text: |n| relay(n, "(> y 6)") },
    Family {
        name: "relay-unsafe",
        track: "LIA-Lin",
        expected: Verdict::Unsat,
        size: 1_000,
        text: |n| relay(n, &format!("(= x {n}) (= y 0)")),
    },
    Family { name: "facts-safe", track: "LIA-Lin", expected: Verdict::Sat, size: 100_000, text: |n| facts(n, 1) },
    Family { name: "facts-unsafe", track: "LIA-Lin", expected: Verdict::Unsat, size: 100_000, text: |n| facts(n, 0) },
];

/// Writes every family at this size, or else at its own one, into a folder, with a manifest.
///
/// # Errors
/// The folder cannot be written.
pub fn write_all(folder: &Path, size: Option<usize>) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let mut manifest = String::from("# track\tfile\texpected\n");
    for family in FAMILIES {
        let file = format!("{}.smt2", family.name);
        fs::write(folder.join(&file), (family.text)(size.unwrap_or(family.size)))?;
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

/// A chain of `n` predicates, each of which chooses whether y counts: x exceeds the number of steps all the way or never,
/// so that y is 0 or n at the end.
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
