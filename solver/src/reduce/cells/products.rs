//! Products of variables, and divisions by them, replaced by variables: what remains of a clause is linear.
//!
//! A product of linear forms is multiplied out, and every monomial of degree two or more gets one variable, so that the
//! rules for squares and products of the paper's Figure 2 (`(x + c)² = x² + 2cx + c²`) are what multiplying out does.
//! Of a monomial nothing is known but the facts of [`Products::lemmas`].

use crate::num::Rat;
use crate::term::{Op, SortId, Store, TermId};
use hashbrown::HashMap;
use std::collections::BTreeMap;

/// Monomials of one clause beyond which facts about pairs of them are left out.
const PAIR_LIMIT: usize = 16;
/// Monomials in a product beyond which it is not multiplied out.
const TERM_LIMIT: usize = 40;

/// A polynomial: for each monomial (its factors, sorted) the coefficient.
type Polynomial = BTreeMap<Vec<TermId>, Rat>;

/// A division `dividend = divisor · quotient + remainder`, with variables for the last two.
#[derive(Debug, Clone, Copy)]
pub struct Division {
    /// What is divided.
    pub dividend: TermId,
    /// What it is divided by.
    pub divisor: TermId,
    /// `dividend div divisor`
    pub quotient: TermId,
    /// `dividend mod divisor`
    pub remainder: TermId,
}

/// The monomials and divisions of one clause with their variables.
#[derive(Debug, Default)]
pub struct Products {
    /// Monomials: factors, sorted, and the variable.
    pub monomials: Vec<(Vec<TermId>, TermId)>,
    /// Divisions by something that is no numeral.
    pub divisions: Vec<Division>,
    by_factors: HashMap<Vec<TermId>, TermId>,
}

/// Whether the root of the term is a product of two variable terms or a division by one.
pub fn nonlinear(store: &Store, term: TermId) -> bool {
    let args = store.args(term);
    match store.op(term) {
        Op::Mul => args.iter().filter(|&&a| store.as_num(a).is_none()).count() >= 2,
        Op::IntDiv | Op::IntMod => store.as_num(args[1]).is_none(),
        // A numeral times a product keeps the product as an argument, which was linearised before.
        _ => false,
    }
}

/// Makes a variable of a sort.
pub type Fresh<'a> = &'a mut dyn FnMut(&mut Store, SortId) -> TermId;

impl Products {
    /// The linear term that replaces a nonlinear one.
    pub fn linearise(&mut self, store: &mut Store, term: TermId, fresh: Fresh<'_>) -> TermId {
        let args = store.args(term).to_vec();
        match store.op(term) {
            Op::IntDiv => self.division(store, args[0], args[1], fresh).quotient,
            Op::IntMod => self.division(store, args[0], args[1], fresh).remainder,
            _ => {
                let sort = store.sort_of(term);
                match multiply(store, &args) {
                    Some(polynomial) => self.variables(store, &polynomial, sort, fresh),
                    None => fresh(store, sort),
                }
            }
        }
    }

    fn division(&mut self, store: &mut Store, dividend: TermId, divisor: TermId, fresh: Fresh<'_>) -> Division {
        if let Some(&known) = self.divisions.iter().find(|d| d.dividend == dividend && d.divisor == divisor) {
            return known;
        }
        let (quotient, remainder) = (fresh(store, SortId::INT), fresh(store, SortId::INT));
        let division = Division { dividend, divisor, quotient, remainder };
        self.divisions.push(division);
        division
    }

    /// The polynomial as a linear term over variables for its monomials.
    fn variables(&mut self, store: &mut Store, polynomial: &Polynomial, sort: SortId, fresh: Fresh<'_>) -> TermId {
        let mut parts = Vec::with_capacity(polynomial.len());
        for (factors, coefficient) in polynomial {
            let atom = match factors.as_slice() {
                [] => store.num(Rat::ONE, sort),
                &[single] => single,
                _ => self.monomial(store, factors, sort, fresh),
            };
            parts.push(store.scale(coefficient, atom));
        }
        store.add(&parts)
    }

    fn monomial(&mut self, store: &mut Store, factors: &[TermId], sort: SortId, fresh: Fresh<'_>) -> TermId {
        if let Some(&variable) = self.by_factors.get(factors) {
            return variable;
        }
        let variable = fresh(store, sort);
        self.monomials.push((factors.to_vec(), variable));
        self.by_factors.insert(factors.to_vec(), variable);
        variable
    }

    /// Facts about the monomials and divisions: each by itself, and pairs of them. All hold for every value of the
    /// factors, see the obligations of the operators `product` and `division`.
    pub fn lemmas(&mut self, store: &mut Store, fresh: Fresh<'_>) -> Vec<TermId> {
        let mut lemmas = Vec::new();
        for division in self.divisions.clone() {
            let parts = super::laws::division::facts(
                store,
                division.dividend,
                division.divisor,
                division.quotient,
                division.remainder,
            );
            // divisor · quotient, tied to the other monomials.
            if let Some(polynomial) = multiply(store, &[division.divisor, division.quotient]) {
                let product = self.variables(store, &polynomial, SortId::INT, fresh);
                let total = store.add(&[product, division.remainder]);
                let (zero, equal) = (store.int(0), store.eq(division.dividend, total));
                let is_zero = store.eq(division.divisor, zero);
                lemmas.push(store.or2(is_zero, equal));
            }
            lemmas.extend(parts);
        }
        for (i, a) in self.divisions.iter().enumerate() {
            for b in &self.divisions[i + 1..] {
                lemmas.push(super::laws::division::step(
                    store,
                    [a.dividend, a.divisor, a.quotient, a.remainder],
                    [b.dividend, b.divisor, b.quotient, b.remainder],
                ));
            }
        }
        for (factors, value) in self.monomials.clone() {
            if let [x, y] = factors[..] {
                lemmas.extend(super::laws::product::facts(store, x, y, value));
            }
        }
        for (i, (a, p)) in self.monomials.iter().enumerate().take(PAIR_LIMIT) {
            for (b, q) in self.monomials[i + 1..].iter().take(PAIR_LIMIT) {
                if let (&[a0, a1], &[b0, b1]) = (&a[..], &b[..]) {
                    lemmas.extend(super::laws::product::congruence(store, [a0, a1, *p], [b0, b1, *q]));
                } else {
                    lemmas.extend(super::laws::product::equal_factors(store, (a, *p), (b, *q)));
                }
            }
        }
        lemmas
    }
}

/// The product of linear terms, multiplied out; `None` if it becomes too large.
pub fn multiply(store: &Store, terms: &[TermId]) -> Option<Polynomial> {
    let mut product: Polynomial = BTreeMap::from([(Vec::new(), Rat::ONE)]);
    for &term in terms {
        let form = store.linear(term);
        let mut next: Polynomial = BTreeMap::new();
        for (factors, coefficient) in &product {
            let constant = (None, form.constant.clone());
            let monomials = form.terms.iter().map(|(atom, c)| (Some(*atom), c.clone()));
            for (atom, c) in monomials.chain([constant]) {
                if c.is_zero() {
                    continue;
                }
                let mut longer = factors.clone();
                // A factor may itself be a product.
                match atom.map(|a| (a, store.op(a))) {
                    Some((a, Op::Mul)) => longer.extend_from_slice(store.args(a)),
                    Some((a, _)) => longer.push(a),
                    None => {}
                }
                longer.sort_unstable();
                let mut value = coefficient.clone();
                value *= &c;
                *next.entry(longer).or_insert(Rat::ZERO) += &value;
            }
        }
        if next.len() > TERM_LIMIT {
            return None;
        }
        product = next;
    }
    product.retain(|_, c| !c.is_zero());
    Some(product)
}
