//! Abstraction predicates and templates in the syntax of hints files, which `-hints` reads again.

use super::smtlib;
use horn_solver::engine::pa::Template;
use horn_solver::smtlib::Names;
use horn_solver::system::{PredId, System};
use horn_solver::term::{SortId, Store, TermId};
use std::fmt::Write;

/// `(initial-predicates …)` for every predicate with a list that is not empty.
pub fn initial_predicates(store: &Store, system: &System, lists: &[Vec<TermId>]) -> String {
    let mut text = String::new();
    for (pred, list) in system.pred_ids().zip(lists).filter(|(_, list)| !list.is_empty()) {
        let names = opening(&mut text, store, system, "initial-predicates", pred);
        for &formula in list {
            let _ = write!(text, "\n  {}", smtlib::formula_text(store, formula, &names));
        }
        text.push_str("\n)\n");
    }
    text
}

/// `(templates …)` for every predicate with a list that is not empty.
pub fn templates(store: &Store, system: &System, lists: &[Vec<Template>]) -> String {
    let mut text = String::new();
    for (pred, list) in system.pred_ids().zip(lists).filter(|(_, list)| !list.is_empty()) {
        let names = opening(&mut text, store, system, "templates", pred);
        for template in list {
            let formula = store.sort_of(template.term) == SortId::BOOL;
            let (kind, term) = match formula {
                true => ("predicate-2", smtlib::formula_text(store, template.term, &names)),
                false => ("term", smtlib::term_text(store, template.term, &names)),
            };
            let _ = write!(text, "\n  ({kind} {term} {})", template.cost);
        }
        text.push_str("\n)\n");
    }
    text
}

/// The log line `NAME: predicate, predicate` of each predicate whose name contains one of the given words; of all if
/// there are none.
pub fn log_lines(store: &Store, system: &System, lists: &[Vec<TermId>], only: &[String]) -> Vec<String> {
    let wanted = |name: &str| only.is_empty() || only.iter().any(|word| name.contains(word.as_str()));
    let shown = system.pred_ids().zip(lists).filter(|(_, list)| !list.is_empty());
    shown
        .filter(|(pred, _)| wanted(&system.pred(*pred).name))
        .map(|(pred, list)| {
            let mut names = Names::user(store, system);
            names.number_vars(system.pred(pred).sorts.len());
            let texts: Vec<String> = list.iter().map(|&f| smtlib::formula_text(store, f, &names)).collect();
            format!("{}: {}", system.pred(pred).name, texts.join(", "))
        })
        .collect()
}

/// `(word name ((x0 Int) …)`, without the end of the list.
fn opening(text: &mut String, store: &Store, system: &System, word: &str, pred: PredId) -> Names {
    let sorts = &system.pred(pred).sorts;
    let mut names = Names::user(store, system);
    names.set_vars((0..sorts.len()).map(|at| format!("x{at}")));
    let vars: Vec<String> =
        (0u32..).zip(sorts).map(|(at, &sort)| format!("({} {})", names.var(at), names.sort(store, sort))).collect();
    let _ = write!(text, "({word} {} ({})", names.pred(pred), vars.join(" "));
    names
}
