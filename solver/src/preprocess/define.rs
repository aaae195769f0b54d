//! Definitions of predicates that inlining eliminated.
//!
//! Taken in reverse order of elimination, every other predicate of the clauses that were resolved is defined already.
//! The strongest definition says that some defining clause derives the arguments, the weakest that no using clause is
//! violated; anything between the two is a definition. Either has a quantifier for the variables of the clauses, which
//! is eliminated natively as far as that goes. Where it does not go, the eliminated predicates form a recursion-free
//! system of their own, and [`RecursionFree`](super::RecursionFree) may find definitions.

use super::conjunction::Conjunction;
use super::{ModelBack, PassContext};
use crate::domain::{Limits, analyse};
use crate::system::{Atom, Clause, Model, PredGraph, PredId, System};
use crate::term::{Op, SortId, Store, Substitution, TermId, conjuncts, free_vars, postorder};

/// One eliminated predicate with its clauses at that time.
#[derive(Clone, Debug)]
pub(super) struct Elimination {
    /// The predicate, by its number in the input of the pass.
    pub pred: PredId,
    /// The clauses with it as head; it occurs in no body of them.
    pub defining: Vec<Clause>,
    /// The clauses with it in the body.
    pub using: Vec<Clause>,
}

/// The way back through inlining.
pub(super) struct Eliminations {
    /// The predicates that stayed, in order.
    pub kept: Vec<PredId>,
    /// The others, in order of elimination.
    pub eliminated: Vec<Elimination>,
}

impl ModelBack for Eliminations {
    fn model(&self, cx: &mut PassContext<'_>, input: &System, model: Model) -> Result<Model, String> {
        let mut known = vec![None; input.preds.len()];
        for (&pred, &definition) in self.kept.iter().zip(&model.definitions) {
            known[pred.index()] = Some(definition);
        }
        let kept = known.clone();
        let mut found = None;
        let (mut quantified, mut looked) = (false, false);
        for elimination in self.eliminated.iter().rev() {
            let definition = define(cx.store, input, elimination, &known)?;
            quantified |= cx.store.is_quantified(definition);
            known[elimination.pred.index()] = Some(definition);
            if !looked && postorder(cx.store, &[definition]).len() > UNWIELDY {
                looked = true;
                found = self.simple(cx, input, &kept);
                if found.is_some() {
                    break;
                }
            }
        }
        let given = kept.iter().flatten().any(|&d| cx.store.is_quantified(d));
        if found.is_none() && quantified && !given {
            found = self.ask(cx, input, &kept);
        }
        if let Some(found) = found {
            for (elimination, definition) in self.eliminated.iter().zip(found) {
                known[elimination.pred.index()] = Some(definition);
            }
        }
        let definitions: Option<Vec<TermId>> = known.into_iter().collect();
        Ok(Model { definitions: definitions.ok_or("a model with too few definitions")? })
    }
}

/// Term nodes of a definition beyond which simpler ones are looked for: it holds all that has happened up to its
/// predicate, so that together those of a chain have as many as the square of its length.
const UNWIELDY: usize = 500;

impl Eliminations {
    /// Definitions of the eliminated predicates from the helper, in order of elimination.
    fn ask(&self, cx: &mut PassContext<'_>, input: &System, kept: &[Option<TermId>]) -> Option<Vec<TermId>> {
        cx.recursion_free.as_ref()?;
        let system = self.own_system(cx.store, input, kept)?;
        let cancel = cx.cancel.clone();
        let helper = cx.recursion_free.as_mut()?;
        let model = helper.solve(cx.store, &system, &cancel)?;
        (model.definitions.len() == self.eliminated.len()).then_some(model.definitions)
    }

    /// Definitions of the eliminated predicates, in order of elimination, that say as much as abstract interpretation
    /// sees, if that suffices.
    fn simple(&self, cx: &mut PassContext<'_>, input: &System, kept: &[Option<TermId>]) -> Option<Vec<TermId>> {
        let system = self.own_system(cx.store, input, kept)?;
        let invariants = analyse(cx.store, &system, &cx.cancel, Limits::default());
        if !invariants.excludes_queries(&system) {
            return None;
        }
        Some(invariants.model(cx.store, &system, None).definitions)
    }

    /// What the clauses say of the eliminated predicates, which have their numbers by the order of elimination, if the
    /// others are defined so. `None` if one of these is not.
    fn own_system(&self, store: &mut Store, input: &System, kept: &[Option<TermId>]) -> Option<System> {
        let mut system = System::new();
        let mut numbers: Vec<Option<PredId>> = vec![None; input.preds.len()];
        for elimination in &self.eliminated {
            let pred = input.pred(elimination.pred);
            numbers[elimination.pred.index()] = Some(system.add_pred(pred.name.clone(), pred.sorts.clone()));
        }
        for clause in &input.clauses {
            let inside = |a: &Atom| numbers[a.pred.index()].is_some();
            if !clause.body.iter().chain(&clause.head).any(inside) {
                continue;
            }
            let mut parts = vec![clause.constraint];
            let mut part = clause.clone();
            part.body.clear();
            for atom in &clause.body {
                match (numbers[atom.pred.index()], kept[atom.pred.index()]) {
                    (Some(pred), _) => part.body.push(Atom { pred, args: atom.args.clone() }),
                    (None, Some(definition)) => parts.push(store.instantiate(definition, &atom.args)),
                    (None, None) => return None,
                }
            }
            if let Some(atom) = &clause.head {
                match (numbers[atom.pred.index()], kept[atom.pred.index()]) {
                    (Some(pred), _) => part.head = Some(Atom { pred, args: atom.args.clone() }),
                    (None, Some(definition)) => {
                        let holds = store.instantiate(definition, &atom.args);
                        parts.push(store.not(holds));
                        part.head = None;
                    }
                    (None, None) => return None,
                }
            }
            part.constraint = store.and(&parts);
            if part.constraint != Store::FALSE {
                system.add_clause(part);
            }
        }
        Some(system)
    }
}

/// Term nodes up to which the strongest definition is taken without looking at the weakest.
const HANDY: usize = 150;

/// A definition of an eliminated predicate, given those of all others in its clauses.
fn define(
    store: &mut Store,
    input: &System,
    elimination: &Elimination,
    known: &[Option<TermId>],
) -> Result<TermId, String> {
    let sorts = &input.pred(elimination.pred).sorts;
    let strongest = strongest(store, sorts, elimination, known)?;
    let size = |store: &Store, t: TermId| (store.is_quantified(t), postorder(store, &[t]).len());
    let (quantified, nodes) = size(store, strongest);
    if !quantified && nodes <= HANDY {
        return Ok(strongest);
    }
    let Some(weakest) = weakest(store, sorts, elimination, known)? else { return Ok(strongest) };
    Ok(if size(store, weakest) < (quantified, nodes) { weakest } else { strongest })
}

/// The definition of an atom's predicate at the atom's arguments.
fn holds(store: &mut Store, known: &[Option<TermId>], atom: &Atom) -> Result<TermId, String> {
    let definition = known[atom.pred.index()].ok_or("a predicate is used before it is defined")?;
    Ok(store.instantiate(definition, &atom.args))
}

/// Term nodes beyond which strongest definitions are given up.
const LARGEST: usize = 30_000;

/// The strongest definitions of all predicates of a system without recursion, if there are some without quantifiers.
pub(super) fn strongest_model(store: &mut Store, system: &System, graph: &PredGraph) -> Option<Model> {
    let mut order: Vec<PredId> = system.pred_ids().collect();
    order.sort_by_key(|p| (graph.component[p.index()], *p));
    let mut known = vec![None; system.preds.len()];
    for pred in order {
        let defining = graph.defining[pred.index()].iter().map(|&c| system.clause(c).clone()).collect();
        let elimination = Elimination { pred, defining, using: Vec::new() };
        let definition = strongest(store, &system.pred(pred).sorts, &elimination, &known).ok()?;
        if store.is_quantified(definition) || postorder(store, &[definition]).len() > LARGEST {
            return None;
        }
        known[pred.index()] = Some(definition);
    }
    Some(Model { definitions: known.into_iter().collect::<Option<Vec<TermId>>>()? })
}

/// Some defining clause derives it.
fn strongest(
    store: &mut Store,
    sorts: &[SortId],
    elimination: &Elimination,
    known: &[Option<TermId>],
) -> Result<TermId, String> {
    let mut cases = Vec::new();
    for clause in &elimination.defining {
        let Some(head) = &clause.head else { continue };
        let mut parts = vec![clause.constraint];
        for atom in &clause.body {
            parts.push(holds(store, known, atom)?);
        }
        cases.push(over_arguments(store, sorts, clause, &parts, &head.args));
    }
    Ok(store.or(&cases))
}

/// No using clause is violated; `None` if one uses the predicate twice, then there is no weakest definition.
fn weakest(
    store: &mut Store,
    sorts: &[SortId],
    elimination: &Elimination,
    known: &[Option<TermId>],
) -> Result<Option<TermId>, String> {
    let mut cases = Vec::new();
    for clause in &elimination.using {
        let mut parts = vec![clause.constraint];
        let mut args = None;
        for atom in &clause.body {
            if atom.pred != elimination.pred {
                parts.push(holds(store, known, atom)?);
            } else if args.replace(&atom.args).is_some() {
                return Ok(None);
            }
        }
        let Some(args) = args else { continue };
        if let Some(head) = &clause.head {
            let holds = holds(store, known, head)?;
            parts.push(store.not(holds));
        }
        cases.push(over_arguments(store, sorts, clause, &parts, args));
    }
    let violated = store.or(&cases);
    Ok(Some(store.not(violated)))
}

/// `exists vars. parts and arguments = args` over the arguments `Var(0) …`, with as few quantifiers as possible.
fn over_arguments(store: &mut Store, sorts: &[SortId], clause: &Clause, parts: &[TermId], args: &[TermId]) -> TermId {
    let mut vars = sorts.to_vec();
    vars.extend_from_slice(&clause.vars);
    let shift = store.vars(sorts.len() as u32, &clause.vars);
    let mut substitution = Substitution::by_index(&shift);
    let mut all: Vec<TermId> = Vec::with_capacity(parts.len() + args.len());
    for &part in parts {
        all.push(if shift.is_empty() { part } else { substitution.apply(store, part) });
    }
    for (i, (&arg, &sort)) in args.iter().zip(sorts).enumerate() {
        let arg = if shift.is_empty() { arg } else { substitution.apply(store, arg) };
        let parameter = store.var(i as u32, sort);
        all.push(store.eq(parameter, arg));
    }
    let constraint = store.and(&all);
    project(store, &vars, sorts.len(), constraint)
}

/// Most cases a projection is split into.
const CASES: usize = 48;

/// `exists vars[keep..]. constraint` as a formula over the first `keep` variables, if possible without quantifiers.
pub(super) fn project(store: &mut Store, vars: &[SortId], keep: usize, constraint: TermId) -> TermId {
    let mut start = Conjunction::new(store, vars, constraint, Vec::new());
    start.fixed = keep;
    start.exhaustive = true;
    let mut pending = vec![start];
    let mut cases = Vec::new();
    let mut made = 1;
    while let Some(mut case) = pending.pop() {
        case.simplify(store);
        if case.is_false() {
            continue;
        }
        let whole = store.and(&case.conjuncts);
        let inner: Vec<TermId> = free_vars(store, &[whole])
            .into_iter()
            .filter(|&v| store.as_var(v).is_some_and(|v| v as usize >= keep))
            .collect();
        if inner.is_empty() {
            cases.push(whole);
            continue;
        }
        let split = if made < CASES { split(store, &case, &inner) } else { None };
        if let Some(alternatives) = split {
            made += alternatives.len();
            // The first alternative is looked at first.
            for alternative in alternatives.into_iter().rev() {
                let mut next = case.clone();
                next.conjuncts.push(alternative);
                next.flatten(store);
                pending.push(next);
            }
            continue;
        }
        cases.push(quantify(store, &inner, &case.conjuncts));
    }
    store.or(&cases)
}

/// `exists inner. conjuncts`, the conjuncts without such variables outside.
fn quantify(store: &mut Store, inner: &[TermId], conjuncts: &[TermId]) -> TermId {
    let mut bound = Vec::with_capacity(inner.len());
    let mut substitution = Substitution::default();
    for &var in inner {
        let (number, sort) = (store.fresh_bound(), store.sort_of(var));
        bound.push((number, sort));
        let image = store.bound(number, sort);
        substitution.insert(var, image);
    }
    let (mut inside, mut outside) = (Vec::new(), Vec::new());
    for &conjunct in conjuncts {
        let image = substitution.apply(store, conjunct);
        if image == conjunct { outside.push(conjunct) } else { inside.push(image) }
    }
    let body = store.and(&inside);
    outside.push(store.exists(&bound, body));
    store.and(&outside)
}

/// Formulas one of which holds, such that each makes the elimination of the inner variables easier.
fn split(store: &mut Store, case: &Conjunction, inner: &[TermId]) -> Option<Vec<TermId>> {
    // match: (a or b) with an inner variable      gives: a | b
    for &conjunct in &case.conjuncts {
        let mentions = free_vars(store, &[conjunct]).iter().any(|v| inner.contains(v));
        if !mentions {
            continue;
        }
        match store.op(conjunct) {
            Op::Or => return Some(store.args(conjunct).to_vec()),
            Op::Eq | Op::Not if is_equivalence(store, conjunct) => {
                let negated = *store.op(conjunct) == Op::Not;
                let eq = if negated { store.args(conjunct)[0] } else { conjunct };
                let [a, b] = *store.args(eq) else { continue };
                let (not_a, not_b) = (store.not(a), store.not(b));
                let (b, not_b) = if negated { (not_b, b) } else { (b, not_b) };
                return Some(vec![store.and2(a, b), store.and2(not_a, not_b)]);
            }
            Op::Ite => {
                let [c, a, b] = *store.args(conjunct) else { continue };
                let not_c = store.not(c);
                return Some(vec![store.and2(c, a), store.and2(not_c, b)]);
            }
            _ => {}
        }
    }
    // match: a term ite c s t, or (select (store a i v) j)      gives: c | not c, or i = j | i != j
    for &conjunct in &case.conjuncts {
        for term in postorder(store, &[conjunct]) {
            if store.is_quantified(term) {
                continue;
            }
            let condition = match store.op(term) {
                Op::Ite => store.args(term)[0],
                Op::Select if *store.op(store.args(term)[0]) == Op::Store => {
                    let (at, index) = (store.args(store.args(term)[0])[1], store.args(term)[1]);
                    store.eq(at, index)
                }
                _ => continue,
            };
            if free_vars(store, &[term]).iter().any(|v| inner.contains(v)) {
                let not = store.not(condition);
                return Some(vec![condition, not]);
            }
        }
    }
    // match: x != t      gives: x < t | x > t
    for &conjunct in &case.conjuncts {
        if *store.op(conjunct) != Op::Not {
            continue;
        }
        let eq = store.args(conjunct)[0];
        let [a, b] = *store.args(eq) else { continue };
        let arithmetic = *store.op(eq) == Op::Eq && store.sort_of(a).is_arith();
        if arithmetic && free_vars(store, &[eq]).iter().any(|v| inner.contains(v)) {
            return Some(vec![store.lt(a, b), store.gt(a, b)]);
        }
    }
    None
}

/// Whether a formula is an equality of truth values or the negation of one.
fn is_equivalence(store: &Store, formula: TermId) -> bool {
    let atom = if *store.op(formula) == Op::Not { store.args(formula)[0] } else { formula };
    *store.op(atom) == Op::Eq && store.sort_of(store.args(atom)[0]) == SortId::BOOL && conjuncts(store, atom).len() == 1
}
