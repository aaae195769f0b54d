//! Claims that are guessed: equations between small terms that agree on samples, smallest first.
//!
//! Terms are built from a few variables, the functions, constructors and sums, by size. Those with the same values on
//! all samples are a class; each member is guessed to be equal to the smallest. A guess that follows from what is known
//! is dropped, the others are tried by induction, and again when something new is known.

use super::limits::LIMITS;
use super::prove::{Outcome, Prover, closed, inductive};
use super::read::Mode;
use super::run::Runner;
use crate::certificate::in_normal_form;
use crate::context::Context;
use crate::num::{Int, Rat};
use crate::random::SplitMix;
use crate::system::{ClauseId, Reason, System};
use crate::term::{
    Claim, FunctionId, Measure, Op, Share, SortId, Store, TermId, Value, free_vars, postorder, tree_size,
};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Where the choice of samples starts.
const SEED: u64 = 0x5EED_0F18;
/// The level of values of which samples are made.
const LEVEL: usize = 4;

/// A term with its values on the samples.
struct Guessed {
    term: TermId,
    size: usize,
    values: Vec<Option<Value>>,
    /// Whether a size is in it: such numbers are added and compared only.
    measured: bool,
}

/// An equation to try.
struct Guess {
    formula: TermId,
    size: usize,
    /// How many variables it has: what is more general comes first.
    vars: usize,
    /// Whether it is about numbers that are not negative only.
    guarded: bool,
}

/// The search for claims.
pub struct Explorer {
    guesses: Vec<TermId>,
    /// The guess to try next, and whether a claim was added since the first of them was tried.
    at: usize,
    learned: bool,
    again: Vec<TermId>,
}

impl Explorer {
    /// Guesses about the functions that the open queries are about; if `further`, also with sizes of data, the number
    /// 1, and conditions that numbers are not negative.
    pub fn new(
        cx: &mut Context,
        system: &System,
        modes: &[Option<Mode>],
        open: &[(ClauseId, TermId)],
        runner: &mut Runner<'_>,
        prover: &mut Prover,
        further: bool,
    ) -> Result<Explorer, Reason> {
        let formulas: Vec<TermId> = open.iter().map(|(_, formula)| *formula).collect();
        let called = cx.store.called(&formulas);
        let of = |mode: &Mode| mode.values.iter().chain(&mode.domain).copied().collect::<Vec<FunctionId>>();
        let functions: Vec<FunctionId> =
            modes.iter().flatten().flat_map(of).filter(|id| called.contains(id) && !is_plain(cx, *id)).collect();
        let mut guesses: Vec<Guess> = Vec::new();
        let sizes = if further { sizes(cx, &functions, prover)? } else { Vec::new() };
        let mut pool = Pool::new(cx, system, &functions, sizes, runner, further);
        for size in 2..=LIMITS.term_size {
            pool.grow(cx, size, runner)?;
        }
        for (sort, list) in &pool.terms {
            log::debug!("functions: {} terms of sort {}", list.len(), sort.index());
        }
        pool.equations(cx, further, &mut guesses);
        guesses.sort_by_key(|guess| (guess.size, guess.guarded, Reverse(guess.vars)));
        guesses.truncate(LIMITS.guesses);
        log::debug!("functions: {} guesses", guesses.len());
        let guesses = guesses.into_iter().map(|guess| guess.formula).collect();
        Ok(Explorer { guesses, at: 0, learned: false, again: Vec::new() })
    }

    /// Finds the next claim and adds it; whether there was one.
    pub fn next(&mut self, cx: &mut Context, prover: &mut Prover) -> Result<bool, Reason> {
        if cx.store.claims().len() >= LIMITS.claims {
            return Ok(false);
        }
        loop {
            let Some(&guess) = self.guesses.get(self.at) else {
                // What failed may follow from what was found later.
                if !self.learned || self.again.is_empty() {
                    return Ok(false);
                }
                self.guesses = std::mem::take(&mut self.again);
                (self.at, self.learned) = (0, false);
                continue;
            };
            self.at += 1;
            cx.check()?;
            let claims = cx.store.claims().to_vec();
            let denied = cx.store.not(guess);
            match prover.refute(cx, denied, &claims)? {
                Outcome::Direct => {}
                Outcome::Claim(claim) => {
                    log::debug!("functions: claim {}", crate::term::show(&cx.store, &[claim.formula]));
                    self.learned = true;
                    cx.store.add_claim(claim);
                    return Ok(true);
                }
                Outcome::Open => self.again.push(guess),
            }
        }
    }
}

/// Whether a claim says what the function is without it: that a test is an equation.
fn is_plain(cx: &Context, id: FunctionId) -> bool {
    cx.store.function(id).result == SortId::BOOL
        && cx.store.claims().iter().any(|claim| {
            let calls: Vec<TermId> = postorder(&cx.store, &[claim.formula])
                .into_iter()
                .filter(|&term| matches!(cx.store.op(term), Op::Call(_)))
                .collect();
            let [call] = calls[..] else { return false };
            *cx.store.op(call) == Op::Call(id) && cx.store.args(call).iter().all(|&arg| cx.store.as_var(arg).is_some())
        })
}

/// A function for each recursive sort of the functions' parameters that counts recursive constructors, with the claim
/// that it is not negative: so that what grows is not what it was.
fn sizes(cx: &mut Context, functions: &[FunctionId], prover: &mut Prover) -> Result<Vec<(FunctionId, SortId)>, Reason> {
    let mut sorts: Vec<SortId> = functions.iter().flat_map(|&id| cx.store.function(id).params.clone()).collect();
    sorts.sort_unstable();
    sorts.dedup();
    let mut sizes = Vec::new();
    for sort in sorts {
        let store = &mut cx.store;
        let Some(id) = store.datatype_of(sort).filter(|&id| store.family(id).is_some_and(|family| family == [id]))
        else {
            continue;
        };
        let function = store.declare_function(vec![sort], SortId::INT);
        let data = store.var(0, sort);
        let mut body = None;
        for c in (0..store.datatype(id).constructors.len() as u32).rev() {
            let (weight, shares) = store.shares(Measure::Size, id, c);
            let mut parts = vec![store.int(weight)];
            for (field, share) in shares.iter().enumerate() {
                if *share == Share::Measure(Measure::Size) {
                    let part = store.project(c, field as u32, data);
                    parts.push(store.call(function, &[part]));
                }
            }
            let value = store.add(&parts);
            let is_built = store.test(c, data);
            body = Some(body.map_or(value, |rest| store.ite(is_built, value, rest)));
        }
        let Some(body) = body else { continue };
        store.define_function(function, body);
        let (call, zero) = (store.call(function, &[data]), store.int(0));
        let formula = store.ge(call, zero);
        let claim = Claim { vars: vec![sort], formula, induction: Some(0) };
        let claims = store.claims().to_vec();
        if prover.holds(cx, &claim, &claims)? {
            cx.store.add_claim(claim);
            sizes.push((function, sort));
        }
    }
    Ok(sizes)
}

/// Terms by sort, with their values.
struct Pool {
    functions: Vec<FunctionId>,
    sizes: Vec<(FunctionId, SortId)>,
    /// The samples in which no variable is negative.
    natural: Vec<bool>,
    /// By sort, in the order of their sizes.
    terms: BTreeMap<SortId, Vec<Guessed>>,
    samples: usize,
}

impl Pool {
    /// Variables, constants of datatypes and the number 1.
    fn new(
        cx: &mut Context,
        system: &System,
        functions: &[FunctionId],
        sizes: Vec<(FunctionId, SortId)>,
        runner: &mut Runner<'_>,
        further: bool,
    ) -> Pool {
        let mut sorts: Vec<SortId> = functions.iter().flat_map(|&id| cx.store.function(id).params.clone()).collect();
        let mut at = 0;
        while at < sorts.len() {
            if let Some(id) = cx.store.datatype_of(sorts[at]) {
                let fields = cx.store.datatype(id).constructors.iter().flat_map(|c| &c.fields).map(|f| f.sort);
                let new: Vec<SortId> = fields.filter(|sort| !sorts.contains(sort)).collect();
                sorts.extend(new);
            }
            at += 1;
        }
        sorts.sort_unstable();
        sorts.dedup();
        debug_assert!(!system.preds.is_empty() || functions.is_empty());
        let mut random = SplitMix(SEED);
        let (functions, samples) = (functions.to_vec(), LIMITS.samples);
        let natural = (0..samples).map(|sample| sample % 2 == 0).collect();
        let mut pool = Pool { functions, sizes, natural, terms: BTreeMap::new(), samples };
        let truth = |term: TermId, value: bool| {
            let values = vec![Some(Value::Bool(value)); LIMITS.samples];
            Guessed { term, size: 1, values, measured: false }
        };
        pool.terms.insert(SortId::BOOL, vec![truth(Store::TRUE, true), truth(Store::FALSE, false)]);
        let mut next = 0;
        for sort in sorts {
            let values = runner.values(&cx.store, sort, LEVEL);
            if values.is_empty() || sort == SortId::BOOL {
                continue;
            }
            let mut list = Vec::new();
            for _ in 0..LIMITS.vars {
                let term = cx.store.var(next, sort);
                next += 1;
                let mut chosen = Vec::with_capacity(pool.samples);
                for &natural in &pool.natural {
                    let value = random.pick(&values).clone();
                    chosen.push(Some(match value {
                        Value::Int(number) if natural => Value::Int(number.abs()),
                        other => other,
                    }));
                }
                list.push(Guessed { term, size: 1, values: chosen, measured: false });
            }
            if further && sort == SortId::INT {
                let (term, one) = (cx.store.int(1), Value::Int(Int::from(1)));
                list.push(Guessed { term, size: 1, values: vec![Some(one); pool.samples], measured: false });
            }
            if let Some(id) = cx.store.datatype_of(sort) {
                for c in 0..cx.store.datatype(id).constructors.len() as u32 {
                    if cx.store.datatype(id).constructors[c as usize].fields.is_empty() {
                        let term = cx.store.construct(sort, c, &[]);
                        let value = Value::Data(c, Vec::new().into());
                        list.push(Guessed { term, size: 1, values: vec![Some(value); pool.samples], measured: false });
                    }
                }
            }
            pool.terms.insert(sort, list);
        }
        pool
    }

    /// Adds the terms of that size.
    fn grow(&mut self, cx: &mut Context, size: usize, runner: &mut Runner<'_>) -> Result<(), Reason> {
        let mut made: Vec<(SortId, Guessed)> = Vec::new();
        for &id in &self.functions.clone() {
            let function = cx.store.function(id).clone();
            for chosen in self.tuples(&function.params, size - 1, false) {
                cx.check()?;
                let args: Vec<TermId> = chosen.iter().map(|guessed| guessed.term).collect();
                let mut values = Vec::with_capacity(self.samples);
                for sample in 0..self.samples {
                    let inputs: Option<Vec<Value>> = chosen.iter().map(|g| g.values[sample].clone()).collect();
                    values.push(inputs.and_then(|inputs| runner.apply(&cx.store, id, inputs)));
                }
                let term = cx.store.call(id, &args);
                made.push((function.result, Guessed { term, size, values, measured: false }));
            }
        }
        let sorts: Vec<SortId> = self.terms.keys().copied().collect();
        for sort in sorts {
            if sort == SortId::INT {
                for chosen in self.tuples(&[sort, sort], size - 1, true) {
                    let term = cx.store.add(&[chosen[0].term, chosen[1].term]);
                    let sum = |sample: usize| -> Option<Value> {
                        let a: Rat = chosen[0].values[sample].as_ref()?.as_rat()?;
                        let b: Rat = chosen[1].values[sample].as_ref()?.as_rat()?;
                        (&a + &b).to_int().map(Value::Int)
                    };
                    let values = (0..self.samples).map(sum).collect();
                    let measured = chosen.iter().any(|guessed| guessed.measured);
                    made.push((sort, Guessed { term, size, values, measured }));
                }
            }
            let Some(data) = cx.store.datatype_of(sort) else { continue };
            let constructors = cx.store.datatype(data).constructors.clone();
            for (c, constructor) in constructors.iter().enumerate() {
                let params: Vec<SortId> = constructor.fields.iter().map(|field| field.sort).collect();
                if params.is_empty() {
                    continue;
                }
                for chosen in self.tuples(&params, size - 1, false) {
                    let args: Vec<TermId> = chosen.iter().map(|guessed| guessed.term).collect();
                    let value = |sample: usize| -> Option<Value> {
                        let fields: Option<Vec<Value>> = chosen.iter().map(|g| g.values[sample].clone()).collect();
                        Some(Value::Data(c as u32, fields?.into()))
                    };
                    let values = (0..self.samples).map(value).collect();
                    let term = cx.store.construct(sort, c as u32, &args);
                    made.push((sort, Guessed { term, size, values, measured: false }));
                }
            }
        }
        for (id, sort) in self.sizes.clone() {
            for chosen in self.tuples(&[sort], size - 1, false) {
                let measure =
                    |value: &Option<Value>| cx.store.measure_of(Measure::Size, sort, value.as_ref()?).map(Value::Int);
                let values = chosen[0].values.iter().map(measure).collect();
                let term = cx.store.call(id, &[chosen[0].term]);
                made.push((SortId::INT, Guessed { term, size, values, measured: true }));
            }
        }
        for (sort, guessed) in made {
            let list = self.terms.entry(sort).or_default();
            // What is undefined on most samples says nothing.
            let defined = guessed.values.iter().flatten().count();
            if list.len() < LIMITS.terms && 2 * defined >= self.samples && list.iter().all(|g| g.term != guessed.term) {
                list.push(guessed);
            }
        }
        Ok(())
    }

    /// Arguments of these sorts whose sizes add up to `size`; with sizes of data among them, or without.
    fn tuples(&self, sorts: &[SortId], size: usize, measured: bool) -> Vec<Vec<&Guessed>> {
        let mut tuples: Vec<(usize, Vec<&Guessed>)> = vec![(0, Vec::new())];
        for (number, sort) in sorts.iter().enumerate() {
            let left = sorts.len() - number - 1;
            let Some(list) = self.terms.get(sort) else { return Vec::new() };
            let mut longer = Vec::new();
            for (used, tuple) in tuples {
                for guessed in list.iter().take_while(|guessed| used + guessed.size + left <= size) {
                    if (left == 0 && used + guessed.size != size) || (guessed.measured && !measured) {
                        continue;
                    }
                    let mut next = tuple.clone();
                    next.push(guessed);
                    longer.push((used + guessed.size, next));
                }
            }
            tuples = longer;
        }
        tuples.into_iter().map(|(_, tuple)| tuple).collect()
    }

    /// The equations between a term and the smallest one that has its values, and those that hold of numbers that are
    /// not negative.
    fn equations(&self, cx: &mut Context, further: bool, guesses: &mut Vec<Guess>) {
        let mut known: Vec<TermId> = Vec::new();
        for list in self.terms.values() {
            for guarded in [false, true].into_iter().take(1 + usize::from(further)) {
                let mut classes: BTreeMap<Vec<Option<&Value>>, Vec<&Guessed>> = BTreeMap::new();
                for guessed in list {
                    let seen =
                        |(value, &natural): (_, &bool)| if guarded && !natural { None } else { Option::as_ref(value) };
                    let key = guessed.values.iter().zip(&self.natural).map(seen).collect();
                    classes.entry(key).or_default().push(guessed);
                }
                for members in classes.into_values() {
                    let [first, rest @ ..] = &members[..] else { continue };
                    for other in rest.iter().filter(|other| !guarded || other.values != first.values) {
                        self.guess(cx, first, other, guarded, &mut known, guesses);
                    }
                }
            }
        }
        guesses.retain(|guess| tree_size(&cx.store, guess.formula, 60) < 60);
    }

    fn guess(
        &self,
        cx: &mut Context,
        first: &Guessed,
        other: &Guessed,
        guarded: bool,
        known: &mut Vec<TermId>,
        guesses: &mut Vec<Guess>,
    ) {
        let mut formula = cx.store.eq(first.term, other.term);
        if !cx.store.has_call(&[formula]) {
            return;
        }
        if guarded {
            let numbers = free_vars(&cx.store, &[formula]).into_iter();
            let numbers: Vec<TermId> = numbers.filter(|&var| cx.store.sort_of(var) == SortId::INT).collect();
            let zero = cx.store.int(0);
            let mut parts = Vec::new();
            for var in numbers {
                parts.push(cx.store.ge(var, zero));
            }
            if parts.is_empty() {
                return;
            }
            let guard = cx.store.and(&parts);
            formula = cx.store.implies(guard, formula);
        }
        let denied = cx.store.not(formula);
        let fresh = cx.store.var_bound(denied);
        if in_normal_form(&mut cx.store, denied, fresh) == Store::FALSE {
            return;
        }
        let claim = closed(&mut cx.store, formula);
        // Something to do an induction over; and each up to the names of variables once.
        if inductive(&cx.store, &claim).is_empty() || known.contains(&claim.formula) {
            return;
        }
        let (size, vars) = (first.size + other.size, claim.vars.len());
        known.push(claim.formula);
        guesses.push(Guess { formula: claim.formula, size, vars, guarded });
    }
}
