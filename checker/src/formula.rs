//! Formulas on their way to the solver: taken apart into conjuncts, stated in a process that knows the declarations.

use crate::solver::{Process, SmtSolver};
use crate::term::{Name, Sort, Term, Terms};
use crate::{Options, Rejection};
use std::fmt::Write;

/// A process that knows the declarations.
pub fn start(solver: &SmtSolver, options: &Options, prefix: &str, prelude: &str) -> Result<Process, Rejection> {
    let mut process = Process::start(solver, &options.limits, &format!("{prefix}done"), "ALL")?;
    process.ask(prelude, 0)?;
    Ok(process)
}

/// The commands that state the parts.
pub fn statement(terms: &Terms, prefix: &str, constants: &[(Name, Sort)], parts: &[Term]) -> String {
    let mut text = String::new();
    for &(name, sort) in constants {
        let _ = writeln!(text, "(declare-const {} {})", terms.text(name), terms.sort_text(sort));
    }
    for &part in parts {
        text.push_str("(assert ");
        crate::print::write(&mut text, terms, prefix, part);
        text.push_str(")\n");
    }
    text
}

/// The parts of a conjunction, negations pushed inside as far as they make conjunctions.
pub fn conjuncts(terms: &mut Terms, parts: &[Term]) -> Vec<Term> {
    let mut found = Vec::new();
    let mut stack: Vec<(Term, bool)> = parts.iter().rev().map(|&part| (part, true)).collect();
    while let Some((term, positive)) = stack.pop() {
        let args = terms.args(term).to_vec();
        match (terms.head(term), positive) {
            (Some("not"), _) if args.len() == 1 => stack.push((args[0], !positive)),
            (Some("and"), true) | (Some("or"), false) => stack.extend(args.iter().rev().map(|&arg| (arg, positive))),
            (Some("=>"), false) => {
                if let [premises @ .., conclusion] = &args[..] {
                    stack.push((*conclusion, false));
                    stack.extend(premises.iter().rev().map(|&premise| (premise, true)));
                }
            }
            (_, true) => found.push(term),
            (_, false) => {
                let negation = terms.not(term);
                found.push(negation);
            }
        }
    }
    found
}
