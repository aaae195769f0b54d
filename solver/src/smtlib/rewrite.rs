//! Walks over formulas: free variables, formulas that become terms, copies with other variables.

use super::diagnostic::Span;
use super::formula::{FormulaId, Formulas, HasAtom, Shape, Value, Variables};
use super::provenance::Name;
use crate::term::{Op, SortId, Store, Substitution, TermId, postorder};
use hashbrown::HashMap;
use std::rc::Rc;

impl Formulas {
    /// The formulas reachable from `root` (through flat parts, if `flat`), each once, parts first.
    fn postorder(&self, root: FormulaId, flat: bool) -> Vec<FormulaId> {
        let mut order = Vec::new();
        let mut seen = hashbrown::HashSet::new();
        let mut stack = vec![(root, false)];
        while let Some((formula, expanded)) = stack.pop() {
            if expanded {
                order.push(formula);
                continue;
            }
            if !seen.insert(formula) {
                continue;
            }
            stack.push((formula, true));
            let parts = if flat { self.flat_parts(formula) } else { self.parts(formula) };
            stack.extend(parts.into_iter().rev().map(|part| (part, false)));
        }
        order
    }

    /// The free variables of a formula, sorted by number. What was found for its parts is kept, so that asking for
    /// every part of a formula takes linear time.
    pub fn free_vars(&mut self, store: &Store, root: FormulaId) -> Rc<Vec<TermId>> {
        let mut stack = vec![(root, false)];
        while let Some((formula, expanded)) = stack.pop() {
            if self.free.contains_key(&formula) {
                continue;
            }
            let parts = self.parts(formula);
            if !expanded && !parts.is_empty() {
                stack.push((formula, true));
                stack.extend(parts.into_iter().map(|part| (part, false)));
                continue;
            }
            let found = match self.shape(formula) {
                Shape::Pure(term) => Rc::new(crate::term::free_vars(store, &[term])),
                Shape::Atom(_) => Rc::new(crate::term::free_vars(store, self.args(formula))),
                Shape::Quant { body, .. } => {
                    let bound = self.vars(formula);
                    Rc::new(self.free[&body].iter().copied().filter(|var| !bound.contains(var)).collect())
                }
                _ => {
                    let sets: Vec<&Rc<Vec<TermId>>> = parts.iter().map(|part| &self.free[part]).collect();
                    let mut union: Vec<TermId> = sets.iter().flat_map(|set| set.iter().copied()).collect();
                    union.sort_by_key(|&var| (store.as_var(var), var));
                    union.dedup();
                    match sets.iter().find(|set| set.len() == union.len()) {
                        Some(&same) => same.clone(),
                        None => Rc::new(union),
                    }
                }
            };
            self.free.insert(formula, found);
        }
        self.free[&root].clone()
    }

    /// The formulas a formula is made of.
    fn parts(&self, formula: FormulaId) -> Vec<FormulaId> {
        match self.shape(formula) {
            Shape::Pure(_) | Shape::Atom(_) => Vec::new(),
            Shape::Not(a) => vec![a],
            Shape::And | Shape::Or => self.members(formula).to_vec(),
            Shape::Iff(a, b) => vec![a, b],
            Shape::Ite(c, a, b) => vec![c, a, b],
            Shape::Quant { body, .. } => vec![body],
        }
    }

    /// The parts of a formula, except that conjunctions in a conjunction, and disjunctions in a disjunction, are
    /// replaced by their parts.
    fn flat_parts(&self, formula: FormulaId) -> Vec<FormulaId> {
        let shape = self.shape(formula);
        if !matches!(shape, Shape::And | Shape::Or) {
            return self.parts(formula);
        }
        let mut found = Vec::new();
        let mut seen = hashbrown::HashSet::new();
        let mut stack: Vec<FormulaId> = self.members(formula).iter().rev().copied().collect();
        while let Some(part) = stack.pop() {
            if !seen.insert(part) {
                continue;
            }
            if self.shape(part) == shape {
                stack.extend(self.members(part).iter().rev());
            } else {
                found.push(part);
            }
        }
        found
    }

    /// The formula as a term: its quantifiers, as they can't be opened any more, bind `Op::Bound` variables.
    pub fn to_term(&self, store: &mut Store, root: FormulaId) -> Result<TermId, HasAtom> {
        if let Shape::Pure(term) = self.shape(root) {
            return Ok(term);
        }
        let order = self.postorder(root, true);
        let mut bound = HashMap::new();
        let mut substitution = Substitution::default();
        for &formula in &order {
            if let Shape::Atom(_) = self.shape(formula) {
                return Err(HasAtom(self.span(formula)));
            }
            for &var in self.vars(formula) {
                let (number, sort) = (store.fresh_bound(), store.sort_of(var));
                let image = store.bound(number, sort);
                substitution.insert(var, image);
                bound.insert(var, (number, sort));
            }
        }
        let mut images: HashMap<FormulaId, TermId> = HashMap::new();
        for formula in order {
            let image = match self.shape(formula) {
                Shape::Pure(term) if bound.is_empty() => term,
                Shape::Pure(term) => substitution.apply(store, term),
                Shape::Atom(_) => return Err(HasAtom(self.span(formula))),
                Shape::Not(a) => store.not(images[&a]),
                shape @ (Shape::And | Shape::Or) => {
                    let parts: Vec<TermId> = self.flat_parts(formula).iter().map(|part| images[part]).collect();
                    if shape == Shape::And { store.and(&parts) } else { store.or(&parts) }
                }
                Shape::Iff(a, b) => store.eq(images[&a], images[&b]),
                Shape::Ite(c, a, b) => store.ite(images[&c], images[&a], images[&b]),
                Shape::Quant { universal, body } => {
                    let vars: Vec<(u32, SortId)> = self.vars(formula).iter().map(|var| bound[var]).collect();
                    if universal { store.forall(&vars, images[&body]) } else { store.exists(&vars, images[&body]) }
                }
            };
            images.insert(formula, image);
        }
        Ok(images[&root])
    }

    /// A copy of a formula with `params` replaced by `values` and every quantifier's variables replaced by fresh ones
    /// of `variables`. These keep the names of those they replace: `names` by number, of the definition that the
    /// formula is from; `None` if it is of the same assertion.
    ///
    /// Fails if a formula with atoms would land inside a term.
    pub fn instantiate(
        &mut self,
        store: &mut Store,
        root: Value,
        params: &[(TermId, Value)],
        variables: &mut Variables,
        names: Option<&[Name]>,
    ) -> Result<Value, HasAtom> {
        let mut substitution = Substitution::default();
        let mut formulas: HashMap<TermId, FormulaId> = HashMap::new();
        for &(param, value) in params {
            match value {
                Value::Term(term) => substitution.insert(param, term),
                Value::Formula(formula) => {
                    formulas.insert(param, formula);
                }
            }
        }
        let root = match root {
            Value::Term(term) if formulas.is_empty() => {
                return Ok(Value::Term(substitution.apply(store, term)));
            }
            Value::Term(term) => self.push(Shape::Pure(term), Default::default(), Span::default()),
            Value::Formula(formula) => formula,
        };
        let order = self.postorder(root, false);
        let mut fresh: HashMap<TermId, TermId> = HashMap::new();
        for &formula in &order {
            for &var in self.vars(formula) {
                let name = store.as_var(var).map(|number| match names {
                    Some(names) => names.get(number as usize).copied().unwrap_or_default(),
                    None => variables.name(number),
                });
                let image = variables.fresh(store, store.sort_of(var), name.unwrap_or_default());
                fresh.insert(var, image);
                substitution.insert(var, image);
            }
        }
        let mut images: HashMap<FormulaId, Value> = HashMap::new();
        for formula in order {
            let span = self.span(formula);
            let image = match self.shape(formula) {
                Shape::Pure(term) => self.lift(store, term, &mut substitution, &formulas, span)?,
                Shape::Atom(pred) => {
                    let old = self.args(formula).to_vec();
                    let mut args = Vec::with_capacity(old.len());
                    for arg in old {
                        match self.lift(store, arg, &mut substitution, &formulas, span)? {
                            Value::Term(term) => args.push(term),
                            Value::Formula(formula) => args.push(self.to_term(store, formula)?),
                        }
                    }
                    Value::Formula(self.atom(pred, &args, span))
                }
                Shape::Not(a) => self.not(store, images[&a], span),
                Shape::And | Shape::Or => {
                    let parts: Vec<Value> = self.members(formula).iter().map(|m| images[m]).collect();
                    let conjunction = self.shape(formula) == Shape::And;
                    self.connective(store, &parts, span, conjunction)
                }
                Shape::Iff(a, b) => self.iff(store, images[&a], images[&b], span),
                Shape::Ite(c, a, b) => self.ite(store, [images[&c], images[&a], images[&b]], span),
                Shape::Quant { universal, body } => {
                    let vars: Vec<TermId> = self.vars(formula).iter().map(|v| fresh[v]).collect();
                    self.quantify(universal, &vars, images[&body], span)
                }
            };
            images.insert(formula, image);
        }
        Ok(images[&root])
    }

    /// A term with the substitution applied, where in addition some Bool variables stand for formulas: the
    /// connectives above those variables become connectives between formulas.
    fn lift(
        &mut self,
        store: &mut Store,
        root: TermId,
        substitution: &mut Substitution,
        formulas: &HashMap<TermId, FormulaId>,
        span: Span,
    ) -> Result<Value, HasAtom> {
        if formulas.is_empty() {
            return Ok(Value::Term(substitution.apply(store, root)));
        }
        let mut lifted: HashMap<TermId, Value> = HashMap::new();
        for term in postorder(store, &[root]) {
            if let Some(&formula) = formulas.get(&term) {
                lifted.insert(term, Value::Formula(formula));
                continue;
            }
            let args = store.args(term).to_vec();
            if !args.iter().any(|arg| lifted.contains_key(arg)) {
                continue;
            }
            let mut parts = Vec::with_capacity(args.len());
            for arg in &args {
                parts.push(match lifted.get(arg) {
                    Some(&value) => value,
                    None => Value::Term(substitution.apply(store, *arg)),
                });
            }
            let is_bool = store.sort_of(args[0]) == SortId::BOOL;
            let value = match store.op(term) {
                Op::Not => self.not(store, parts[0], span),
                Op::And => self.connective(store, &parts, span, true),
                Op::Or => self.connective(store, &parts, span, false),
                Op::Eq if is_bool => self.iff(store, parts[0], parts[1], span),
                Op::Ite if store.sort_of(term) == SortId::BOOL => self.ite(store, [parts[0], parts[1], parts[2]], span),
                _ => {
                    // The formula may still be one without atoms.
                    let mut terms = Vec::with_capacity(parts.len());
                    for part in parts {
                        terms.push(match part {
                            Value::Term(term) => term,
                            Value::Formula(formula) => self.to_term(store, formula)?,
                        });
                    }
                    Value::Term(store.rebuild(term, &terms))
                }
            };
            lifted.insert(term, value);
        }
        Ok(match lifted.get(&root) {
            Some(&value) => value,
            None => Value::Term(substitution.apply(store, root)),
        })
    }
}
