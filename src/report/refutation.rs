//! Refutations as text: one line per derived fact, the conclusion first, each naming the lines it follows from.

use horn_solver::smtlib::Names;
use horn_solver::smtlib::print::term_text;
use horn_solver::system::{Refutation, System};
use horn_solver::term::{SortId, Store, TermId, Value};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The derivation of false. Line 0 is `FALSE`; a line `2: P(1, 5) -> 3, 4` says that P(1, 5) follows from lines 3 and 4 by one clause.
/// Steps that the conclusion doesn't need are left out.
pub fn text(store: &mut Store, system: &System, refutation: &Refutation) -> String {
    let steps = &refutation.steps;
    let Some(last) = steps.len().checked_sub(1) else { return String::new() };
    let mut needed = BTreeSet::from([last]);
    for index in (0..=last).rev() {
        if needed.contains(&index) {
            needed.extend(steps[index].premises.iter().copied());
        }
    }
    // The last step is number 0, and premises come after what uses them.
    let numbers: Vec<usize> = {
        let mut numbers = vec![0; steps.len()];
        for (number, &index) in needed.iter().rev().enumerate() {
            numbers[index] = number;
        }
        numbers
    };
    let names = Names::user(store, system);
    let mut text = String::new();
    for &index in needed.iter().rev() {
        let step = &steps[index];
        let clause = system.clause(step.clause);
        let _ = write!(text, "{}: ", numbers[index]);
        match &clause.head {
            None => text.push_str("FALSE"),
            Some(head) => {
                let values: Vec<TermId> =
                    step.values.iter().zip(&clause.vars).map(|(v, &sort)| v.to_term(store, sort)).collect();
                text.push_str(names.pred(head.pred));
                if !head.args.is_empty() {
                    let args: Vec<String> =
                        head.args.iter().map(|&arg| ground_text(store, &names, arg, &values)).collect();
                    let _ = write!(text, "({})", args.join(", "));
                }
            }
        }
        if !step.premises.is_empty() {
            let mut premises: Vec<usize> = step.premises.iter().map(|&p| numbers[p]).collect();
            premises.dedup();
            let premises: Vec<String> = premises.iter().map(ToString::to_string).collect();
            let _ = write!(text, " -> {}", premises.join(", "));
        }
        text.push('\n');
    }
    text
}

/// A head argument under the step's values.
fn ground_text(store: &mut Store, names: &Names, arg: TermId, values: &[TermId]) -> String {
    let ground = store.instantiate(arg, values);
    // Numbers read best without SMT-LIB's parentheses.
    if let Some(Value::Int(value)) = Value::from_term(store, ground)
        && store.sort_of(ground) == SortId::INT
    {
        return value.to_string();
    }
    term_text(store, ground, names)
}
