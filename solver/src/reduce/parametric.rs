//! Large constants as parameters: a loop of exactly 100,000 rounds is proved as a loop of any number of rounds.
//!
//! A constant that is too large to count up to hides the invariant: every frame of a search finds a lemma that holds
//! for no other reason than that the constant is far away. The system in which such constants are arguments of every
//! predicate, the same in a whole derivation and otherwise arbitrary (but not small), derives at least what the
//! original derives. A model of it is one of the original with the constants put back. A refutation proves nothing;
//! then the original is solved.

use crate::context::{Context, Engine};
use crate::num::{Int, Rat};
use crate::smt::Steps;
use crate::system::{Atom, Clause, Model, Pred, System, Verdict};
use crate::term::{Op, SortId, Store, TermId, postorder};
use hashbrown::HashMap;
use std::collections::BTreeSet;

/// Amounts beyond which something is left out.
struct Limits {
    /// Constants below this stay.
    large: i64,
    /// More parameters are a sign that the constants are data.
    parameters: usize,
    /// Constants so near to (a multiple of) a parameter's value are written as that and an offset; for a multiple so
    /// many times as far.
    near: i64,
    /// Constants up to so many times a parameter's value are written as a multiple.
    multiple: i64,
    /// Most work for the system with parameters where there is no limit to take half of.
    without_limit: Steps,
    /// A parameter is at least this.
    least: i64,
}

/// The limits in use.
const LIMITS: Limits =
    Limits { large: 16, parameters: 4, near: 2, multiple: 4, without_limit: Steps::seconds(30), least: 4 };

/// Solves the system with parameters first, and the system itself if that has no answer.
pub struct Parametric {
    inner: fn() -> Box<dyn Engine>,
}

impl Parametric {
    /// With the engine that solves both.
    pub fn new(inner: fn() -> Box<dyn Engine>) -> Parametric {
        Parametric { inner }
    }
}

impl Engine for Parametric {
    fn name(&self) -> &'static str {
        "parametric"
    }

    fn solve(&mut self, cx: &mut Context, system: &System) -> Verdict {
        if let Some(general) = generalize(&mut cx.store, system) {
            log::debug!("parametric: {} parameters", general.values.len());
            let whole = cx.cancel.clone();
            cx.cancel = whole.part(2, Steps::default()).unwrap_or_else(|| whole.within(LIMITS.without_limit));
            let verdict = (self.inner)().solve(cx, &general.system);
            cx.cancel = whole;
            match verdict {
                Verdict::Sat(model) => return Verdict::Sat(general.model_back(&mut cx.store, system, &model)),
                Verdict::Unsat(_) => log::debug!("parametric: refuted for some value"),
                Verdict::Unknown(why) => log::debug!("parametric: {why}"),
            }
            if let Err(stop) = cx.check() {
                return Verdict::Unknown(stop);
            }
        }
        (self.inner)().solve(cx, system)
    }
}

/// A system with parameters in the place of constants.
struct General {
    /// Every predicate has the parameters as its last arguments.
    system: System,
    /// The constants they stand for, in ascending order.
    values: Vec<Int>,
}

impl General {
    /// The model with the constants put back.
    fn model_back(&self, store: &mut Store, system: &System, model: &Model) -> Model {
        let definitions = system
            .preds
            .iter()
            .zip(&model.definitions)
            .map(|(pred, &definition)| {
                let mut arguments = store.vars(0, &pred.sorts);
                arguments.extend(self.values.iter().map(|value| store.num(Rat::from(value.clone()), SortId::INT)));
                store.instantiate(definition, &arguments)
            })
            .collect();
        Model { definitions }
    }
}

/// The system with its large constants as parameters; `None` if it has none, or too many.
fn generalize(store: &mut Store, system: &System) -> Option<General> {
    let mut large: BTreeSet<Int> = BTreeSet::new();
    for (_, clause) in system.clauses() {
        large.extend(large_constants(store, &roots(clause)));
    }
    let mut values: Vec<Int> = Vec::new();
    for value in large {
        if expressed(&values, &value).is_none() {
            values.push(value);
        }
    }
    if values.is_empty() || values.len() > LIMITS.parameters {
        return None;
    }
    let count = values.len();
    let preds = system
        .preds
        .iter()
        .map(|pred| {
            let mut sorts = pred.sorts.clone();
            sorts.extend(std::iter::repeat_n(SortId::INT, count));
            Pred { name: pred.name.clone(), sorts }
        })
        .collect();
    let mut general = System { preds, ..System::default() };
    for (_, clause) in system.clauses() {
        let first = clause.vars.len() as u32;
        let parameters = store.vars(first, &vec![SortId::INT; count]);
        let mut vars = clause.vars.clone();
        vars.extend(std::iter::repeat_n(SortId::INT, count));
        let mut rewrite = Rewrite { values: &values, parameters: &parameters, images: HashMap::new() };
        let mut atom = |store: &mut Store, atom: &Atom| {
            let mut args: Vec<TermId> = Vec::with_capacity(atom.args.len() + count);
            for &argument in &atom.args {
                args.push(rewrite.apply(store, argument));
            }
            args.extend(&parameters);
            Atom::new(atom.pred, args)
        };
        let body = clause.body.iter().map(|a| atom(store, a)).collect();
        let head = clause.head.as_ref().map(|a| atom(store, a));
        let mut parts = vec![rewrite.apply(store, clause.constraint)];
        let mut below = store.int(LIMITS.least - 1);
        for &parameter in &parameters {
            parts.push(store.gt(parameter, below));
            below = parameter;
        }
        let constraint = store.and(&parts);
        general.add_clause(Clause { vars, body, constraint, head, origin: clause.origin });
    }
    Some(General { system: general, values })
}

fn roots(clause: &Clause) -> Vec<TermId> {
    let atoms = clause.body.iter().chain(&clause.head);
    atoms.flat_map(|atom| atom.args.iter().copied()).chain([clause.constraint]).collect()
}

/// Whether the numerals among an operator's arguments are factors or divisors, which are no parameters.
fn scales(op: &Op) -> bool {
    matches!(op, Op::Mul | Op::IntDiv | Op::IntMod)
}

/// The absolute values of the large integer constants.
fn large_constants(store: &Store, roots: &[TermId]) -> Vec<Int> {
    let mut found = Vec::new();
    let mut look = |term: TermId| {
        if let Op::Num(value) = store.op(term)
            && store.sort_of(term) == SortId::INT
            && value.abs() >= Rat::from(LIMITS.large)
        {
            found.push(value.numer().abs());
        }
    };
    roots.iter().for_each(|&root| look(root));
    for term in postorder(store, roots) {
        if !scales(store.op(term)) {
            store.args(term).iter().for_each(|&argument| look(argument));
        }
    }
    found
}

/// A constant as `factor · values[i] + offset`.
fn expressed(values: &[Int], constant: &Int) -> Option<(usize, i64, i64)> {
    for factor in 1..=LIMITS.multiple {
        for (i, value) in values.iter().enumerate() {
            let offset = constant - &(value * &Int::from(factor));
            if let Some(offset) = offset.to_i64().filter(|o| o.abs() <= LIMITS.near * factor) {
                return Some((i, factor, offset));
            }
        }
    }
    None
}

/// Replaces constants in the terms of one clause.
struct Rewrite<'a> {
    values: &'a [Int],
    parameters: &'a [TermId],
    images: HashMap<TermId, TermId>,
}

impl Rewrite<'_> {
    fn apply(&mut self, store: &mut Store, root: TermId) -> TermId {
        for term in postorder(store, &[root]) {
            if self.images.contains_key(&term) {
                continue;
            }
            let keep = scales(store.op(term));
            let arguments = store.args(term).to_vec();
            let images: Vec<TermId> = arguments
                .iter()
                .map(|&a| if keep && matches!(store.op(a), Op::Num(_)) { a } else { self.image(store, a) })
                .collect();
            let image = if images == arguments { term } else { store.rebuild(term, &images) };
            self.images.insert(term, image);
        }
        self.image(store, root)
    }

    /// The image of a term whose parts have been rewritten.
    fn image(&mut self, store: &mut Store, term: TermId) -> TermId {
        if let Op::Num(value) = store.op(term).clone()
            && store.sort_of(term) == SortId::INT
            && value.abs() >= Rat::from(LIMITS.large)
            && let Some((i, factor, offset)) = expressed(self.values, &value.numer().abs())
        {
            let sign = if value.is_negative() { -1 } else { 1 };
            let factor = store.int(sign * factor);
            let scaled = store.mul(factor, self.parameters[i]);
            let offset = store.int(sign * offset);
            return store.add(&[scaled, offset]);
        }
        self.images.get(&term).copied().unwrap_or(term)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smtlib;

    fn general(text: &str) -> Option<(Store, System, General)> {
        let mut script = smtlib::read(text.as_bytes()).expect("the script can be read");
        let general = generalize(&mut script.store, &script.system)?;
        Some((script.store, script.system, general))
    }

    const LOOP: &str = "(set-logic HORN) (declare-fun p (Int) Bool)
        (assert (p 0))
        (assert (forall ((x Int)) (=> (and (p x) (< x 1000)) (p (+ x 1)))))
        (assert (forall ((x Int)) (=> (and (p x) (> x 2000)) false)))";

    #[test]
    fn near_and_multiple_constants_share_a_parameter() {
        let (mut store, system, general) = general(LOOP).expect("there is a large constant");
        assert_eq!(general.values, [Int::from(999)]);
        assert!(general.system.preds.iter().all(|p| p.sorts == [SortId::INT, SortId::INT]));
        // The model `x <= M + 1` of the general system is `x <= 1000` of the original.
        let [x, m] = [0, 1].map(|number| store.var(number, SortId::INT));
        let one = store.int(1);
        let bound = store.add(&[m, one]);
        let model = Model { definitions: vec![store.le(x, bound)] };
        let back = general.model_back(&mut store, &system, &model);
        let thousand = store.int(1000);
        assert_eq!(back.definitions, [store.le(x, thousand)]);
    }

    #[test]
    fn small_constants_and_factors_stay() {
        assert!(general(&LOOP.replace("1000", "10").replace("> x 2000", "> (* 300 x) 12")).is_none());
        let many: String = (1..9).map(|i| format!("(assert (p {}))", i * i * 1000)).collect();
        assert!(general(&(LOOP.to_string() + &many)).is_none());
    }
}
