//! Horn systems given to Z3's own Horn engine (`(set-logic HORN)`).
//!
//! Meant for recursion-free systems, where Z3 acts as an interpolator: the model of such a system is a tree interpolant. Inlining must be
//! off for that, else Z3 eliminates the predicates and the model consists of strongest postconditions.

use super::cancel::CancelToken;
use super::check::{SatResult, parse_answer};
use super::config::SmtConfig;
use super::error::SmtError;
use super::names::{Symbol, write_sort};
use super::print::{SmtTerm, datatypes_of, write_datatypes};
use super::script::run_script;
use super::stats::{Purpose, SmtStatistics};
use super::terms::read_definitions;
use crate::system::{Atom, Clause, Model, System};
use crate::term::{Op, SortId, Store, TermId, postorder};
use hashbrown::HashMap;
use std::time::Duration;

/// What Z3 says about a Horn system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HornAnswer {
    /// Satisfiable, by this model. Not checked.
    Sat(Model),
    /// Unsatisfiable.
    Unsat,
    /// Z3 gave up, ran out of time or gave a model that we cannot read; says which.
    Unknown(String),
}

/// Options that keep Z3 from inlining predicates.
pub const NO_INLINING: [(&str, &str); 3] =
    [("fp.xform.inline_eager", "false"), ("fp.xform.inline_linear", "false"), ("fp.xform.slice", "false")];

/// Asks Z3 for a model of a system, in a process of its own. `options` are Z3 parameters, see [`NO_INLINING`].
///
/// Errors are faults of the process, cancellation, and a solver that is no Z3.
#[allow(clippy::too_many_arguments)]
pub fn solve_horn(
    config: &SmtConfig,
    cancel: &CancelToken,
    statistics: &mut SmtStatistics,
    purpose: Purpose,
    store: &mut Store,
    system: &System,
    options: &[(&str, &str)],
    limit: Option<Duration>,
) -> Result<HornAnswer, SmtError> {
    if !config.kind.is_z3() {
        return Err(SmtError::Unsupported(format!("Horn systems by {}", config.kind)));
    }
    let script = horn_script(store, system, options).map_err(|error| SmtError::Unsupported(error.to_string()))?;
    let answers = match run_script(config, cancel, statistics, purpose, &[&script, b"(get-model)\n"], limit) {
        Ok(answers) => answers,
        Err(SmtError::Timeout) => return Ok(HornAnswer::Unknown("timeout".to_string())),
        Err(error) => return Err(error),
    };
    let [verdict, model] = answers.as_slice() else { return Err(SmtError::Garbage("missing answers".to_string())) };
    match parse_answer(verdict)? {
        SatResult::Unsat => Ok(HornAnswer::Unsat),
        SatResult::Unknown(reason) => Ok(HornAnswer::Unknown(reason)),
        SatResult::Sat => match read_model(store, system, model) {
            Ok(model) => Ok(HornAnswer::Sat(model)),
            Err(error) => Ok(HornAnswer::Unknown(format!("the model cannot be read: {error}"))),
        },
    }
}

fn read_model(store: &mut Store, system: &System, text: &str) -> Result<Model, SmtError> {
    let mut by_number: HashMap<u32, TermId> = HashMap::new();
    for definition in read_definitions(store, text)? {
        if let Some(Symbol::Predicate(number)) = Symbol::parse(&definition.name, store)
            && let Some(pred) = system.preds.get(number as usize)
            && pred.sorts == definition.params
            && store.sort_of(definition.body) == SortId::BOOL
        {
            by_number.insert(number, definition.body);
        }
    }
    let definitions: Option<Vec<TermId>> =
        (0..system.preds.len() as u32).map(|number| by_number.get(&number).copied()).collect();
    definitions
        .map(|definitions| Model { definitions })
        .ok_or_else(|| SmtError::Unsupported("a predicate without definition".to_string()))
}

/// The text of a system in the CHC format under generated names, up to and including `(check-sat)`.
pub fn horn_script(store: &Store, system: &System, options: &[(&str, &str)]) -> std::io::Result<Vec<u8>> {
    use std::io::Write;
    let mut w: Vec<u8> = Vec::new();
    for (key, value) in options {
        writeln!(w, "(set-option :{key} {value})")?;
    }
    writeln!(w, "(set-logic HORN)")?;
    let mut sorts: Vec<SortId> = system.preds.iter().flat_map(|pred| pred.sorts.iter().copied()).collect();
    let mut terms: Vec<TermId> = Vec::new();
    for clause in &system.clauses {
        sorts.extend(&clause.vars);
        terms.extend(clause.terms());
    }
    for term in postorder(store, &terms) {
        sorts.push(store.sort_of(term));
        if let Op::Forall(vars) | Op::Exists(vars) = store.op(term) {
            sorts.extend(vars.iter().map(|(_, sort)| *sort));
        }
    }
    sorts.sort_unstable();
    sorts.dedup();
    let mut datatypes = Vec::new();
    for sort in sorts {
        datatypes_of(store, sort, &mut datatypes);
    }
    if !datatypes.is_empty() {
        write_datatypes(store, &datatypes, &mut w)?;
    }
    for (number, pred) in system.preds.iter().enumerate() {
        write!(w, "(declare-fun {} (", Symbol::Predicate(number as u32))?;
        for (at, &sort) in pred.sorts.iter().enumerate() {
            w.write_all(if at == 0 { b"" } else { b" " })?;
            write_sort(store, sort, &mut w)?;
        }
        writeln!(w, ") Bool)")?;
    }
    for clause in &system.clauses {
        write_clause(store, clause, &mut w)?;
    }
    writeln!(w, "(check-sat)")?;
    Ok(w)
}

fn write_clause(store: &Store, clause: &Clause, w: &mut Vec<u8>) -> std::io::Result<()> {
    use std::io::Write;
    write!(w, "(assert ")?;
    if !clause.vars.is_empty() {
        write!(w, "(forall (")?;
        for (index, &sort) in clause.vars.iter().enumerate() {
            write!(w, "({} ", Symbol::Var(index as u32, sort))?;
            write_sort(store, sort, w)?;
            write!(w, ")")?;
        }
        write!(w, ") ")?;
    }
    write!(w, "(=> (and true")?;
    for atom in &clause.body {
        write!(w, " ")?;
        write_atom(store, atom, w)?;
    }
    write!(w, " {}) ", SmtTerm(store, clause.constraint).text())?;
    match &clause.head {
        Some(atom) => write_atom(store, atom, w)?,
        None => write!(w, "false")?,
    }
    writeln!(w, "){})", if clause.vars.is_empty() { "" } else { ")" })
}

fn write_atom(store: &Store, atom: &Atom, w: &mut Vec<u8>) -> std::io::Result<()> {
    use std::io::Write;
    let symbol = Symbol::Predicate(atom.pred.0);
    if atom.args.is_empty() {
        return write!(w, "{symbol}");
    }
    write!(w, "({symbol}")?;
    for &arg in &atom.args {
        write!(w, " {}", SmtTerm(store, arg).text())?;
    }
    write!(w, ")")
}
