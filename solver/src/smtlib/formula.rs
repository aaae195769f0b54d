//! Formulas over predicates: what an assertion is before it becomes clauses.
//!
//! The term language of the solver has no predicate applications (a clause keeps its atoms apart from its
//! constraint), so an assertion is first read into this small language: connectives and quantifiers over
//! *atoms* and over predicate-free *terms*. It is a graph in an arena: a subformula bound by `let` is one
//! node however often it is used. Quantified variables are free variables (`Op::Var`) of the terms inside,
//! each quantifier's numbers its own, so that opening a quantifier costs nothing.

use super::diagnostic::Span;
use super::provenance::Name;
use crate::system::PredId;
use crate::term::{Op, SortId, Store, TermId};
use hashbrown::HashMap;
use std::rc::Rc;

/// A formula of a [`Formulas`] arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FormulaId(u32);

/// What an expression means: a predicate-free term of any sort, or a formula with atoms or quantifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A term without predicates and without quantifiers that might still be opened.
    Term(TermId),
    /// A formula.
    Formula(FormulaId),
}

/// The root of a formula. Lists are ranges of the arena's side tables; read them with [`Formulas::members`],
/// [`Formulas::args`] and [`Formulas::vars`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A predicate-free Bool term.
    Pure(TermId),
    /// A predicate applied to terms.
    Atom(PredId),
    /// Negation.
    Not(FormulaId),
    /// Conjunction.
    And,
    /// Disjunction.
    Or,
    /// Equivalence.
    Iff(FormulaId, FormulaId),
    /// If the first then the second else the third.
    Ite(FormulaId, FormulaId, FormulaId),
    /// Quantification of the body; `universal` or existential.
    Quant {
        /// `forall`, not `exists`.
        universal: bool,
        /// What is quantified.
        body: FormulaId,
    },
}

/// A list in one of the side tables.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Range {
    first: u32,
    count: u32,
}

impl Range {
    fn indices(self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

#[derive(Clone, Copy, Debug)]
struct Node {
    shape: Shape,
    list: Range,
    span: Span,
    /// Whether an atom occurs in a positive position (under an even number of negations) …
    plus: bool,
    /// … and in a negative one.
    minus: bool,
    /// How many clauses the formula splits into when it is asserted, saturating …
    clauses_if_true: u32,
    /// … and when its negation is.
    clauses_if_false: u32,
    /// Whether there is an atom or a quantifier in it: if not, it is a term written down in parts.
    opens: bool,
    /// Whether a clausifier has opened this quantifier with its own variables.
    opened: bool,
}

/// The variables of an assertion: the sorts of `Var(0)`, `Var(1)` … and what the script calls them.
#[derive(Clone, Debug, Default)]
pub struct Variables {
    sorts: Vec<SortId>,
    names: Vec<Name>,
}

impl Variables {
    /// A variable of its own.
    pub fn fresh(&mut self, store: &mut Store, sort: SortId, name: Name) -> TermId {
        let term = store.var(self.sorts.len() as u32, sort);
        self.sorts.push(sort);
        self.names.push(name);
        term
    }

    /// Forgets all variables.
    pub fn clear(&mut self) {
        self.sorts.clear();
        self.names.clear();
    }

    /// Their sorts.
    pub fn sorts(&self) -> &[SortId] {
        &self.sorts
    }

    /// What the script calls them.
    pub fn names(&self) -> &[Name] {
        &self.names
    }

    /// What the script calls the variable of that number.
    pub fn name(&self, number: u32) -> Name {
        self.names.get(number as usize).copied().unwrap_or_default()
    }
}

/// Why a formula is no term: the position of an atom in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HasAtom(pub Span);

/// From this length on the parts of a predicate-free connective are kept apart from those of the connective around it.
const LONG_LIST: usize = 64;

/// The arena of formulas.
#[derive(Default)]
pub struct Formulas {
    nodes: Vec<Node>,
    members: Vec<FormulaId>,
    terms: Vec<TermId>,
    /// The free variables of formulas, as far as they were asked for.
    pub(super) free: HashMap<FormulaId, Rc<Vec<TermId>>>,
}

/// A state of the arena to return to.
#[derive(Clone, Copy, Debug)]
pub struct Mark(usize, usize, usize);

impl Formulas {
    /// The present state.
    pub fn mark(&self) -> Mark {
        Mark(self.nodes.len(), self.members.len(), self.terms.len())
    }

    /// Forgets all formulas made since the mark.
    pub fn release(&mut self, mark: Mark) {
        self.nodes.truncate(mark.0);
        self.members.truncate(mark.1);
        self.terms.truncate(mark.2);
        self.free.clear();
    }

    fn node(&self, formula: FormulaId) -> &Node {
        &self.nodes[formula.0 as usize]
    }

    /// The root of a formula.
    pub fn shape(&self, formula: FormulaId) -> Shape {
        self.node(formula).shape
    }

    /// Where the formula stands in the text.
    pub fn span(&self, formula: FormulaId) -> Span {
        self.node(formula).span
    }

    /// The parts of a conjunction or disjunction.
    pub fn members(&self, formula: FormulaId) -> &[FormulaId] {
        let node = self.node(formula);
        match node.shape {
            Shape::And | Shape::Or => &self.members[node.list.indices()],
            _ => &[],
        }
    }

    /// The arguments of an atom.
    pub fn args(&self, formula: FormulaId) -> &[TermId] {
        let node = self.node(formula);
        match node.shape {
            Shape::Atom(_) => &self.terms[node.list.indices()],
            _ => &[],
        }
    }

    /// The variables of a quantifier.
    pub fn vars(&self, formula: FormulaId) -> &[TermId] {
        let node = self.node(formula);
        match node.shape {
            Shape::Quant { .. } => &self.terms[node.list.indices()],
            _ => &[],
        }
    }

    /// Whether an atom occurs in the formula.
    pub fn has_atoms(&self, formula: FormulaId) -> bool {
        let node = self.node(formula);
        node.plus || node.minus
    }

    /// Whether an atom or a quantifier occurs in the formula.
    pub fn opens(&self, formula: FormulaId) -> bool {
        self.node(formula).opens
    }

    /// Whether an atom would become a positive literal if the formula (`truth`) or its negation were asserted.
    pub fn has_heads(&self, formula: FormulaId, truth: bool) -> bool {
        let node = self.node(formula);
        if truth { node.plus } else { node.minus }
    }

    /// How many clauses asserting the formula (or, if not `truth`, its negation) makes; saturating.
    pub fn clause_count(&self, formula: FormulaId, truth: bool) -> u32 {
        let node = self.node(formula);
        if truth { node.clauses_if_true } else { node.clauses_if_false }
    }

    /// Marks a quantifier as opened; true if it had not been.
    pub fn open(&mut self, formula: FormulaId) -> bool {
        !std::mem::replace(&mut self.nodes[formula.0 as usize].opened, true)
    }

    /// A formula of this shape; `list` are its members, arguments or variables.
    pub(super) fn push(&mut self, shape: Shape, list: Range, span: Span) -> FormulaId {
        let mut node = Node {
            shape,
            list,
            span,
            plus: false,
            minus: false,
            clauses_if_true: 1,
            clauses_if_false: 1,
            opens: matches!(shape, Shape::Atom(_) | Shape::Quant { .. }),
            opened: false,
        };
        match shape {
            Shape::Pure(_) => {}
            Shape::Atom(_) => node.plus = true,
            Shape::Not(inner) => {
                let inner = *self.node(inner);
                (node.plus, node.minus) = (inner.minus, inner.plus);
                node.opens = inner.opens;
                node.clauses_if_true = inner.clauses_if_false;
                node.clauses_if_false = inner.clauses_if_true;
            }
            Shape::And | Shape::Or => {
                let (mut sums, mut products) = ((0u32, 0u32), (1u32, 1u32));
                for &member in &self.members[list.indices()] {
                    let member = *self.node(member);
                    node.plus |= member.plus;
                    node.minus |= member.minus;
                    node.opens |= member.opens;
                    sums.0 = sums.0.saturating_add(member.clauses_if_true);
                    sums.1 = sums.1.saturating_add(member.clauses_if_false);
                    products.0 = products.0.saturating_mul(member.clauses_if_true);
                    products.1 = products.1.saturating_mul(member.clauses_if_false);
                }
                (node.clauses_if_true, node.clauses_if_false) =
                    if shape == Shape::And { (sums.0, products.1) } else { (products.0, sums.1) };
            }
            Shape::Iff(a, b) => {
                let (a, b) = (*self.node(a), *self.node(b));
                node.plus = a.plus || a.minus || b.plus || b.minus;
                node.minus = node.plus;
                node.opens = a.opens || b.opens;
                let product = |x: u32, y: u32| x.saturating_mul(y);
                node.clauses_if_true = product(a.clauses_if_false, b.clauses_if_true)
                    .saturating_add(product(b.clauses_if_false, a.clauses_if_true));
                node.clauses_if_false = product(a.clauses_if_true, b.clauses_if_true)
                    .saturating_add(product(a.clauses_if_false, b.clauses_if_false));
            }
            Shape::Ite(c, a, b) => {
                let (c, a, b) = (*self.node(c), *self.node(a), *self.node(b));
                let condition = c.plus || c.minus;
                node.opens = c.opens || a.opens || b.opens;
                node.plus = condition || a.plus || b.plus;
                node.minus = condition || a.minus || b.minus;
                let sum = |x: u32, y: u32| {
                    (c.clauses_if_false.saturating_mul(x)).saturating_add(c.clauses_if_true.saturating_mul(y))
                };
                node.clauses_if_true = sum(a.clauses_if_true, b.clauses_if_true);
                node.clauses_if_false = sum(a.clauses_if_false, b.clauses_if_false);
            }
            Shape::Quant { body, .. } => {
                let body = *self.node(body);
                (node.plus, node.minus) = (body.plus, body.minus);
                node.clauses_if_true = body.clauses_if_true;
                node.clauses_if_false = body.clauses_if_false;
            }
        }
        if !node.opens {
            // It will be closed into a term whole.
            (node.clauses_if_true, node.clauses_if_false) = (1, 1);
        }
        let id = FormulaId(self.nodes.len() as u32);
        self.nodes.push(node);
        id
    }

    fn term_list(&mut self, terms: &[TermId]) -> Range {
        let first = self.terms.len() as u32;
        self.terms.extend_from_slice(terms);
        Range { first, count: terms.len() as u32 }
    }

    /// A value as a formula; a term must be of sort Bool.
    pub fn of(&mut self, value: Value, span: Span) -> FormulaId {
        match value {
            Value::Formula(formula) => formula,
            Value::Term(term) => self.push(Shape::Pure(term), Range::default(), span),
        }
    }

    /// A predicate applied to terms.
    pub fn atom(&mut self, pred: PredId, args: &[TermId], span: Span) -> FormulaId {
        let list = self.term_list(args);
        self.push(Shape::Atom(pred), list, span)
    }

    /// Negation.
    pub fn not(&mut self, store: &mut Store, value: Value, span: Span) -> Value {
        match value {
            Value::Term(term) => Value::Term(store.not(term)),
            Value::Formula(formula) => Value::Formula(match self.shape(formula) {
                Shape::Not(inner) => inner,
                _ => self.push(Shape::Not(formula), Range::default(), span),
            }),
        }
    }

    /// Conjunction. The predicate-free members become one term.
    pub fn and(&mut self, store: &mut Store, values: &[Value], span: Span) -> Value {
        self.connective(store, values, span, true)
    }

    /// Disjunction. The predicate-free members become one term.
    pub fn or(&mut self, store: &mut Store, values: &[Value], span: Span) -> Value {
        self.connective(store, values, span, false)
    }

    /// Conjunction or disjunction.
    pub(super) fn connective(&mut self, store: &mut Store, values: &[Value], span: Span, conjunction: bool) -> Value {
        let op = if conjunction { Op::And } else { Op::Or };
        let mut terms = Vec::with_capacity(values.len());
        let mut formulas: Vec<FormulaId> = Vec::new();
        let mut seen = hashbrown::HashSet::new();
        for &value in values {
            match value {
                // A long list is not copied into the next one: a chain of `let`s would take quadratic space.
                Value::Term(term)
                    if values.len() > 1 && *store.op(term) == op && store.args(term).len() > LONG_LIST =>
                {
                    formulas.push(self.push(Shape::Pure(term), Range::default(), span));
                }
                Value::Term(term) => terms.push(term),
                Value::Formula(formula) => {
                    if seen.insert(formula) {
                        formulas.push(formula);
                    }
                }
            }
        }
        let term = if conjunction { store.and(&terms) } else { store.or(&terms) };
        let (unit, zero) = (store.bool(conjunction), store.bool(!conjunction));
        if formulas.is_empty() || term == zero {
            return Value::Term(term);
        }
        if term != unit {
            formulas.push(self.push(Shape::Pure(term), Range::default(), span));
        }
        if let [only] = formulas[..] {
            return Value::Formula(only);
        }
        let list = Range { first: self.members.len() as u32, count: formulas.len() as u32 };
        self.members.extend_from_slice(&formulas);
        let shape = if conjunction { Shape::And } else { Shape::Or };
        Value::Formula(self.push(shape, list, span))
    }

    /// Equivalence.
    pub fn iff(&mut self, store: &mut Store, a: Value, b: Value, span: Span) -> Value {
        if let (Value::Term(a), Value::Term(b)) = (a, b) {
            return Value::Term(store.eq(a, b));
        }
        for (one, other) in [(a, b), (b, a)] {
            if one == Value::Term(Store::TRUE) {
                return other;
            }
            if one == Value::Term(Store::FALSE) {
                return self.not(store, other, span);
            }
        }
        let (a, b) = (self.of(a, span), self.of(b, span));
        Value::Formula(self.push(Shape::Iff(a, b), Range::default(), span))
    }

    /// If-then-else between formulas.
    pub fn ite(&mut self, store: &mut Store, parts: [Value; 3], span: Span) -> Value {
        let [c, a, b] = parts;
        if let (Value::Term(c), Value::Term(a), Value::Term(b)) = (c, a, b) {
            return Value::Term(store.ite(c, a, b));
        }
        if c == Value::Term(Store::TRUE) {
            return a;
        }
        if c == Value::Term(Store::FALSE) {
            return b;
        }
        let (c, a, b) = (self.of(c, span), self.of(a, span), self.of(b, span));
        Value::Formula(self.push(Shape::Ite(c, a, b), Range::default(), span))
    }

    /// Quantification of `body` over variables that occur nowhere else.
    pub fn quantify(&mut self, universal: bool, vars: &[TermId], body: Value, span: Span) -> Value {
        if vars.is_empty() || matches!(body, Value::Term(Store::TRUE | Store::FALSE)) {
            return body;
        }
        let body = self.of(body, span);
        let list = self.term_list(vars);
        Value::Formula(self.push(Shape::Quant { universal, body }, list, span))
    }
}
