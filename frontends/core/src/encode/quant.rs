//! Quantified facts: recorded on the path, instantiated when a clause is written.
//!
//! The truth value of `forall i in l .. h: P (i)` is a fresh Boolean `b` with a witness for its falsity,
//! `b or (l <= w <= h and not P (w))`, and the fact that `b` implies `P` everywhere. Arrays built by a rule are fresh
//! arrays with the fact that says what is in them. A clause gets the instances of its facts at the indexes that its
//! terms read or write; fewer instances only admit more runs. Over small constant ranges everything is written out
//! instead.
//!
//! Formulas of single questions may have quantifiers themselves ([`super::Options::quantifiers`]): there the expression
//! is a quantifier, and so is the fact.

use super::expr::{Certain, Context};
use super::interval::Intervals;
use super::known::{Known, Look};
use super::live::Places;
use super::procedure::{Region, Values, unsupported};
use super::{Encoder, OVER, Unsupported, layout};
use crate::ir::{BinaryOp, BoundId, ExprId, ProcId, Procedure, Range, TypeId, TypeKind};
use horn_solver::num::Rat;
use horn_solver::term::{Linear, Op, SortId, Store, Substitution, TermId, free_vars, postorder};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// Instances of instances are made this often.
const ROUNDS: usize = 2;
/// The most instances that a clause gets, of the last facts first: there are more where subprograms with many
/// quantified conditions call each other. What is left out admits more runs.
const MOST: usize = 400;

/// A body is written out this often for ranges that are not constant, at most.
const COPIES: i64 = 512;

/// Quantified expressions around others are written out for so many constants where the solver takes quantifiers.
const FEW: usize = 3;

/// A quantifier is taken apart into so many at most.
const MAX_APART: usize = 64;

/// Bodies of quantifiers with more parts stay as they are.
const MAX_PARTS: usize = 24;

/// The least index and the greatest one that a range may have where this is known, if these are few.
fn few(look: &mut Look<'_>, known: &Known, (first, last): (TermId, TermId), copies: i64) -> Option<(i64, i64)> {
    let low = look.range(known, first).first?.to_i64()?;
    let high = look.range(known, last).last?.to_i64()?;
    let count = high.checked_sub(low)?.checked_add(1)?.max(1);
    (count.checked_mul(copies)? <= COPIES).then_some((low, high))
}

/// A fact about all indexes in a range of one or more dimensions.
#[derive(Clone)]
pub(super) struct Fact<'p> {
    /// The procedure whose expressions the rule is about, and the values of its places.
    pub home: Home<'p>,
    /// Where the fact holds.
    pub guard: TermId,
    /// The range of each dimension.
    pub bounds: Vec<(TermId, TermId)>,
    /// What holds.
    pub rule: Rule,
}

/// What is bound in a term, by which quantifier, and what those around it will bind.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Binding {
    forall: bool,
    vars: Box<[TermId]>,
    around: Box<[TermId]>,
    body: TermId,
}

/// A fact at one index, by the place of the fact in memory.
pub(super) type Instances<'p> = HashMap<(usize, Vec<TermId>), Rc<Instance<'p>>>;

/// A fact at one index.
pub(super) struct Instance<'p> {
    /// The fact, which keeps its place in memory.
    _fact: Rc<Fact<'p>>,
    conditions: Vec<TermId>,
    /// The facts that the evaluation brings.
    facts: Vec<Rc<Fact<'p>>>,
}

/// A procedure with values of its places.
#[derive(Clone)]
pub(super) struct Home<'p> {
    pub procedure: &'p Procedure,
    pub places: Rc<Places>,
    pub values: Values,
}

impl<'p> Fact<'p> {
    /// The fact under one more condition.
    pub fn guarded(&self, store: &mut Store, condition: TermId) -> Fact<'p> {
        Fact { guard: store.and2(self.guard, condition), ..self.clone() }
    }
}

/// What holds at an index.
#[derive(Clone)]
pub(super) enum Rule {
    /// The body, evaluated with the variable at the index, is this.
    Body { body: ExprId, var: BoundId, env: Vec<(BoundId, TermId)>, is: bool },
    /// The array has there what the expression says.
    Comprehension { cells: Vec<TermId>, body: ExprId, vars: Vec<BoundId>, env: Vec<(BoundId, TermId)> },
    /// The array has there, inside `first .. last` (one-dimensional) or everywhere, what `inside` has at the index plus
    /// the offsets, and elsewhere what `outside` has.
    Copy {
        cells: Vec<TermId>,
        part: Option<(TermId, TermId)>,
        inside: (Vec<TermId>, Vec<TermId>),
        outside: Option<(Vec<TermId>, Vec<TermId>)>,
    },
    /// Two arrays have equal components, the second at the index plus the offsets.
    Equal { component: TypeId, left: Vec<TermId>, right: Vec<TermId>, offsets: Vec<TermId> },
}

impl<'p> Encoder<'p> {
    /// The truth value of a quantified expression.
    pub(super) fn quantified(
        &mut self,
        cx: &mut Context<'p>,
        forall: bool,
        var: BoundId,
        first: ExprId,
        last: ExprId,
        body: ExprId,
    ) -> Result<TermId, Unsupported> {
        let (first, last) = (self.scalar(cx, first)?, self.scalar(cx, last)?);
        let small = self.small_range(first, last).filter(|indexes| self.is_written_out(cx, indexes.len(), body));
        if let Some(indexes) = small {
            let mut all = Vec::new();
            for index in indexes {
                cx.env.push((var, index));
                let part = self.scalar(cx, body);
                cx.env.pop();
                all.push(part?);
            }
            return Ok(if forall { self.store.and(&all) } else { self.store.or(&all) });
        }
        if self.options.quantifiers
            && let Some(closed) = self.closed(cx, forall, (var, first, last), body)?
        {
            return Ok(closed);
        }
        if let Some(written) = self.written_out(cx, forall, (var, first, last), body)? {
            return Ok(written);
        }
        let truth = self.fresh_var(&mut cx.region, SortId::BOOL);
        let opposite = self.store.not(truth);
        let guard = if forall { truth } else { opposite };
        let witness = self.fresh_var(&mut cx.region, SortId::INT);
        let bounds = vec![(first, last)];
        cx.env.push((var, witness));
        let at_witness = self.scalar(cx, body);
        cx.env.pop();
        let at_witness = at_witness?;
        let found = if forall { self.store.not(at_witness) } else { at_witness };
        let inside = self.inside(&bounds, &[witness]);
        let example = self.store.and2(inside, found);
        let fact = self.store.or2(guard, example);
        cx.side.push(fact);
        let rule = Rule::Body { body, var, env: cx.env.clone(), is: forall };
        cx.facts.push(Rc::new(Fact { home: cx.home(), guard, bounds, rule }));
        Ok(truth)
    }

    /// Whether a quantified expression over so many constants is written out. Of one around others all copies together
    /// would be many: for the components of a matrix a solver finds the instances faster than the cases.
    fn is_written_out(&self, cx: &Context<'p>, count: usize, body: ExprId) -> bool {
        !self.options.quantifiers || count <= FEW || !cx.procedure.has_quantifier(body)
    }

    /// A quantified expression over a range that is not constant but lies in a small one: written out, each index under
    /// the condition that it is in the range. What holds of the body at an index is known only there.
    fn written_out(
        &mut self,
        cx: &mut Context<'p>,
        forall: bool,
        (var, first, last): (BoundId, TermId, TermId),
        body: ExprId,
    ) -> Result<Option<TermId>, Unsupported> {
        let Some((low, high, certain)) = self.surrounding(cx, first, last) else { return Ok(None) };
        let before = cx.copies;
        cx.copies *= (high - low).max(0) + 1;
        let mut all = Vec::new();
        for index in low..=high {
            if self.is_over() {
                return Err(unsupported(cx.procedure.exprs[body].loc, OVER));
            }
            let index = self.store.int(index);
            let here = self.inside(&[(first, last)], &[index]);
            if here == Store::FALSE {
                continue;
            }
            let (sides, facts) = (cx.side.len(), cx.facts.len());
            cx.env.push((var, index));
            cx.supposed.push(here);
            let part = self.scalar(cx, body);
            cx.supposed.pop();
            cx.env.pop();
            let part = part?;
            for side in &mut cx.side[sides..] {
                *side = self.store.implies(here, *side);
            }
            for fact in &mut cx.facts[facts..] {
                *fact = Rc::new(fact.guarded(&mut self.store, here));
            }
            all.push(if forall { self.store.implies(here, part) } else { self.store.and2(here, part) });
        }
        cx.copies = before;
        let value = if forall { self.store.and(&all) } else { self.store.or(&all) };
        if certain {
            return Ok(Some(value));
        }
        // Where what is supposed does not hold the value is of no interest, and not known.
        let (low, high) = (self.store.int(low), self.store.int(high));
        let (over, under) = (self.store.le(low, first), self.store.le(last, high));
        let covered = self.store.and2(over, under);
        let any = self.fresh_var(&mut cx.region, SortId::BOOL);
        Ok(Some(self.store.ite(covered, value, any)))
    }

    /// A small range around one that is not constant, and whether it is certain, or follows from what is supposed.
    fn surrounding(&mut self, cx: &mut Context<'p>, first: TermId, last: TermId) -> Option<(i64, i64, bool)> {
        let Context { certain, supposed, region, copies, .. } = cx;
        let Certain { known, intervals } = certain.as_mut()?;
        let mut look = Look { store: &mut self.store, intervals, vars: &region.ranges };
        if let Some((low, high)) = few(&mut look, known, (first, last), *copies) {
            return Some((low, high, true));
        }
        let mut here = known.clone();
        let holds =
            !supposed.is_empty() && supposed.iter().all(|condition| look.learn(&mut here, *condition, &mut Vec::new()));
        let (low, high) = holds.then(|| few(&mut look, &here, (first, last), *copies)).flatten()?;
        Some((low, high, false))
    }

    /// Whether the expression that is evaluated is below a quantifier of the formula. What is read from arrays there is
    /// in range by [`Encoder::all_in_range`].
    pub(super) fn is_binding(&self) -> bool {
        self.binding > 0
    }

    /// A quantified expression as a quantifier, if its body is a term about which nothing has to be assumed.
    fn closed(
        &mut self,
        cx: &mut Context<'p>,
        forall: bool,
        (var, first, last): (BoundId, TermId, TermId),
        body: ExprId,
    ) -> Result<Option<TermId>, Unsupported> {
        // The first evaluation may give names to variables that nobody has read before.
        for _ in 0..2 {
            let index = self.indexes_to_bind(&mut cx.region, 1)[0];
            let (names, sides, facts) = (cx.region.sorts.len(), cx.side.len(), cx.facts.len());
            cx.env.push((var, index));
            self.binding += 1;
            let body = self.scalar(cx, body);
            self.binding -= 1;
            self.bound(1);
            self.forget_named(&mut cx.region);
            cx.env.pop();
            let body = body?;
            let mentions = |store: &Store, term: TermId| free_vars(store, &[term]).contains(&index);
            if cx.region.sorts.len() > names || cx.facts.len() > facts {
                let stated = cx.side.split_off(sides);
                cx.side.extend(stated.into_iter().filter(|side| !mentions(&self.store, *side)));
                cx.facts.truncate(facts);
                continue;
            }
            let guard = self.inside(&[(first, last)], &[index]);
            let stated = cx.side.split_off(sides);
            if stated.iter().any(|side| mentions(&self.store, *side)) {
                return Ok(None);
            }
            cx.side.extend(stated);
            let holds = if forall { self.store.implies(guard, body) } else { self.store.and2(guard, body) };
            let around: Vec<TermId> = cx.env.iter().map(|(_, value)| *value).collect();
            let around = free_vars(&self.store, &around);
            return Ok(Some(self.bind(&cx.region.ranges, forall, &[index], &around, holds)));
        }
        Ok(None)
    }

    /// That something holds at all indexes in a range of one or more dimensions, as a quantifier.
    pub(super) fn everywhere(
        &mut self,
        cx: &mut Context<'p>,
        bounds: &[(TermId, TermId)],
        holds: impl FnOnce(&mut Self, &mut Context<'p>, &[TermId]) -> TermId,
    ) -> TermId {
        let indexes = self.indexes_to_bind(&mut cx.region, bounds.len());
        self.binding += 1;
        let holds = holds(self, cx, &indexes);
        self.binding -= 1;
        self.bound(bounds.len());
        let inside = self.inside(bounds, &indexes);
        let holds = self.store.implies(inside, holds);
        let around: Vec<TermId> = cx.env.iter().map(|(_, value)| *value).collect();
        let around = free_vars(&self.store, &around);
        self.bind(&cx.region.ranges, true, &indexes, &around, holds)
    }

    /// Integers that stand for what will be bound: the same ones wherever as many are around them, so that the same
    /// expression of the same values is the same term. Until [`Encoder::bound`] others are taken for what is inside.
    fn indexes_to_bind(&mut self, region: &mut Region, count: usize) -> Vec<TermId> {
        let first = self.depth;
        self.depth += count;
        while region.to_bind.len() < self.depth {
            let next = self.fresh_var(region, SortId::INT);
            region.to_bind.push(next);
        }
        region.to_bind[first..self.depth].to_vec()
    }

    /// What is around the last so many that were taken is evaluated again.
    fn bound(&mut self, count: usize) {
        self.depth -= count;
    }

    /// Roundings and powers of what mentions a variable that stands for nothing any more are of one evaluation: the
    /// next one is about another index.
    fn forget_named(&mut self, region: &mut Region) {
        let ended = region.to_bind.get(self.depth..).unwrap_or_default().to_vec();
        region.forget_named(&self.store, |var| !ended.contains(&var));
    }

    /// A term with these variables bound; the term that was made before, if it is the same. `around`: those that
    /// quantifiers around this one will bind; `ranges`: those of the variables.
    fn bind(
        &mut self,
        ranges: &[Option<Range>],
        forall: bool,
        vars: &[TermId],
        around: &[TermId],
        body: TermId,
    ) -> TermId {
        let key = Binding { forall, vars: vars.into(), around: around.into(), body };
        if let Some(made) = self.bindings.get(&key) {
            return *made;
        }
        let numbers: Vec<(u32, SortId)> = vars.iter().map(|_| (self.store.fresh_bound(), SortId::INT)).collect();
        let bound: Vec<TermId> = numbers.iter().map(|(number, sort)| self.store.bound(*number, *sort)).collect();
        let others: Vec<TermId> = vars.iter().chain(around).copied().collect();
        let images: Vec<TermId> =
            vars.iter().zip(&bound).map(|(var, bound)| self.index_itself(*var, &others, body, *bound)).collect();
        let body = Substitution::new(vars.iter().copied().zip(images)).apply(&mut self.store, body);
        let made = self.quantify(ranges, forall, numbers, body);
        self.bindings.insert(key, made);
        made
    }

    /// What stands for a variable that becomes bound. A solver looks for instances by reads of arrays, and finds those
    /// whose index is a bound variable: where all reads are at the variable and something else, as in `A (A'First + I)`
    /// or `A (N - I)`, the index of most of them is what is bound. `others`: what must not be in that index.
    fn index_itself(&mut self, var: TermId, others: &[TermId], body: TermId, bound: TermId) -> TermId {
        let mut found: Vec<(Linear, bool, usize)> = Vec::new();
        for term in postorder(&self.store, &[body]) {
            if *self.store.op(term) != Op::Select {
                continue;
            }
            let index = self.store.args(term)[1];
            if self.store.sort_of(index) != SortId::INT {
                continue;
            }
            let mut rest = self.store.linear(index);
            let factor = rest.coefficient(var);
            let backwards = factor == -Rat::ONE;
            if factor != Rat::ONE && !backwards {
                continue;
            }
            rest.terms.retain(|(atom, _)| *atom != var);
            if rest.is_constant() && rest.constant.is_zero() && !backwards {
                return bound;
            }
            let atoms: Vec<TermId> = rest.terms.iter().map(|(atom, _)| *atom).collect();
            let free = free_vars(&self.store, &atoms);
            if others.iter().any(|other| free.contains(other)) || atoms.iter().any(|at| self.store.is_quantified(*at)) {
                continue;
            }
            match found.iter_mut().find(|(known, way, _)| *known == rest && *way == backwards) {
                Some((_, _, count)) => *count += 1,
                None => found.push((rest, backwards, 1)),
            }
        }
        let most = found.iter().map(|(_, _, count)| *count).max();
        let Some((rest, backwards, _)) = found.into_iter().find(|(_, _, count)| Some(*count) == most) else {
            return bound;
        };
        let rest = self.store.from_linear(&rest, SortId::INT);
        if backwards { self.store.sub(rest, bound) } else { self.store.sub(bound, rest) }
    }

    /// A quantifier that takes those of its kind inside of its body into one: a solver looks for instances by the reads
    /// of arrays that have all bound variables as indexes, and sees none below another quantifier.
    fn quantify(&mut self, ranges: &[Option<Range>], forall: bool, vars: Vec<(u32, SortId)>, body: TermId) -> TermId {
        self.quantify_apart(ranges, forall, vars, body, MAX_APART)
    }

    /// The same with at most so many quantifiers where what is connected by the other connective is taken apart: each
    /// two parts with two parts inside are four.
    fn quantify_apart(
        &mut self,
        ranges: &[Option<Range>],
        forall: bool,
        mut vars: Vec<(u32, SortId)>,
        body: TermId,
        room: usize,
    ) -> TermId {
        let body = self.relieved(ranges, forall, body);
        if self.store.is_quantified(body) {
            let args = self.store.args(body).to_vec();
            match (self.store.op(body).clone(), forall) {
                (Op::Forall(inner), true) | (Op::Exists(inner), false) => {
                    let (inner, body) = self.with_own_numbers(&vars, &[], &inner, args[0]);
                    vars.extend(inner);
                    return self.quantify_apart(ranges, forall, vars, body, room);
                }
                (Op::And, true) | (Op::Or, false) => {
                    let each = |part: TermId| self.quantify_apart(ranges, forall, vars.clone(), part, room);
                    let parts: Vec<TermId> = args.into_iter().map(each).collect();
                    return if forall { self.store.and(&parts) } else { self.store.or(&parts) };
                }
                (Op::Or, true) | (Op::And, false) => {
                    if let Some((body, parts)) = self.opened(forall, args, &mut vars, room) {
                        return self.quantify_apart(ranges, forall, vars, body, room / parts);
                    }
                }
                _ => {}
            }
        }
        if forall { self.store.forall(&vars, body) } else { self.store.exists(&vars, body) }
    }

    /// What a quantifier binds, and its body, where both come into a quantifier with these variables, beside other
    /// terms. The same condition of the same values is the same term, so these may bind the same numbers: others are
    /// taken then, and no quantifier ever binds what one around it binds.
    fn with_own_numbers(
        &mut self,
        vars: &[(u32, SortId)],
        others: &[TermId],
        bound: &[(u32, SortId)],
        body: TermId,
    ) -> (Vec<(u32, SortId)>, TermId) {
        let is_bound = |number: u32| bound.iter().any(|(own, _)| *own == number);
        let is_met = |term: &TermId| matches!(self.store.op(*term), Op::Bound(number) if is_bound(*number));
        if !vars.iter().any(|(number, _)| is_bound(*number)) && !postorder(&self.store, others).iter().any(is_met) {
            return (bound.to_vec(), body);
        }
        let fresh: Vec<(u32, SortId)> = bound.iter().map(|(_, sort)| (self.store.fresh_bound(), *sort)).collect();
        let mut term = |(number, sort): &(u32, SortId)| self.store.bound(*number, *sort);
        let images: Vec<(TermId, TermId)> = bound.iter().zip(&fresh).map(|(old, new)| (term(old), term(new))).collect();
        let body = Substitution::new(images).apply(&mut self.store, body);
        (fresh, body)
    }

    /// The body of a quantifier without what the rest of it decides: in `i in 1 .. N => i >= 0 and P (i)` the first
    /// part is evident, which is what checks in conditions come to.
    fn relieved(&mut self, ranges: &[Option<Range>], forall: bool, body: TermId) -> TermId {
        let connective = if forall { Op::Or } else { Op::And };
        let mut parts = self.store.args(body).to_vec();
        if *self.store.op(body) != connective || parts.len() > MAX_PARTS {
            return body;
        }
        let decided = self.store.bool(forall);
        let mut intervals = Intervals::default();
        let mut look = Look { store: &mut self.store, intervals: &mut intervals, vars: ranges };
        for at in 0..parts.len() {
            // What the part is evaluated with: all others are such that it matters.
            let mut known = Known::default();
            let others = parts.iter().enumerate().filter(|(other, _)| *other != at);
            let others: Vec<TermId> =
                others.map(|(_, part)| if forall { look.store.not(*part) } else { *part }).collect();
            let possible = others.iter().all(|other| look.learn(&mut known, *other, &mut Vec::new()));
            if !possible || !look.settle(&mut known) {
                return decided;
            }
            parts[at] = look.simplified(&known, parts[at]);
            if parts[at] == decided {
                return decided;
            }
        }
        if forall { self.store.or(&parts) } else { self.store.and(&parts) }
    }

    /// A disjunction (below an existential quantifier: a conjunction) of these parts, the first of which with a
    /// quantifier of this kind is opened: what it binds is bound with the rest, or its parts get the others each, if
    /// there is room for so many, and their number is the second result.
    fn opened(
        &mut self,
        forall: bool,
        mut others: Vec<TermId>,
        vars: &mut Vec<(u32, SortId)>,
        room: usize,
    ) -> Option<(TermId, usize)> {
        let at = others.iter().position(|part| match self.store.op(*part) {
            Op::Forall(_) => forall,
            Op::Exists(_) => !forall,
            Op::And => forall && self.store.is_quantified(*part) && self.store.args(*part).len() <= room,
            Op::Or => !forall && self.store.is_quantified(*part) && self.store.args(*part).len() <= room,
            _ => false,
        })?;
        let part = others.remove(at);
        let inner = self.store.args(part).to_vec();
        let with_others = |store: &mut Store, one: TermId| {
            let all: Vec<TermId> = others.iter().copied().chain([one]).collect();
            if forall { store.or(&all) } else { store.and(&all) }
        };
        if let Op::Forall(bound) | Op::Exists(bound) = self.store.op(part).clone() {
            let (bound, body) = self.with_own_numbers(vars, &others, &bound, inner[0]);
            vars.extend(bound);
            return Some((with_others(&mut self.store, body), 1));
        }
        let parts: Vec<TermId> = inner.into_iter().map(|one| with_others(&mut self.store, one)).collect();
        let count = parts.len();
        Some((if forall { self.store.and(&parts) } else { self.store.or(&parts) }, count))
    }

    /// What a function gives, of this sort.
    pub(super) fn application(
        &mut self,
        region: &mut Region,
        function: ProcId,
        given: &[TermId],
        sort: SortId,
    ) -> TermId {
        let all = match self.results.get(&function) {
            Some(known) => *known,
            None => {
                let index = |array: SortId, given: &TermId| {
                    let index = self.store.sort_of(*given);
                    self.store.array_sort(index, array)
                };
                let sort = given.iter().rev().fold(sort, index);
                let all = self.fresh_var(region, sort);
                self.results.insert(function, all);
                all
            }
        };
        given.iter().fold(all, |array, index| self.store.select(array, *index))
    }

    /// Whether a term has a variable that will be bound.
    pub(super) fn is_bound_inside(&self, region: &Region, term: TermId) -> bool {
        self.is_binding() && free_vars(&self.store, &[term]).iter().any(|var| region.to_bind.contains(var))
    }

    /// A division by what is bound. A solver looks for instances by uninterpreted functions, which division is not: one
    /// stands for it, as an array, and a fact says what it is.
    pub(super) fn opaque_division(&mut self, cx: &mut Context<'p>, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        let all = match self.divisions.get(&op) {
            Some(known) => *known,
            None => {
                let row = self.store.array_sort(SortId::INT, SortId::INT);
                let sort = self.store.array_sort(SortId::INT, row);
                let all = self.fresh_var(&mut cx.region, sort);
                let at = self.indexes_to_bind(&mut cx.region, 2);
                let result = at.iter().fold(all, |array, index| self.store.select(array, *index));
                let meant = self.division(op, at[0], at[1]);
                self.bound(2);
                let zero = self.store.int(0);
                let (defined, equal) = (self.store.neq(at[1], zero), self.store.eq(result, meant));
                let holds = self.store.implies(defined, equal);
                let fact = self.bind(&cx.region.ranges, true, &at, &[], holds);
                cx.side.push(fact);
                self.divisions.insert(op, all);
                all
            }
        };
        [a, b].into_iter().fold(all, |array, index| self.store.select(array, index))
    }

    /// That a value is in the range of its type, with all components of arrays, where formulas have quantifiers.
    pub(super) fn all_in_range(&mut self, region: &mut Region, ty: TypeId, slots: &[TermId]) -> TermId {
        let mut all = vec![self.in_range(ty, slots)];
        if self.options.quantifiers {
            self.components_in_range(region, ty, slots, &mut all);
        }
        self.store.and(&all)
    }

    fn components_in_range(&mut self, region: &mut Region, ty: TypeId, slots: &[TermId], all: &mut Vec<TermId>) {
        match &self.program.ty(ty).kind {
            TypeKind::Record(record) => {
                let mut at = 0;
                for field in &record.fields {
                    let len = self.layouts.slots(field.ty).len();
                    self.components_in_range(region, field.ty, &slots[at..at + len], all);
                    at += len;
                }
            }
            TypeKind::Array(array) => {
                let at = self.indexes_to_bind(region, array.index.len());
                let (_, cells) = self.parts(ty, slots);
                let component: Vec<TermId> =
                    cells.iter().map(|cells| layout::select(&mut self.store, *cells, &at)).collect();
                let mut inside = vec![self.in_range(array.component, &component)];
                self.components_in_range(region, array.component, &component, &mut inside);
                self.bound(at.len());
                let inside = self.store.and(&inside);
                all.push(self.bind(&region.ranges, true, &at, &[], inside));
            }
            _ => {}
        }
    }

    /// A fact about all indexes, as a quantifier, if it can be said by one.
    pub(super) fn universal(&mut self, region: &mut Region, fact: &Fact<'p>) -> Option<TermId> {
        let at = self.indexes_to_bind(region, fact.bounds.len());
        let names = region.sorts.len();
        let (conditions, more) = self.instance(region, fact, &at);
        self.bound(at.len());
        self.forget_named(region);
        if !more.is_empty() || region.sorts.len() > names {
            return None;
        }
        let all = self.store.and(&conditions);
        Some(self.bind(&region.ranges, true, &at, &[], all))
    }

    /// The indexes of a constant range that is small enough to be written out.
    pub(super) fn small_range(&mut self, first: TermId, last: TermId) -> Option<Vec<TermId>> {
        let number = |store: &Store, term| store.as_num(term).and_then(Rat::to_int)?.to_i64();
        let (first, last) = (number(&self.store, first)?, number(&self.store, last)?);
        if last.checked_sub(first)? >= i64::from(self.options.expand) {
            return None;
        }
        Some((first..=last).map(|index| self.store.int(index)).collect())
    }

    /// The indexes of constant ranges in several dimensions, in row order, if there are few.
    pub(super) fn small_box(&mut self, bounds: &[(TermId, TermId)]) -> Option<Vec<Vec<TermId>>> {
        let mut all = vec![Vec::new()];
        for (first, last) in bounds {
            let range = self.small_range(*first, *last)?;
            all = all
                .iter()
                .flat_map(|start| range.iter().map(|next| start.iter().copied().chain([*next]).collect::<Vec<_>>()))
                .collect();
            if all.len() > self.options.expand as usize {
                return None;
            }
        }
        Some(all)
    }

    /// Every index is in its range.
    pub(super) fn inside(&mut self, bounds: &[(TermId, TermId)], at: &[TermId]) -> TermId {
        let mut all = Vec::new();
        for ((first, last), index) in bounds.iter().zip(at) {
            all.push(self.store.le(*first, *index));
            all.push(self.store.le(*index, *last));
        }
        self.store.and(&all)
    }

    /// The instances of facts at these indexes, and at those that the instances bring (see [`Encoder::indexes`]).
    pub(super) fn instantiate(
        &mut self,
        region: &mut Region,
        facts: &[Rc<Fact<'p>>],
        indexes: &[TermId],
    ) -> Vec<TermId> {
        let mut all: Vec<TermId> = Vec::new();
        let mut facts = facts.to_vec();
        let mut done: BTreeSet<(usize, Vec<TermId>)> = BTreeSet::new();
        'rounds: for _ in 0..ROUNDS {
            let ends = facts.iter().flat_map(|fact| fact.bounds.iter().flat_map(|(first, last)| [*first, *last]));
            let mut known: BTreeSet<TermId> = BTreeSet::new();
            let mut fresh = |index: &TermId| known.insert(*index);
            // Formulas have thousands of indexes: more than these are never used.
            let most = self.options.instances.max(MOST + 1);
            let mut indexes: Vec<TermId> = indexes.iter().copied().filter(&mut fresh).take(most).collect();
            if indexes.len() < most {
                let met = self.indexes(&all).into_iter().chain(ends);
                indexes.extend(met.filter(fresh).take(most - indexes.len()));
            }
            let count = facts.len();
            let too_many = count.saturating_mul(indexes.len()) > MOST;
            for at in 0..count {
                let at = if too_many { count - 1 - at } else { at };
                let fact = facts[at].clone();
                for index in self.tuples(&fact, &indexes) {
                    if done.len() >= MOST {
                        break 'rounds;
                    }
                    if done.insert((at, index.clone())) {
                        let made = self.instance_once(region, &fact, index);
                        all.extend(&made.conditions);
                        facts.extend(made.facts.iter().cloned());
                    }
                }
            }
        }
        all
    }

    /// The combinations of indexes for a fact, as many as the options allow.
    fn tuples(&self, fact: &Fact<'p>, indexes: &[TermId]) -> Vec<Vec<TermId>> {
        let mut all: Vec<Vec<TermId>> = vec![Vec::new()];
        for _ in &fact.bounds {
            all = all
                .iter()
                .flat_map(|start| indexes.iter().map(|next| start.iter().copied().chain([*next]).collect::<Vec<_>>()))
                .take(self.options.instances)
                .collect();
        }
        all
    }

    /// The index terms of reads and writes, each once.
    pub(super) fn indexes(&self, roots: &[TermId]) -> Vec<TermId> {
        let mut known: BTreeSet<TermId> = BTreeSet::new();
        let reads = postorder(&self.store, roots).into_iter();
        let reads = reads.filter(|term| matches!(self.store.op(*term), Op::Select | Op::Store));
        let indexes = reads.map(|term| self.store.args(term)[1]);
        // What is below a quantifier has no meaning outside.
        let usable = |index: &TermId| self.store.sort_of(*index) == SortId::INT && !self.store.is_quantified(*index);
        indexes.filter(|index| usable(index) && known.insert(*index)).collect()
    }

    /// One instance; the one that was made before, if there is one. Clauses of one way have most facts and indexes in
    /// common. What brings names is made anew, since names end with their clause, and so is what has roundings, which
    /// are names themselves.
    fn instance_once(&mut self, region: &mut Region, fact: &Rc<Fact<'p>>, at: Vec<TermId>) -> Rc<Instance<'p>> {
        let key = (Rc::as_ptr(fact) as usize, at);
        if let Some(made) = self.instances.get(&key) {
            return made.clone();
        }
        let names = region.sorts.len();
        let (conditions, facts) = self.instance(region, fact, &key.1);
        let made = Rc::new(Instance { _fact: fact.clone(), conditions, facts });
        if region.sorts.len() == names && !self.has_floats {
            self.instances.insert(key, made.clone());
        }
        made
    }

    /// One instance, and the facts that its evaluation brings.
    fn instance(&mut self, region: &mut Region, fact: &Fact<'p>, at: &[TermId]) -> (Vec<TermId>, Vec<Rc<Fact<'p>>>) {
        let mut cx = Context::new(fact.home.clone(), std::mem::take(region), Vec::new());
        if let Rule::Body { env, .. } | Rule::Comprehension { env, .. } = &fact.rule {
            cx.env.clone_from(env);
        }
        let holds = match &fact.rule {
            Rule::Body { body, var, is, .. } => {
                cx.env.push((*var, at[0]));
                // The fact was evaluated once when it was recorded; what failed then is never recorded.
                self.scalar(&mut cx, *body).ok().map(|body| if *is { body } else { self.store.not(body) })
            }
            Rule::Comprehension { cells, body, vars, .. } => {
                cx.env.extend(vars.iter().copied().zip(at.iter().copied()));
                self.expr(&mut cx, *body).ok().map(|value| {
                    let same: Vec<TermId> = cells
                        .iter()
                        .zip(&*value)
                        .map(|(cells, value)| {
                            let here = layout::select(&mut self.store, *cells, at);
                            self.store.eq(here, *value)
                        })
                        .collect();
                    self.store.and(&same)
                })
            }
            Rule::Copy { cells, part, inside, outside } => {
                Some(self.copied(cells, *part, inside, outside.as_ref(), at))
            }
            Rule::Equal { component, left, right, offsets } => {
                let there: Vec<TermId> = at.iter().zip(offsets).map(|(at, by)| self.store.add(&[*at, *by])).collect();
                let a: Vec<TermId> = left.iter().map(|cells| layout::select(&mut self.store, *cells, at)).collect();
                let b: Vec<TermId> =
                    right.iter().map(|cells| layout::select(&mut self.store, *cells, &there)).collect();
                Some(self.equal_values(&mut cx, (*component, &a), (*component, &b)))
            }
        };
        let Context { side, facts, region: used, .. } = cx;
        *region = used;
        let mut all = side;
        if let Some(holds) = holds {
            let inside = self.inside(&fact.bounds, at);
            let here = self.store.and2(fact.guard, inside);
            all.push(self.store.implies(here, holds));
        }
        (all, facts)
    }

    fn copied(
        &mut self,
        cells: &[TermId],
        part: Option<(TermId, TermId)>,
        inside: &(Vec<TermId>, Vec<TermId>),
        outside: Option<&(Vec<TermId>, Vec<TermId>)>,
        at: &[TermId],
    ) -> TermId {
        let read = |store: &mut Store, (source, offsets): &(Vec<TermId>, Vec<TermId>), slot: usize| {
            let there: Vec<TermId> = at.iter().zip(offsets).map(|(at, by)| store.add(&[*at, *by])).collect();
            layout::select(store, source[slot], &there)
        };
        let mut all = Vec::new();
        for (slot, cells) in cells.iter().enumerate() {
            let here = layout::select(&mut self.store, *cells, at);
            let mut value = read(&mut self.store, inside, slot);
            if let (Some((first, last)), Some(outside)) = (part, outside) {
                let (low, high) = (self.store.le(first, at[0]), self.store.le(at[0], last));
                let within = self.store.and2(low, high);
                let other = read(&mut self.store, outside, slot);
                value = self.store.ite(within, value, other);
            }
            all.push(self.store.eq(here, value));
        }
        self.store.and(&all)
    }
}
