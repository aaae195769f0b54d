//! The clausifier: a formula that is to hold becomes Horn clauses.
//!
//! A clause under construction is a disjunction: literals found so far, and formulas still to be taken
//! apart. Disjunctions are flattened, universal quantifiers (and existential ones under a negation) are
//! opened, predicate-free parts go to the constraint, and what is left, conjunctions, equivalences and
//! if-then-elses, splits the clause. Two rules keep this sound and small:
//!
//! * A second positive atom is an error with its position, and so is a quantifier over predicates that can't
//!   be opened: such a formula has no Horn form.
//! * Where splitting would multiply clauses, a part `F` of the body in which no predicate is negated is
//!   replaced by an auxiliary predicate `aux(x…)` over its variables, defined by `F → aux(x…)`. The least
//!   solution of `aux` is `F`, so the system stays satisfiable exactly if it was.

use super::diagnostic::{Diagnostic, Fault, Span};
use super::formula::{FormulaId, Shape, Value};
use super::quantified::Quantified;
use super::reader::State;
use crate::system::{Atom, Clause, Origin};
use crate::term::{Op, SortId, Store, TermId};
use hashbrown::HashSet;

/// An assertion is split without auxiliary predicates as long as that makes at most this many clauses.
pub const SPLIT_LIMIT: u32 = 16;

/// After that many splits of one assertion, parts without predicates are no longer split for the sake of a quantifier
/// inside: shared by `let`, each level of these would double the clauses.
const FREE_SPLITS: usize = 500;

/// The most clauses one assertion may become.
const MAX_CLAUSES: usize = 200_000;

/// A clause under construction: the disjunction of everything in it.
#[derive(Clone, Default)]
pub(super) struct Partial {
    pub(super) head: Option<FormulaId>,
    /// The head if it is an auxiliary predicate.
    aux_head: Option<Atom>,
    pub(super) body: Vec<FormulaId>,
    pub(super) aux_body: Vec<Atom>,
    /// The constraint, a conjunction.
    pub(super) constraint: Vec<TermId>,
    /// Disjuncts to take apart: the formula or (`false`) its negation. The last comes first.
    pub(super) pending: Vec<(FormulaId, bool)>,
    /// Universally quantified parts of the body with predicates inside; see `quantified.rs`.
    pub(super) foralls: Vec<FormulaId>,
    /// Whether such a part has been replaced by instances.
    pub(super) instanced: bool,
    /// Disjuncts that split the clause.
    splits: Vec<(FormulaId, bool)>,
}

impl State<'_> {
    /// Adds the clauses that say that the value, which is of sort Bool, holds for all its free variables.
    pub fn assert(&mut self, value: Value, span: Span, origin: Origin) -> Result<(), Diagnostic> {
        let formula = self.formulas.of(value, span);
        let first_clause = self.system.clauses.len();
        let mut work = vec![Partial { pending: vec![(formula, true)], ..Partial::default() }];
        let mut splits = 0;
        while let Some(mut partial) = work.pop() {
            if !self.flatten(&mut partial, splits > FREE_SPLITS)? {
                continue;
            }
            if partial.splits.is_empty() && !partial.foralls.is_empty() {
                work.push(self.replace_quantified(partial)?);
            } else if partial.splits.is_empty() {
                if self.system.clauses.len() - first_clause >= MAX_CLAUSES {
                    let message = format!("this splits into more than {MAX_CLAUSES} clauses");
                    return Err(self.error_at(span, message));
                }
                self.emit(partial, origin);
            } else {
                splits += 1;
                self.split(partial, &mut work);
            }
        }
        Ok(())
    }

    /// Takes the pending disjuncts apart as far as that doesn't split the clause. False means that the
    /// clause holds trivially. `closed`: parts without predicates stay as they are.
    fn flatten(&mut self, partial: &mut Partial, closed: bool) -> Result<bool, Diagnostic> {
        // A disjunct that is met twice (parts bound by `let` may be) counts once.
        let mut seen = HashSet::new();
        while let Some((formula, truth)) = partial.pending.pop() {
            if !seen.insert((formula, truth)) {
                continue;
            }
            let closed = closed && !self.formulas.has_atoms(formula);
            match self.formulas.shape(formula) {
                Shape::Pure(term) => {
                    let negated = if truth { self.store.not(term) } else { term };
                    if negated == Store::FALSE {
                        return Ok(false);
                    }
                    if negated != Store::TRUE {
                        partial.constraint.push(negated);
                    }
                }
                Shape::Atom(_) if truth => {
                    let known = partial.head.is_some_and(|head| self.same_atom(head, formula));
                    if !known && (partial.head.is_some() || partial.aux_head.is_some()) {
                        return Err(self.two_heads(partial.head, formula));
                    }
                    partial.head.get_or_insert(formula);
                }
                Shape::Atom(_) => partial.body.push(formula),
                Shape::Not(inner) => partial.pending.push((inner, !truth)),
                shape @ (Shape::And | Shape::Or) => {
                    if (shape == Shape::Or) == truth {
                        let members = self.formulas.members(formula).iter().rev();
                        partial.pending.extend(members.map(|&member| (member, truth)));
                    } else if self.formulas.opens(formula) && !closed {
                        partial.splits.push((formula, truth));
                    } else {
                        self.close(formula, truth, partial)?;
                    }
                }
                Shape::Iff(..) | Shape::Ite(..) if self.formulas.has_atoms(formula) => {
                    partial.splits.push((formula, truth));
                }
                Shape::Iff(..) | Shape::Ite(..) => self.close(formula, truth, partial)?,
                Shape::Quant { universal, body } => {
                    if universal == truth && !closed {
                        let body = self.open(formula, body);
                        partial.pending.push((body, truth));
                    } else {
                        self.close(formula, truth, partial)?;
                    }
                }
            }
        }
        Ok(true)
    }

    /// Puts a formula without atoms into the constraint as a term, quantifiers and all. From a quantified formula with
    /// atoms, these are taken out if they can be.
    fn close(&mut self, formula: FormulaId, truth: bool, partial: &mut Partial) -> Result<(), Diagnostic> {
        if self.formulas.has_atoms(formula)
            && let Some(moved) = self.formulas.miniscope(&mut self.store, formula)
        {
            let span = self.formulas.span(formula);
            partial.pending.push((self.formulas.of(moved, span), truth));
            return Ok(());
        }
        match self.formulas.to_term(&mut self.store, formula) {
            Ok(term) => {
                let term = if truth { self.store.not(term) } else { term };
                partial.constraint.push(term);
                Ok(())
            }
            Err(_)
                if !truth
                    && self.quantified != Quantified::Refused
                    && matches!(self.formulas.shape(formula), Shape::Quant { universal: true, .. }) =>
            {
                partial.foralls.push(formula);
                Ok(())
            }
            Err(atom) => {
                let message = if truth {
                    "not a Horn clause: this predicate is under an existential quantifier in the head"
                } else {
                    "not a Horn clause: this predicate is under a universal quantifier in the body"
                };
                Err(self.error_at(atom.0, message).of(Fault::NotHorn))
            }
        }
    }

    /// Opens a quantifier: its variables become variables of the clause. A quantifier that is met again gets
    /// fresh variables, because it may be met in the same clause.
    fn open(&mut self, formula: FormulaId, body: FormulaId) -> FormulaId {
        if self.formulas.open(formula) {
            return body;
        }
        let vars = self.formulas.vars(formula).to_vec();
        let mut images = Vec::with_capacity(vars.len());
        for var in vars {
            let sort = self.store.sort_of(var);
            let name = self.store.as_var(var).map(|number| self.variables.name(number));
            let fresh = self.variables.fresh(&mut self.store, sort, name.unwrap_or_default());
            images.push((var, Value::Term(fresh)));
        }
        let copy = self.formulas.instantiate(&mut self.store, Value::Formula(body), &images, &mut self.variables, None);
        let span = self.formulas.span(body);
        match copy {
            Ok(copy) => self.formulas.of(copy, span),
            // Replacing variables by variables puts no atom into a term.
            Err(_) => body,
        }
    }

    fn same_atom(&self, a: FormulaId, b: FormulaId) -> bool {
        self.formulas.shape(a) == self.formulas.shape(b) && self.formulas.args(a) == self.formulas.args(b)
    }

    fn two_heads(&self, first: Option<FormulaId>, second: FormulaId) -> Diagnostic {
        let mut spans = [self.formulas.span(second), first.map_or(Span::default(), |head| self.formulas.span(head))];
        spans.sort_by_key(|span| std::cmp::Reverse(span.start));
        let name = |span: Span| {
            let text = span.text(self.text);
            let end = text.find(['\n', '\r']).unwrap_or(text.len());
            let short: String = text[..end].chars().take(40).collect();
            if short.len() < text.len() { short + "…" } else { short }
        };
        let message = format!("not a Horn clause: both `{}` and `{}` occur as heads", name(spans[1]), name(spans[0]));
        self.error_at(spans[0], message).of(Fault::Heads)
    }

    /// Splits a clause at one of its splitting disjuncts, having moved others to auxiliary predicates where
    /// that is needed to stay small.
    fn split(&mut self, mut partial: Partial, work: &mut Vec<Partial>) {
        let count = |state: &Self, splits: &[(FormulaId, bool)]| {
            splits.iter().fold(1u32, |product, &(formula, truth)| {
                product.saturating_mul(state.formulas.clause_count(formula, truth))
            })
        };
        // The definition of an auxiliary predicate by one disjunction: there is nothing to multiply.
        let definition = partial.aux_head.is_some()
            && partial.splits.len() == 1
            && partial.body.is_empty()
            && partial.aux_body.is_empty();
        if count(self, &partial.splits) > self.split_limit && !definition {
            let mut kept = Vec::new();
            for (formula, truth) in std::mem::take(&mut partial.splits) {
                if self.formulas.has_heads(formula, truth) {
                    kept.push((formula, truth));
                } else {
                    let aux = self.auxiliary_predicate(formula);
                    work.push(Partial {
                        aux_head: Some(aux.clone()),
                        pending: vec![(formula, truth)],
                        ..Partial::default()
                    });
                    partial.aux_body.push(aux);
                }
            }
            if kept.is_empty() {
                work.push(partial);
                return;
            }
            partial.splits = kept;
        }
        let (formula, truth) = partial.splits.remove(0);
        let alternatives: Vec<Vec<(FormulaId, bool)>> = match self.formulas.shape(formula) {
            Shape::Iff(a, b) if truth => {
                vec![vec![(a, false), (b, true)], vec![(a, true), (b, false)]]
            }
            Shape::Iff(a, b) => vec![vec![(a, true), (b, true)], vec![(a, false), (b, false)]],
            Shape::Ite(c, a, b) => vec![vec![(c, false), (a, truth)], vec![(c, true), (b, truth)]],
            _ => {
                let members = self.formulas.members(formula);
                members.iter().map(|&member| vec![(member, truth)]).collect()
            }
        };
        for pending in alternatives.into_iter().rev() {
            let mut part = partial.clone();
            part.pending = pending;
            work.push(part);
        }
    }

    /// A new predicate over the free variables of a formula, applied to them.
    fn auxiliary_predicate(&mut self, formula: FormulaId) -> Atom {
        let vars = self.formulas.free_vars(&self.store, formula);
        let sorts: Vec<SortId> = vars.iter().map(|&var| self.store.sort_of(var)).collect();
        // Its name is chosen when all names of the script are known.
        let pred = self.system.add_pred(String::new(), sorts);
        self.auxiliary.push(pred);
        Atom::new(pred, vars.iter().copied())
    }

    /// Adds a finished clause, its variables numbered from 0 without gaps.
    fn emit(&mut self, partial: Partial, origin: Origin) {
        let constraint = self.store.and(&partial.constraint);
        if constraint == Store::FALSE {
            return;
        }
        let mut body: Vec<Atom> = Vec::with_capacity(partial.body.len() + partial.aux_body.len());
        for formula in partial.body {
            body.extend(self.atom(formula));
        }
        body.extend(partial.aux_body);
        let head = match partial.head {
            Some(formula) => self.atom(formula),
            None => partial.aux_head,
        };
        if head.as_ref().is_some_and(|head| body.contains(head)) {
            // It follows from itself.
            return;
        }
        let clause = Clause { vars: self.variables.sorts().to_vec(), body, constraint, head, origin };
        let clause = self.compact(clause);
        let id = self.system.add_clause(clause);
        self.clause_names.end_clause();
        if partial.instanced {
            self.instances.push(id);
        }
    }

    fn atom(&self, formula: FormulaId) -> Option<Atom> {
        match self.formulas.shape(formula) {
            Shape::Atom(pred) => Some(Atom::new(pred, self.formulas.args(formula).iter().copied())),
            _ => None,
        }
    }

    /// The clause over the variables that occur in it, in the order of their numbers. Notes their names.
    fn compact(&mut self, mut clause: Clause) -> Clause {
        let mut used = vec![false; clause.vars.len()];
        self.visit += 1;
        let visit = self.visit;
        self.visited.resize(self.store.len(), 0);
        let mut stack = clause.terms();
        while let Some(term) = stack.pop() {
            if self.store.is_ground(term) || self.visited[term.index()] == visit {
                continue;
            }
            self.visited[term.index()] = visit;
            match self.store.op(term) {
                Op::Var(number) => used[*number as usize] = true,
                _ => stack.extend_from_slice(self.store.args(term)),
            }
        }
        for (number, _) in used.iter().enumerate().filter(|(_, used)| **used) {
            self.clause_names.push(self.variables.name(number as u32));
        }
        if used.iter().all(|&used| used) {
            return clause;
        }
        let mut images = Vec::with_capacity(used.len());
        let mut sorts = Vec::new();
        for (number, &used) in used.iter().enumerate() {
            let sort = clause.vars[number];
            images.push(self.store.var(sorts.len() as u32, sort));
            if used {
                sorts.push(sort);
            }
        }
        // The variables after the last one used only need to be dropped.
        let in_order = used.iter().position(|&used| !used) == Some(sorts.len());
        if in_order {
            clause.vars = sorts;
            return clause;
        }
        clause.instantiate(&mut self.store, &images, sorts)
    }
}
