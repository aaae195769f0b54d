//! Templates: terms over a predicate's arguments that interpolants should talk about.
//!
//! A loop counter and its bound have interpolants `x = 0`, `x = 1`, `x = 2` …, each right and together useless.
//! *Interpolation abstraction* (Leroux, Rümmer, Subotić: Guiding Craig Interpolation with Domain-Specific Abstractions,
//! Acta Informatica 2016) hides everything but the values of a few terms from the two sides of the interpolation
//! problem; if the problem is still unsatisfiable, its interpolants are about these terms only. The cheaper the term,
//! the more it is likely to be part of an inductive invariant: sums that no iteration of a loop changes, terms that the
//! clauses compare, differences and sums of two arguments, and last the arguments themselves.

use super::limits::LIMITS;
use crate::num::Rat;
use crate::system::{Clause, ClauseId, PredGraph, PredId, System};
use crate::term::{Linear, Op, SortId, Store, Substitution, TermId, postorder};
use hashbrown::HashSet;

/// A term over the arguments of a predicate, `Var(0) …`, with its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// The term.
    pub term: TermId,
    /// Lower is better.
    pub cost: u32,
}

/// Which templates are looked for. Single arguments always are, so that all templates together say everything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TemplateKind {
    /// All that are known.
    #[default]
    All,
    /// Only single arguments.
    Terms,
    /// Differences and sums of two arguments.
    Octagons,
    /// Sums that loops leave as they are.
    Unchanged,
    /// Those, and sums that clauses compare with something.
    Compared,
}

/// Truth values, datatypes, arrays, bit-vectors: they rarely diverge.
const COST_OTHER: u32 = 1;
/// A sum that a loop leaves as it is.
const COST_UNCHANGED: u32 = 1;
/// A sum that a clause compares with something.
const COST_COMPARED: u32 = 2;
/// A difference of two arguments.
const COST_DIFFERENCE: u32 = 3;
/// A sum of two arguments.
const COST_SUM: u32 = 4;
/// An argument.
const COST_ARGUMENT: u32 = 6;

/// The templates of a predicate, cheapest first. The arguments are among them, so that all templates together say
/// everything.
pub fn templates(
    store: &mut Store,
    system: &System,
    graph: &PredGraph,
    pred: PredId,
    kind: TemplateKind,
) -> Vec<Template> {
    use TemplateKind::{All, Compared, Octagons, Unchanged};
    let sorts = system.pred(pred).sorts.clone();
    let args = store.vars(0, &sorts);
    let mut found: Vec<Template> = Vec::new();
    let mut seen: HashSet<TermId> = args.iter().copied().collect();
    for (&arg, &sort) in args.iter().zip(&sorts) {
        found.push(Template { term: arg, cost: if sort.is_arith() { COST_ARGUMENT } else { COST_OTHER } });
    }
    let singles = found.len();
    let mut add = |found: &mut Vec<Template>, term: TermId, cost: u32| {
        if found.len() < singles + LIMITS.max_templates && seen.insert(term) {
            found.push(Template { term, cost });
        }
    };
    let unchanged = match kind {
        All | Unchanged | Compared => unchanged_sums(store, system, graph, pred),
        _ => Vec::new(),
    };
    for form in unchanged {
        if let Some(term) = canonical(store, form, &sorts) {
            add(&mut found, term, COST_UNCHANGED);
        }
    }
    let compared = match kind {
        All | Compared => compared_sums(store, system, graph, pred),
        _ => Vec::new(),
    };
    for form in compared {
        if let Some(term) = canonical(store, form, &sorts) {
            add(&mut found, term, COST_COMPARED);
        }
    }
    let numeric: Vec<TermId> = args.iter().copied().filter(|&a| store.sort_of(a).is_arith()).collect();
    if matches!(kind, All | Octagons) && numeric.len() <= LIMITS.templates_max_paired {
        for (i, &a) in numeric.iter().enumerate() {
            for &b in &numeric[i + 1..] {
                if store.sort_of(a) == store.sort_of(b) {
                    let (difference, sum) = (store.sub(a, b), store.add(&[a, b]));
                    add(&mut found, difference, COST_DIFFERENCE);
                    add(&mut found, sum, COST_SUM);
                }
            }
        }
    }
    found.sort_by_key(|t| t.cost);
    found
}

/// A linear form over the arguments as a term with coprime coefficients, the first positive, and no constant.
fn canonical(store: &mut Store, mut form: Linear, sorts: &[SortId]) -> Option<TermId> {
    let &(first, _) = form.terms.first()?;
    let sort = sorts[store.as_var(first)? as usize];
    form.constant = Rat::ZERO;
    form.scale(&form.content_inverse());
    if form.terms[0].1.is_negative() {
        form.scale(&Rat::from(-1));
    }
    Some(store.from_linear(&form, sort))
}

/// The clauses from the predicate to itself.
fn loops<'a>(system: &'a System, graph: &'a PredGraph, pred: PredId) -> impl Iterator<Item = (ClauseId, &'a Clause)> {
    graph.defining[pred.index()]
        .iter()
        .map(|&id| (id, system.clause(id)))
        .filter(move |(_, clause)| clause.body.iter().any(|atom| atom.pred == pred))
}

/// Sums that some loop clause leaves unchanged: where `x` grows by c and `y` by d, that is `d·x - c·y`; where `x`
/// stays, `x`.
fn unchanged_sums(store: &mut Store, system: &System, graph: &PredGraph, pred: PredId) -> Vec<Linear> {
    let mut sums = Vec::new();
    let sorts = system.pred(pred).sorts.clone();
    let args = store.vars(0, &sorts);
    for (_, clause) in loops(system, graph, pred) {
        let Some(head) = &clause.head else { continue };
        let Some(body) = clause.body.iter().find(|atom| atom.pred == pred) else { continue };
        let mut solved = oriented_equations(store, clause);
        let mut moving: Vec<(TermId, Rat)> = Vec::new();
        for (i, (&new, &old)) in head.args.iter().zip(&body.args).enumerate() {
            if !sorts[i].is_arith() {
                continue;
            }
            let (new, old) = (solved.apply(store, new), solved.apply(store, old));
            let step = store.linear(new).plus(&Rat::from(-1), &store.linear(old));
            if step.is_constant() && !step.constant.is_zero() {
                moving.push((args[i], step.constant));
            }
        }
        for (i, (a, c)) in moving.iter().enumerate() {
            for (b, d) in &moving[i + 1..] {
                if store.sort_of(*a) == store.sort_of(*b) {
                    let mut sum = Linear::atom(*a);
                    sum.scale(d);
                    sums.push(sum.plus(&-c.clone(), &Linear::atom(*b)));
                }
            }
        }
    }
    sums
}

/// Solves the equations `v = t` of a clause's constraint one after the other, as a substitution.
pub(super) fn oriented_equations(store: &mut Store, clause: &Clause) -> Substitution {
    let mut images = store.vars(0, &clause.vars);
    for literal in crate::term::conjuncts(store, clause.constraint) {
        if *store.op(literal) != Op::Eq {
            continue;
        }
        let literal = store.instantiate(literal, &images);
        let Some((form, crate::term::Relation::EqZero)) = store.as_linear_literal(literal) else { continue };
        // The last variable with a unit coefficient is most likely the one defined here.
        let unit = |(atom, c): &&(TermId, Rat)| store.as_var(*atom).is_some() && c.abs().is_one();
        let Some((atom, c)) = form.terms.iter().rev().find(unit).cloned() else { continue };
        let Some(index) = store.as_var(atom) else { continue };
        let sort = store.sort_of(atom);
        let mut value = form.clone();
        value.terms.retain(|(a, _)| *a != atom);
        value.scale(&-c);
        let value = store.from_linear(&value, sort);
        let mut step = Substitution::new([(atom, value)]);
        for image in &mut images {
            *image = step.apply(store, *image);
        }
        images[index as usize] = value;
    }
    Substitution::by_index(&images)
}

/// Linear sums of at least two arguments that occur in a comparison of a clause with the predicate in head or body.
fn compared_sums(store: &mut Store, system: &System, graph: &PredGraph, pred: PredId) -> Vec<Linear> {
    let mut sums = Vec::new();
    let clauses: Vec<ClauseId> =
        graph.using[pred.index()].iter().chain(&graph.defining[pred.index()]).copied().collect();
    let sorts = system.pred(pred).sorts.clone();
    let args = store.vars(0, &sorts);
    for id in clauses {
        let clause = system.clause(id);
        let mut solved = oriented_equations(store, clause);
        let constraint = solved.apply(store, clause.constraint);
        let atoms: Vec<TermId> = postorder(store, &[constraint, clause.constraint])
            .into_iter()
            .filter(|&t| matches!(store.op(t), Op::Le | Op::Eq))
            .collect();
        for atom in clause.body.iter().chain(&clause.head).filter(|a| a.pred == pred) {
            // Which argument a variable of the clause is.
            let mut position: hashbrown::HashMap<TermId, TermId> = hashbrown::HashMap::new();
            for (&arg, &var) in atom.args.iter().zip(&args) {
                let image = solved.apply(store, arg);
                for term in [arg, image] {
                    if store.as_var(term).is_some() {
                        position.entry(term).or_insert(var);
                    }
                }
            }
            for &literal in &atoms {
                let Some((form, _)) = store.as_linear_literal(literal) else { continue };
                let renamed: Option<Vec<(TermId, Rat)>> =
                    form.terms.iter().map(|(a, c)| position.get(a).map(|&v| (v, c.clone()))).collect();
                if let Some(mut terms) = renamed
                    && terms.len() >= 2
                {
                    terms.sort_by_key(|(a, _)| *a);
                    terms.dedup_by_key(|(a, _)| *a);
                    sums.push(Linear { terms, constant: Rat::ZERO });
                }
            }
        }
    }
    sums
}
