//! Models as text that SMT solvers read again: a list of `define-fun`s, as in the CHC competition.

use horn_solver::smtlib::print::{function_definitions, measure_definitions, write_term};
use horn_solver::solve::Problem;
use horn_solver::system::{Model, PredId};
use std::fmt::Write;

/// The definitions of all predicates that users see, in the order of declaration.
/// Arguments are named `A`, `B` … as far as no symbol of the input has that name.
pub fn text(problem: &Problem, model: &Model) -> String {
    text_and_helpers(problem, model).0
}

/// The same, and whether there are definitions among it of functions that the input does not declare: measures of
/// datatypes, and functions over them.
pub fn text_and_helpers(problem: &Problem, model: &Model) -> (String, bool) {
    let Definitions { helpers, predicates } = definitions(problem, model);
    let text: String = predicates.iter().map(|(_, definition)| format!("{definition}\n")).collect();
    (format!("(\n{helpers}{text})\n"), !helpers.is_empty())
}

/// The definitions of a model.
pub struct Definitions {
    /// Those of functions that the input does not declare, a line each.
    pub helpers: String,
    /// The predicates that users see with their definitions, in the order of declaration.
    pub predicates: Vec<(String, String)>,
}

/// The definitions of a model, as texts.
pub fn definitions(problem: &Problem, model: &Model) -> Definitions {
    let (store, system, hidden) = (&problem.store, &problem.system, problem.hidden());
    let mut names = problem.names();
    let shown: Vec<PredId> = system.pred_ids().filter(|id| !hidden.contains(id)).collect();
    let params = shown.iter().map(|&id| system.pred(id).sorts.len());
    let claimed = store.claims().iter().map(|claim| claim.vars.len());
    names.number_vars(params.chain(claimed).max().unwrap_or(0));
    let terms: Vec<_> = shown.iter().map(|&id| model.definition(id)).collect();
    let helpers = measure_definitions(store, &terms, &names) + &function_definitions(store, &terms, &names);
    let definition = |id: PredId| {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = write!(text, "(define-fun {} (", names.pred(id));
        for (at, &sort) in system.pred(id).sorts.iter().enumerate() {
            let space = if at == 0 { "" } else { " " };
            let _ = write!(text, "{space}({} {})", names.var(at as u32), names.sort(store, sort));
        }
        text.push_str(") Bool\n  ");
        write_term(&mut text, store, model.definition(id), &names);
        text.push(')');
        (names.pred(id).to_string(), text)
    };
    Definitions { helpers, predicates: shown.into_iter().map(definition).collect() }
}
