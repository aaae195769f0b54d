//! Helpers for tests: systems as SMT-LIB text, and the SMT solver as the judge of systems and models.

use crate::smt::testing::binary;
use crate::smt::{CancelToken, Purpose, SmtConfig, SmtSolver, Steps};
use crate::system::{Atom, Clause, Model, System};
use crate::term::{BvOp, Op, Sort, SortId, Store, TermId, postorder};
use hashbrown::HashMap;
use std::fmt::Write as _;

pub(super) fn clause(vars: &[SortId], body: Vec<Atom>, constraint: TermId, head: Option<Atom>) -> Clause {
    Clause { vars: vars.to_vec(), body, constraint, head, origin: crate::system::Origin::default() }
}

fn sort_text(store: &Store, sort: SortId) -> String {
    match store.sort(sort) {
        Sort::Bool => "Bool".into(),
        Sort::Int => "Int".into(),
        Sort::Real => "Real".into(),
        Sort::BitVec(width) => format!("(_ BitVec {width})"),
        Sort::Array(i, e) => format!("(Array {} {})", sort_text(store, *i), sort_text(store, *e)),
        Sort::Datatype(id) => format!("D{}", id.index()),
    }
}

fn number(value: &crate::num::Rat, sort: SortId) -> String {
    let plain = |i: &crate::num::Int| if i.is_negative() { format!("(- {})", -i) } else { i.to_string() };
    if sort == SortId::INT {
        return plain(value.numer());
    }
    let point = |i: &crate::num::Int| if i.is_negative() { format!("(- {}.0)", -i) } else { format!("{i}.0") };
    format!("(/ {} {})", point(value.numer()), point(value.denom()))
}

/// The term with every inner node bound by a `let`; `Err` where a quantifier makes that impossible.
fn term_text(store: &Store, root: TermId) -> String {
    let mut names: HashMap<TermId, String> = HashMap::new();
    let (mut text, mut open) = (String::new(), 0);
    for term in postorder(store, &[root]) {
        let args: Vec<&str> = store.args(term).iter().map(|a| names[a].as_str()).collect();
        let args = args.join(" ");
        let sort = store.sort_of(term);
        let datatype = |t: TermId| store.datatype_of(store.sort_of(t)).map_or(0, |d| d.index());
        let leaf = match store.op(term) {
            Op::Var(i) => format!("x{i}"),
            Op::Bool(b) => b.to_string(),
            Op::Num(n) => number(n, sort),
            Op::BitVec(v) => format!("(_ bv{v} {})", store.bv_width(sort).expect("width")),
            Op::Construct(c) if args.is_empty() => format!("D{}c{c}", datatype(term)),
            op => {
                let name = match op {
                    Op::Not => "not".into(),
                    Op::And => "and".into(),
                    Op::Or => "or".into(),
                    Op::Eq => "=".into(),
                    Op::Ite => "ite".into(),
                    Op::Add => "+".into(),
                    Op::Mul => "*".into(),
                    Op::Le => "<=".into(),
                    Op::IntDiv => "div".into(),
                    Op::IntMod => "mod".into(),
                    Op::RealDiv => "/".into(),
                    Op::ToReal => "to_real".into(),
                    Op::ToInt => "to_int".into(),
                    Op::Select => "select".into(),
                    Op::Store => "store".into(),
                    Op::ConstArray => format!("(as const {})", sort_text(store, sort)),
                    Op::Construct(c) => format!("D{}c{c}", datatype(term)),
                    Op::Project(c, f) => format!("D{}c{c}f{f}", datatype(store.args(term)[0])),
                    Op::Test(c) => format!("(_ is D{}c{c})", datatype(store.args(term)[0])),
                    Op::Bv(BvOp::Add) => "bvadd".into(),
                    Op::Bv(BvOp::Ule) => "bvule".into(),
                    op => panic!("the test printer does not know {op:?}"),
                };
                let _ = write!(text, "(let ((t{} ({name} {args}))) ", term.index());
                open += 1;
                format!("t{}", term.index())
            }
        };
        names.insert(term, leaf);
    }
    let _ = write!(text, "{}{}", names[&root], ")".repeat(open));
    text
}

/// The system in CHC-COMP format, with a line `(check-sat)`.
pub(super) fn system_text(store: &Store, system: &System) -> String {
    let mut text = String::from("(set-logic HORN)\n");
    let types: Vec<_> = store.datatypes().collect();
    if !types.is_empty() {
        let names: Vec<String> = types.iter().map(|(id, _)| format!("(D{} 0)", id.index())).collect();
        let bodies: Vec<String> = types
            .iter()
            .map(|(id, d)| {
                let constructors = d.constructors.iter().enumerate().map(|(c, constructor)| {
                    let fields = constructor.fields.iter().enumerate();
                    let fields: Vec<String> = fields
                        .map(|(f, field)| format!("(D{}c{c}f{f} {})", id.index(), sort_text(store, field.sort)))
                        .collect();
                    format!("(D{}c{c} {})", id.index(), fields.join(" "))
                });
                format!("({})", constructors.collect::<Vec<_>>().join(" "))
            })
            .collect();
        let _ = writeln!(text, "(declare-datatypes ({}) ({}))", names.join(" "), bodies.join(" "));
    }
    for (p, pred) in system.preds.iter().enumerate() {
        let sorts: Vec<String> = pred.sorts.iter().map(|&s| sort_text(store, s)).collect();
        let _ = writeln!(text, "(declare-fun p{p} ({}) Bool)", sorts.join(" "));
    }
    for clause in &system.clauses {
        let vars: Vec<String> =
            clause.vars.iter().enumerate().map(|(i, &s)| format!("(x{i} {})", sort_text(store, s))).collect();
        let atom = |a: &Atom| {
            let args: Vec<String> = a.args.iter().map(|&t| term_text(store, t)).collect();
            if args.is_empty() { format!("p{}", a.pred.0) } else { format!("(p{} {})", a.pred.0, args.join(" ")) }
        };
        let body: Vec<String> = clause.body.iter().map(atom).collect();
        let body = format!("(and true {} {})", body.join(" "), term_text(store, clause.constraint));
        let head = clause.head.as_ref().map_or("false".into(), atom);
        let implication = format!("(=> {body} {head})");
        if vars.is_empty() {
            let _ = writeln!(text, "(assert {implication})");
        } else {
            let _ = writeln!(text, "(assert (forall ({}) {implication}))", vars.join(" "));
        }
    }
    text.push_str("(check-sat)\n");
    text
}

/// A solver for checks.
pub(super) fn solver() -> SmtSolver {
    let config = SmtConfig::new(&binary()).with_query_limit(Steps::seconds(5));
    SmtSolver::new(config, CancelToken::new())
}

/// Checks every clause under the model. `Ok(false)` if the solver cannot tell for some clause.
pub(super) fn check_model(
    store: &mut Store,
    smt: &mut SmtSolver,
    system: &System,
    model: &Model,
) -> Result<bool, String> {
    let mut known = true;
    for (id, clause) in system.clauses() {
        let mut parts = vec![clause.constraint];
        for atom in &clause.body {
            parts.push(model.apply(store, atom));
        }
        if let Some(head) = &clause.head {
            let holds = model.apply(store, head);
            parts.push(store.not(holds));
        }
        let violated = store.and(&parts);
        let not_violated = store.not(violated);
        match smt.is_valid(store, Purpose::Certificate, not_violated) {
            Ok(Some(true)) => {}
            Ok(Some(false)) => return Err(format!("clause {id:?} does not hold")),
            Ok(None) => known = false,
            Err(error) => return Err(error.to_string()),
        }
    }
    Ok(known)
}

/// Checks every step of a refutation by evaluation.
pub(super) fn check_refutation(
    store: &Store,
    system: &System,
    refutation: &crate::system::Refutation,
) -> Result<(), String> {
    use crate::term::{Assignment, Evaluator};
    let mut facts = Vec::new();
    for (i, step) in refutation.steps.iter().enumerate() {
        let clause = system.clause(step.clause);
        let assignment = Assignment::from_values(step.values.iter().cloned());
        let mut evaluator = Evaluator::new(store, &assignment);
        if !evaluator.holds(clause.constraint) {
            return Err(format!("step {i}: the constraint does not hold"));
        }
        if clause.body.len() != step.premises.len() || clause.vars.len() != step.values.len() {
            return Err(format!("step {i}: wrong shape"));
        }
        let mut values = |atom: &Atom| -> Vec<_> { atom.args.iter().map(|&t| evaluator.eval(t)).collect() };
        for (atom, &premise) in clause.body.iter().zip(&step.premises) {
            if facts.get(premise) != Some(&Some((atom.pred, values(atom)))) {
                return Err(format!("step {i}: premise {premise} does not fit"));
            }
        }
        facts.push(clause.head.as_ref().map(|h| (h.pred, values(h))));
    }
    match facts.last() {
        Some(None) => Ok(()),
        _ => Err("the last step is no query".into()),
    }
}
