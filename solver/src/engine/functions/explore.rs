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
use crate::num::Rat;
use crate::random::SplitMix;
use crate::system::{ClauseId, Reason, System};
use crate::term::{Claim, FunctionId, Op, SortId, Store, TermId, Value, postorder, tree_size};
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
    /// Guesses about the functions that the open queries are about.
    pub fn new(
        cx: &mut Context,
        system: &System,
        modes: &[Option<Mode>],
        open: &[(ClauseId, TermId)],
        runner: &mut Runner<'_>,
    ) -> Result<Explorer, Reason> {
        let formulas: Vec<TermId> = open.iter().map(|(_, formula)| *formula).collect();
        let called = cx.store.called(&formulas);
        let of = |mode: &Mode| mode.values.iter().chain(&mode.domain).copied().collect::<Vec<FunctionId>>();
        let functions: Vec<FunctionId> =
            modes.iter().flatten().flat_map(of).filter(|id| called.contains(id) && !is_plain(cx, *id)).collect();
        let mut guesses: Vec<(usize, TermId)> = Vec::new();
        let mut pool = Pool::new(cx, system, &functions, runner);
        for size in 2..=LIMITS.term_size {
            pool.grow(cx, size, runner)?;
        }
        for (sort, list) in &pool.terms {
            log::debug!("functions: {} terms of sort {}", list.len(), sort.index());
        }
        pool.equations(cx, &mut guesses);
        guesses.sort_by_key(|&(size, _)| size);
        guesses.truncate(LIMITS.guesses);
        log::debug!("functions: {} guesses", guesses.len());
        let guesses = guesses.into_iter().map(|(_, guess)| guess).collect();
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

/// Terms by sort, with their values.
struct Pool {
    functions: Vec<FunctionId>,
    /// By sort, in the order of their sizes.
    terms: BTreeMap<SortId, Vec<Guessed>>,
    samples: usize,
}

impl Pool {
    /// Variables, constants of datatypes and the number 1.
    fn new(cx: &mut Context, system: &System, functions: &[FunctionId], runner: &mut Runner<'_>) -> Pool {
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
        let mut pool = Pool { functions: functions.to_vec(), terms: BTreeMap::new(), samples: LIMITS.samples };
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
                let values = (0..pool.samples).map(|_| Some(random.pick(&values).clone())).collect();
                list.push(Guessed { term, size: 1, values });
            }
            if let Some(id) = cx.store.datatype_of(sort) {
                for c in 0..cx.store.datatype(id).constructors.len() as u32 {
                    if cx.store.datatype(id).constructors[c as usize].fields.is_empty() {
                        let term = cx.store.construct(sort, c, &[]);
                        let value = Value::Data(c, Vec::new().into());
                        list.push(Guessed { term, size: 1, values: vec![Some(value); pool.samples] });
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
            for chosen in self.tuples(&function.params, size - 1) {
                cx.check()?;
                let args: Vec<TermId> = chosen.iter().map(|guessed| guessed.term).collect();
                let mut values = Vec::with_capacity(self.samples);
                for sample in 0..self.samples {
                    let inputs: Option<Vec<Value>> = chosen.iter().map(|g| g.values[sample].clone()).collect();
                    values.push(inputs.and_then(|inputs| runner.apply(&cx.store, id, inputs)));
                }
                let term = cx.store.call(id, &args);
                made.push((function.result, Guessed { term, size, values }));
            }
        }
        let sorts: Vec<SortId> = self.terms.keys().copied().collect();
        for sort in sorts {
            if sort == SortId::INT {
                for chosen in self.tuples(&[sort, sort], size - 1) {
                    let term = cx.store.add(&[chosen[0].term, chosen[1].term]);
                    let sum = |sample: usize| -> Option<Value> {
                        let a: Rat = chosen[0].values[sample].as_ref()?.as_rat()?;
                        let b: Rat = chosen[1].values[sample].as_ref()?.as_rat()?;
                        (&a + &b).to_int().map(Value::Int)
                    };
                    let values = (0..self.samples).map(sum).collect();
                    made.push((sort, Guessed { term, size, values }));
                }
            }
            let Some(data) = cx.store.datatype_of(sort) else { continue };
            let constructors = cx.store.datatype(data).constructors.clone();
            for (c, constructor) in constructors.iter().enumerate() {
                let params: Vec<SortId> = constructor.fields.iter().map(|field| field.sort).collect();
                if params.is_empty() {
                    continue;
                }
                for chosen in self.tuples(&params, size - 1) {
                    let args: Vec<TermId> = chosen.iter().map(|guessed| guessed.term).collect();
                    let value = |sample: usize| -> Option<Value> {
                        let fields: Option<Vec<Value>> = chosen.iter().map(|g| g.values[sample].clone()).collect();
                        Some(Value::Data(c as u32, fields?.into()))
                    };
                    let values = (0..self.samples).map(value).collect();
                    let term = cx.store.construct(sort, c as u32, &args);
                    made.push((sort, Guessed { term, size, values }));
                }
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

    /// Arguments of these sorts whose sizes add up to `size`.
    fn tuples(&self, sorts: &[SortId], size: usize) -> Vec<Vec<&Guessed>> {
        let mut tuples: Vec<(usize, Vec<&Guessed>)> = vec![(0, Vec::new())];
        for (number, sort) in sorts.iter().enumerate() {
            let left = sorts.len() - number - 1;
            let Some(list) = self.terms.get(sort) else { return Vec::new() };
            let mut longer = Vec::new();
            for (used, tuple) in tuples {
                for guessed in list.iter().take_while(|guessed| used + guessed.size + left <= size) {
                    if left == 0 && used + guessed.size != size {
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

    /// The equations between a term and the smallest one that has its values.
    fn equations(&self, cx: &mut Context, guesses: &mut Vec<(usize, TermId)>) {
        let mut known: Vec<Claim> = Vec::new();
        for list in self.terms.values() {
            let mut classes: BTreeMap<&[Option<Value>], Vec<&Guessed>> = BTreeMap::new();
            for guessed in list {
                classes.entry(&guessed.values).or_default().push(guessed);
            }
            for members in classes.into_values() {
                let [first, rest @ ..] = &members[..] else { continue };
                for other in rest {
                    let equation = cx.store.eq(first.term, other.term);
                    let denied = cx.store.not(equation);
                    let fresh = cx.store.var_bound(denied);
                    let plain = in_normal_form(&mut cx.store, denied, fresh);
                    if plain == Store::FALSE || !cx.store.has_call(&[equation]) {
                        continue;
                    }
                    let claim = closed(&mut cx.store, equation);
                    // Something to do an induction over; and each up to the names of variables once.
                    if inductive(&cx.store, &claim).is_empty() || known.contains(&claim) {
                        continue;
                    }
                    let size = first.size + other.size + claim.vars.len().saturating_sub(3);
                    guesses.push((size, claim.formula));
                    known.push(claim);
                }
            }
        }
        guesses.retain(|&(_, guess)| tree_size(&cx.store, guess, 60) < 60);
    }
}
