//! Instances of hypotheses about the parameters of recursive functions.
//!
//! A model may say something of how often *every* value occurs in a list: `∀k. count x k = count y k`. In an obligation
//! that is needed at few values: first those at which functions are called outside of quantifiers (that of the head is
//! a constant by then), then also what data is made of, and what the bound variables are compared with.

use crate::open::{Constants, indices};
use crate::read::Symbols;
use crate::sorts::Sorts;
use crate::term::{Op, Sort, Term, Terms};
use crate::theory::Theory;
use std::collections::HashMap;

/// Terms of one sort at most.
const KEYS: usize = 24;

/// Terms to replace bound variables by, by sort.
pub type Candidates = HashMap<Sort, Vec<Term>>;

/// The values at which functions are called or arrays read, and these with others that may matter. The formula is given
/// twice, with its hypotheses and without, or with some instances of them. A sort without a candidate gets a constant.
pub fn candidates(
    terms: &mut Terms,
    symbols: &mut Symbols,
    constants: &mut Constants<'_>,
    theory: &Theory,
    (formula, without): (Term, Term),
) -> (Candidates, Candidates) {
    let mut sorts = Sorts::default();
    let mut called = indices(terms, symbols, &mut sorts, without);
    for call in theory.calls(terms, &[without]) {
        for &arg in &terms.args(call).to_vec()[1..] {
            add(terms, symbols, &mut sorts, &mut called, arg);
        }
    }
    // What is said of some list or of all is needed at those that the formula has.
    let mut wanted: Vec<Sort> = Vec::new();
    for term in terms.postorder(&[without, formula]) {
        if let Op::Forall(vars) | Op::Exists(vars) = terms.op(term) {
            wanted.extend(vars.iter().map(|&var| terms.var_info(var).sort));
        }
    }
    for term in terms.postorder(&[without, formula]) {
        if terms.args(term).is_empty()
            && !terms.has_var(term)
            && let Some(sort) = sorts.of(terms, symbols, term)
            && wanted.contains(&sort)
            && symbols.datatypes.contains_key(&terms.sort_head(sort))
        {
            add(terms, symbols, &mut sorts, &mut called, term);
        }
    }
    let mut all = called.clone();
    for term in terms.postorder(&[without, formula]) {
        let args = terms.args(term).to_vec();
        match terms.op(term).clone() {
            Op::Apply(name) if symbols.constructors.contains_key(&name) => {
                args.into_iter().for_each(|arg| add(terms, symbols, &mut sorts, &mut all, arg));
            }
            Op::Apply(name) if symbols.selectors.contains_key(&name) => {
                add(terms, symbols, &mut sorts, &mut all, term);
            }
            Op::Apply(name)
                if terms.has_var(term) && matches!(terms.text(name), "=" | "<=" | "<" | ">=" | ">" | "distinct") =>
            {
                for part in terms.postorder(&[term]) {
                    if terms.args(part).is_empty() && !literal(terms, part) {
                        add(terms, symbols, &mut sorts, &mut all, part);
                    }
                }
            }
            _ => {}
        }
    }
    for sort in wanted {
        let list = all.entry(sort).or_insert_with(|| vec![constants.fresh(terms, symbols, sort)]);
        let any = list[0];
        called.entry(sort).or_insert_with(|| vec![any]);
    }
    (called, all)
}

/// Whether a term without arguments is a number or a truth value.
fn literal(terms: &Terms, term: Term) -> bool {
    terms
        .head(term)
        .is_some_and(|text| text == "true" || text == "false" || text.starts_with(|c: char| c.is_ascii_digit()))
}

/// Adds a term without variables.
fn add(terms: &mut Terms, symbols: &Symbols, sorts: &mut Sorts, found: &mut Candidates, term: Term) {
    if terms.has_var(term) || terms.is_quantified(term) {
        return;
    }
    let Some(sort) = sorts.of(terms, symbols, term) else { return };
    let list = found.entry(sort).or_default();
    if list.len() < KEYS && !list.contains(&term) {
        list.push(term);
    }
}
