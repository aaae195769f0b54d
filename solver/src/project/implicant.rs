//! Implicants: from a formula and a model of it, a cube of literals that implies the formula and is true in the model.
//!
//! Connectives are followed as the model goes; of a disjunction one true disjunct is kept, the smallest. `ite`s of any
//! sort and formulas inside terms are resolved by the model too, so that literals come out free of both.

use crate::term::{Assignment, Evaluator, Op, SortId, Store, TermId, tree_size};
use hashbrown::{HashMap, HashSet};

/// A cube that implies the conjunction of `formulas` and is true in `model`; `None` if some formula is not true in the
/// model.
pub fn implicant(store: &mut Store, formulas: &[TermId], model: &Assignment) -> Option<Vec<TermId>> {
    let mut walk = Walk {
        evaluator: Evaluator::new(store, model),
        store,
        stack: formulas.iter().rev().map(|&f| (f, true)).collect(),
        seen: HashSet::new(),
        literals: Vec::new(),
        resolved: HashMap::new(),
    };
    walk.run()?;
    let Walk { literals, resolved, .. } = walk;
    let mut images = HashMap::new();
    let mut cube = Vec::with_capacity(literals.len());
    let mut present = HashSet::new();
    for (term, positive) in literals {
        let atom = if resolved.is_empty() { term } else { resolve(store, term, &resolved, &mut images) };
        let literal = if positive { atom } else { store.not(atom) };
        if literal != Store::TRUE && present.insert(literal) {
            cube.push(literal);
        }
    }
    Some(cube)
}

struct Walk<'a> {
    store: &'a Store,
    evaluator: Evaluator<'a>,
    /// Formulas with the truth value they have and must be justified to have.
    stack: Vec<(TermId, bool)>,
    seen: HashSet<(TermId, bool)>,
    /// Atoms with their truth values.
    literals: Vec<(TermId, bool)>,
    /// `ite` terms and formulas inside terms: what stands for them in this model.
    resolved: HashMap<TermId, TermId>,
}

impl Walk<'_> {
    fn truth(&mut self, formula: TermId) -> Option<bool> {
        self.evaluator.eval(formula)?.as_bool()
    }

    fn run(&mut self) -> Option<()> {
        while let Some((formula, wanted)) = self.stack.pop() {
            if !self.seen.insert((formula, wanted)) {
                continue;
            }
            if self.truth(formula)? != wanted {
                return None;
            }
            let args = self.store.args(formula);
            match self.store.op(formula) {
                Op::Bool(_) => {}
                Op::Not => self.stack.push((args[0], !wanted)),
                Op::And | Op::Or => {
                    if (*self.store.op(formula) == Op::And) == wanted {
                        self.stack.extend(args.iter().rev().map(|&a| (a, wanted)));
                    } else {
                        let one = self.smallest(args, wanted)?;
                        self.stack.push((one, wanted));
                    }
                }
                Op::Eq if self.store.sort_of(args[0]) == SortId::BOOL => {
                    for &side in args {
                        let value = self.truth(side)?;
                        self.stack.push((side, value));
                    }
                }
                Op::Ite => {
                    let condition = self.truth(args[0])?;
                    self.stack.push((if condition { args[1] } else { args[2] }, wanted));
                    self.stack.push((args[0], condition));
                }
                Op::Var(_) => self.literals.push((formula, wanted)),
                Op::Forall(_) | Op::Exists(_) => return None,
                _ => {
                    self.literals.push((formula, wanted));
                    self.inside(formula)?;
                }
            }
        }
        Some(())
    }

    /// The disjunct (or, of a false conjunction, the conjunct) to keep: one that was kept before costs nothing.
    fn smallest(&mut self, args: &[TermId], wanted: bool) -> Option<TermId> {
        let mut best: Option<(usize, TermId)> = None;
        for &arg in args {
            if self.truth(arg) != Some(wanted) {
                continue;
            }
            if self.seen.contains(&(arg, wanted)) {
                return Some(arg);
            }
            let size = tree_size(self.store, arg, 200);
            if best.is_none_or(|(least, _)| size < least) {
                best = Some((size, arg));
            }
        }
        best.map(|(_, arg)| arg)
    }

    /// Resolves what is Boolean below the root of an atom.
    fn inside(&mut self, atom: TermId) -> Option<()> {
        let mut stack: Vec<TermId> = self.store.args(atom).to_vec();
        let mut visited = HashSet::new();
        while let Some(term) = stack.pop() {
            if !visited.insert(term) {
                continue;
            }
            let args = self.store.args(term);
            if *self.store.op(term) == Op::Ite {
                let condition = self.truth(args[0])?;
                let branch = if condition { args[1] } else { args[2] };
                self.stack.push((args[0], condition));
                self.resolved.insert(term, branch);
                stack.push(branch);
            } else if self.store.sort_of(term) == SortId::BOOL {
                if matches!(self.store.op(term), Op::Var(_) | Op::Bool(_)) {
                    continue;
                }
                let value = self.truth(term)?;
                self.stack.push((term, value));
                self.resolved.insert(term, self.store.bool(value));
            } else {
                stack.extend_from_slice(args);
            }
        }
        Some(())
    }
}

/// The atom with its `ite`s and inner formulas replaced, recursively.
fn resolve(
    store: &mut Store,
    root: TermId,
    resolved: &HashMap<TermId, TermId>,
    images: &mut HashMap<TermId, TermId>,
) -> TermId {
    let mut stack = vec![(root, false)];
    while let Some((term, expanded)) = stack.pop() {
        if term != root && images.contains_key(&term) {
            continue;
        }
        // An atom that also occurs inside another term must not be replaced by its own truth value.
        let replacement = if term == root { None } else { resolved.get(&term).copied() };
        if !expanded {
            stack.push((term, true));
            match replacement {
                Some(branch) => stack.push((branch, false)),
                None => stack.extend(store.args(term).iter().map(|&a| (a, false))),
            }
            continue;
        }
        let image = match replacement {
            Some(branch) => images[&branch],
            None => {
                let args: Vec<TermId> = store.args(term).iter().map(|a| images[a]).collect();
                if args == store.args(term) { term } else { store.rebuild(term, &args) }
            }
        };
        if term == root {
            // Not cached: inside other atoms the same formula is a truth value.
            return image;
        }
        images.insert(term, image);
    }
    root
}
