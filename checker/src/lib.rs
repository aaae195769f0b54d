//! Checks answers to systems of constrained Horn clauses: a script and an answer, both as texts, and nothing else.
//!
//! This crate shares no code with the solver whose answers it checks, and it simplifies next to nothing: it reads
//! s-expressions, puts the definitions of a model in the place of the predicates, or the values of a refutation in the
//! place of variables, and asks an SMT solver whether what is left is unsatisfiable. Any answer but `unsat` is a
//! rejection, and so is an error, a time-out or a dead solver. What it knows by itself is that no term equals two
//! different numbers (`modes`).
//!
//! * `sat`: the model's `define-fun`s take the place of the declarations. The negation of each assertion must be
//!   unsatisfiable.
//! * `unsat`: each step `(step N fact :assertion K :values ((x t) …) … :premises (…))` of the refutation must follow:
//!   the facts of its premises, the instances of its assertions and the negation of its fact must be unsatisfiable
//!   together; the last fact is `false`. Predicates are uninterpreted here, so what is shown holds for every
//!   interpretation, that of `div` by zero included.
//!
//! `docs/checker.md` describes the formats.

mod datatype;
mod formula;
mod keys;
mod model;
mod modes;
mod open;
mod print;
mod qualify;
mod read;
mod recursion;
mod refutation;
mod script;
mod sexpr;
mod solver;
mod sorts;
mod term;
mod theory;

pub use solver::{Keeper, Lender, Limits, SmtSolver, Spare};
use std::fmt;

/// How to check.
#[derive(Clone)]
pub struct Options {
    /// The solvers; every one of them must confirm.
    pub solvers: Vec<SmtSolver>,
    /// When to stop.
    pub limits: Limits,
}

/// What was confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// Whether the answer is `sat`.
    pub sat: bool,
    /// Assertions of the script, or steps of the refutation.
    pub parts: usize,
    /// Questions put to the solvers.
    pub queries: usize,
}

/// Why an answer is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// A text cannot be read, or has something in it that this checker does not understand; says where and what.
    Unreadable(String),
    /// The answer has not the form of a certificate for this script; says why.
    Malformed(String),
    /// The answer is wrong; says where.
    Wrong(String),
    /// The solver does not know; says where.
    Undecided(String),
    /// The time is over.
    Stopped,
    /// The solver failed; says how.
    Solver(String),
}

impl Rejection {
    /// The same, said of that text.
    fn within(self, what: &str) -> Rejection {
        match self {
            Rejection::Unreadable(message) => Rejection::Unreadable(format!("{what}, {message}")),
            other => other,
        }
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rejection::Unreadable(message) | Rejection::Malformed(message) | Rejection::Wrong(message) => {
                f.write_str(message)
            }
            Rejection::Undecided(message) => write!(f, "not decided: {message}"),
            Rejection::Stopped => f.write_str("not decided: the time is over"),
            Rejection::Solver(message) => write!(f, "the SMT solver failed: {message}"),
        }
    }
}

impl std::error::Error for Rejection {}

impl From<solver::Trouble> for Rejection {
    fn from(trouble: solver::Trouble) -> Rejection {
        match trouble {
            solver::Trouble::Stopped => Rejection::Stopped,
            solver::Trouble::Broken(message) => Rejection::Solver(message),
        }
    }
}

/// Checks an answer: its first word is `sat` or `unsat`, behind it stands the model or the refutation in parentheses.
///
/// # Errors
///
/// Whatever keeps the answer from being confirmed.
pub fn check(script: &str, answer: &str, options: &Options) -> Result<Accepted, Rejection> {
    if options.solvers.is_empty() {
        return Err(Rejection::Solver("there is none".to_string()));
    }
    let tree = sexpr::Tree::read(answer);
    if let Some(error) = tree.error() {
        return Err(unreadable("the answer", &tree, error));
    }
    let mut top = tree.top();
    let (word, body) = (top.next(), top.next());
    if top.next().is_some() {
        return Err(Rejection::Malformed("the answer goes on behind the certificate".to_string()));
    }
    let sat = match word.and_then(|node| tree.symbol(node)) {
        Some("sat") => true,
        Some("unsat") => false,
        Some("unknown") => return Err(Rejection::Malformed("`unknown` is no answer that can be checked".to_string())),
        _ => return Err(Rejection::Malformed("the answer begins with neither `sat` nor `unsat`".to_string())),
    };
    let Some(body) = body.filter(|&node| tree.is_list(node)) else {
        let what = if sat { "model" } else { "refutation" };
        return Err(Rejection::Malformed(format!("the answer has no {what}")));
    };
    let script = script::read(script, answer)?;
    if sat { model::check(script, &tree, body, options) } else { refutation::check(script, &tree, body, options) }
}

/// A text that is no list of s-expressions.
fn unreadable(what: &str, tree: &sexpr::Tree<'_>, error: &sexpr::SyntaxError) -> Rejection {
    let (line, column) = tree.place(error.offset);
    Rejection::Unreadable(format!("{what}, {line}:{column}: {}", error.message))
}
