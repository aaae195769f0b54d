//! Universal quantifiers over array indices, instantiated where the formula reads and writes arrays, and over the keys
//! of folds, instantiated at keys and elements.
//!
//! A model about array contents says `∀k. φ(k, a[k])`. What such a definition gives in a body is needed at the few
//! indices the clause touches, and finding those is a matter of looking: replacing the quantifier by its instances
//! there leaves a formula without quantifiers that the solver decides. The result is weaker than the original, so
//! that it proves the obligation when it is unsatisfiable, and says nothing otherwise.

use super::skolem::{rebinds, skolemize};
use crate::term::{Op, SortId, Store, Substitution, TermId, free_vars, postorder};
use hashbrown::{HashMap, HashSet};

/// Instances per quantifier; a formula that would need more keeps the quantifier.
const MAX_INSTANCES: usize = 400;
/// Instances read arrays at new places; this often those are looked at again.
const ROUNDS: usize = 2;

/// A consequence of a skolemized `formula` with quantifiers replaced by instances; `None` if it has none to replace.
pub fn instantiate(store: &mut Store, formula: TermId) -> Option<TermId> {
    if !store.is_quantified(formula) {
        return None;
    }
    let mut result = formula;
    for _ in 0..ROUNDS {
        let indices = indices(store, &[formula, result]);
        let next = replace(store, formula, &indices, &|_, _| true)?;
        if next == result {
            break;
        }
        result = next;
    }
    (result != formula).then_some(result)
}

/// Candidates for a bound variable at most.
const KEYS: usize = 24;

/// Consequences of a skolemized `formula` about functions with quantifiers over their last arguments, the *keys* of
/// folds, replaced by instances: first at the keys at which functions are called, then also at the elements of data and
/// what the bound variables are compared with. `None` if quantifiers are left.
pub fn instantiate_keys(store: &mut Store, formula: TermId) -> Option<(TermId, TermId)> {
    // What is said of some list or of all is needed at those that the formula has; the instances have quantifiers that
    // stand for constants.
    let lists: Vec<TermId> = free_vars(store, &[formula]).into_iter().collect();
    let is_data = |store: &Store, sort: SortId| store.datatype_of(sort).is_some();
    let opened = replace(store, formula, &lists, &|store, vars| vars.iter().all(|v| is_data(store, v.1)))?;
    let fresh = store.var_bound(formula).max(store.var_bound(opened));
    let formula = skolemize(store, opened, fresh);
    let mut keys = keys(store, formula);
    let mut all = elements(store, formula, &keys);
    // A sort without a candidate gets any value of it.
    let mut next = store.var_bound(formula);
    for term in postorder(store, &[formula]) {
        let (Op::Forall(vars) | Op::Exists(vars)) = store.op(term).clone() else { continue };
        for &(_, sort) in vars.iter() {
            for list in [&mut keys, &mut all] {
                if !list.iter().any(|&key| store.sort_of(key) == sort) {
                    list.push(store.var(next, sort));
                }
            }
            next += 1;
        }
    }
    let few = replace(store, formula, &keys, &|_, _| true)?;
    let many = replace(store, formula, &all, &|_, _| true)?;
    (!store.is_quantified(few) && !store.is_quantified(many)).then_some((few, many))
}

/// The last arguments of calls outside of quantifiers.
fn keys(store: &Store, formula: TermId) -> Vec<TermId> {
    let mut keys = Vec::new();
    for term in postorder(store, &[formula]) {
        if matches!(store.op(term), Op::Call(_)) {
            for &arg in store.args(term).iter().skip(1) {
                if !store.is_quantified(arg) && !keys.contains(&arg) {
                    keys.push(arg);
                }
            }
        }
    }
    keys
}

/// These, and fields of data and variables that bound variables are compared with; so many of a sort.
fn elements(store: &Store, formula: TermId, keys: &[TermId]) -> Vec<TermId> {
    let mut found = keys.to_vec();
    let add = |found: &mut Vec<TermId>, term: TermId| {
        let of_sort = found.iter().filter(|&&other| store.sort_of(other) == store.sort_of(term)).count();
        if of_sort < KEYS && !store.is_quantified(term) && !found.contains(&term) {
            found.push(term);
        }
    };
    for term in postorder(store, &[formula]) {
        match store.op(term) {
            Op::Construct(_) => store.args(term).iter().for_each(|&arg| add(&mut found, arg)),
            Op::Project(..) => add(&mut found, term),
            Op::Eq | Op::Le if store.is_quantified(term) => {
                free_vars(store, &[term]).into_iter().for_each(|var| add(&mut found, var));
            }
            _ => {}
        }
    }
    found
}

/// The indices of all reads and writes that no quantifier binds, in order of appearance.
fn indices(store: &Store, formulas: &[TermId]) -> Vec<TermId> {
    let mut seen = HashSet::new();
    let mut indices = Vec::new();
    for term in postorder(store, formulas) {
        if matches!(store.op(term), Op::Select | Op::Store) {
            let index = store.args(term)[1];
            if !store.is_quantified(index) && seen.insert(index) {
                indices.push(index);
            }
        }
    }
    indices
}

/// Whether a quantifier over these variables is to be replaced.
type Chosen<'c> = &'c dyn Fn(&Store, &[(u32, SortId)]) -> bool;

/// The formula with the chosen universal quantifiers below conjunctions and disjunctions replaced. Only these positions
/// are rebuilt: the same quantifier elsewhere may be wanted false, where instances would be unsound.
fn replace(store: &mut Store, formula: TermId, indices: &[TermId], chosen: Chosen<'_>) -> Option<TermId> {
    let mut images: HashMap<TermId, TermId> = HashMap::new();
    let mut stack = vec![(formula, false)];
    while let Some((term, expanded)) = stack.pop() {
        if images.contains_key(&term) {
            continue;
        }
        let op = store.op(term).clone();
        if matches!(op, Op::And | Op::Or) && store.is_quantified(term) {
            let args = store.args(term).to_vec();
            if expanded {
                let parts: Vec<TermId> = args.iter().map(|arg| images[arg]).collect();
                let image = if op == Op::And { store.and(&parts) } else { store.or(&parts) };
                images.insert(term, image);
            } else {
                stack.push((term, true));
                stack.extend(args.into_iter().map(|arg| (arg, false)));
            }
            continue;
        }
        let image = match universal(store, term) {
            Some((vars, body)) if chosen(store, &vars) => instances(store, &vars, body, indices)?,
            _ => term,
        };
        images.insert(term, image);
    }
    Some(images[&formula])
}

/// Bound variables and body of a universal quantifier, written as such or as a negated existential one.
fn universal(store: &mut Store, term: TermId) -> Option<(Box<[(u32, SortId)]>, TermId)> {
    let inner = *store.args(term).first()?;
    let (vars, body) = match (store.op(term).clone(), store.op(inner).clone()) {
        (Op::Forall(vars), _) => (vars, inner),
        (Op::Not, Op::Exists(vars)) => {
            let body = store.not(store.args(inner)[0]);
            (vars, body)
        }
        _ => return None,
    };
    (!rebinds(store, body, &vars)).then_some((vars, body))
}

/// The conjunction of `body` over all choices of indices for the bound variables.
fn instances(store: &mut Store, vars: &[(u32, SortId)], body: TermId, indices: &[TermId]) -> Option<TermId> {
    let choices: Vec<Vec<TermId>> =
        vars.iter().map(|&(_, sort)| indices.iter().copied().filter(|&i| store.sort_of(i) == sort).collect()).collect();
    let count = choices.iter().try_fold(1usize, |n, c: &Vec<TermId>| n.checked_mul(c.len()))?;
    if count > MAX_INSTANCES {
        return None;
    }
    let bound: Vec<TermId> = vars.iter().map(|&(var, sort)| store.bound(var, sort)).collect();
    let mut parts = Vec::with_capacity(count);
    for number in 0..count {
        let mut rest = number;
        let mut pairs = Vec::with_capacity(bound.len());
        for (&variable, choice) in bound.iter().zip(&choices) {
            pairs.push((variable, choice[rest % choice.len()]));
            rest /= choice.len();
        }
        parts.push(Substitution::new(pairs).apply(store, body));
    }
    Some(store.and(&parts))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::conjuncts;

    /// An array `a` and an index `i`: `a[k] > 0` with the bound variable `k`, `a[i] > 0` and `a[i] < 0`.
    struct Sample {
        store: Store,
        bound: (u32, SortId),
        positive_everywhere: TermId,
        positive: TermId,
        negative: TermId,
    }

    fn sample() -> Sample {
        let mut s = Store::new();
        let array = s.array_sort(SortId::INT, SortId::INT);
        let (a, i, zero) = (s.var(0, array), s.var(1, SortId::INT), s.int(0));
        let k = s.fresh_bound();
        let variable = s.bound(k, SortId::INT);
        let (at_k, at_i) = (s.select(a, variable), s.select(a, i));
        let positive_everywhere = s.gt(at_k, zero);
        let (positive, negative) = (s.gt(at_i, zero), s.lt(at_i, zero));
        Sample { store: s, bound: (k, SortId::INT), positive_everywhere, positive, negative }
    }

    /// `(∀k. a[k] > 0) ∧ a[i] < 0`, for which one instance suffices.
    #[test]
    fn instances_at_the_indices_that_are_read() {
        let Sample { store: mut s, bound, positive_everywhere, positive, negative } = sample();
        let all = s.forall(&[bound], positive_everywhere);
        let formula = s.and2(all, negative);
        let expected = s.and2(positive, negative);
        assert_eq!(instantiate(&mut s, formula), Some(expected));
        assert_eq!(instantiate(&mut s, negative), None);
    }

    /// Where the quantified formula is asked to be false, it is not replaced.
    #[test]
    fn negative_occurrences_stay() {
        let Sample { store: mut s, bound, positive_everywhere, positive, .. } = sample();
        let all = s.forall(&[bound], positive_everywhere);
        let flag = s.var(2, SortId::BOOL);
        let same = s.eq(all, flag);
        let formula = s.and2(all, same);
        assert_eq!(instantiate(&mut s, formula).map(|f| conjuncts(&s, f).contains(&same)), Some(true));
        let not_all = s.not(all);
        let formula = s.and2(not_all, positive);
        assert_eq!(instantiate(&mut s, formula), None);
    }

    /// A negated quantifier is existential; instances of it would be unsound.
    #[test]
    fn existential_quantifiers_stay() {
        let Sample { store: mut s, bound, positive_everywhere, negative, .. } = sample();
        let some = s.exists(&[bound], positive_everywhere);
        let formula = s.and2(some, negative);
        assert_eq!(instantiate(&mut s, formula), None);
    }
}
