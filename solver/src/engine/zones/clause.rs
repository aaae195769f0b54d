//! What a clause makes of a set of values: all ways through its constraint, one after the other.
//!
//! A way decides every disjunction. What it says of truth values is kept beside a difference-bound matrix of the
//! clause's numbers. Linear constraints with more than two variables narrow the matrix by the bounds of the others;
//! what is no linear constraint is left out, so that the values are more than there are, never fewer.

use super::limits::LIMITS;
use super::matrix::{Bound, Matrix, NONE, ZERO, bound, number, sum};
use super::set::{Scale, Set};
use crate::domain::{AbsValue, Local, LocalAtom, Node};
use crate::linear::Form;
use crate::num::Rat;
use crate::smt::CancelToken;
use crate::system::Clause;
use crate::term::{SortId, Store};
use hashbrown::HashMap;

/// What a linear literal says.
#[derive(Clone, Debug)]
enum Literal {
    /// The first dimension minus the second is at most this number.
    Difference(usize, usize, i64),
    /// Dimensions with integral factors, and a constant: their sum is at most zero.
    Sum(Vec<(usize, i64)>, i64),
    /// It always holds, or never.
    Known(bool),
    /// Nothing that is said here.
    Open,
}

/// Something that holds on a way.
#[derive(Clone, Debug)]
enum Claim {
    /// A node that is a formula has this value.
    Truth(u32, bool),
    /// The difference of two dimensions has this bound.
    Bound(usize, usize, Bound),
    /// Two numbers are the same.
    Equal(Box<[Literal; 2]>),
}

/// A clause that is compiled.
#[derive(Clone, Debug)]
pub(super) struct Compiled {
    local: Local,
    /// For each node that is a formula what it says as a linear literal; for `form = 0` both directions.
    literals: HashMap<u32, [Literal; 2]>,
    /// The dimension of each node that is a number.
    dimensions: HashMap<u32, usize>,
    /// For each dimension whether it is an integer.
    integral: Vec<bool>,
    /// The distance between two integers.
    unit: i64,
    /// What holds in any case: the sums among the arguments, and constants.
    always: Vec<Claim>,
    /// Numbers that are one of two, and the condition for the first one.
    choices: Vec<(u32, [Claim; 2])>,
}

/// What is known on a way.
#[derive(Clone)]
struct Way {
    truth: Vec<Option<bool>>,
    matrix: Matrix,
    /// What is still to be decided: formulas with their values, and choices by their numbers.
    open: Vec<Open>,
    /// Sums that are at most zero.
    sums: Vec<(Vec<(usize, i64)>, i64)>,
}

/// Something to be decided.
#[derive(Clone, Debug)]
enum Open {
    Formula(u32, bool),
    Choice(usize),
}

/// Values of formulas on a way, until something more is known.
struct Memo {
    values: Vec<Option<bool>>,
    /// For each node when its value was found out.
    found: Vec<u32>,
    now: u32,
    stack: Vec<(u32, bool)>,
    /// Nodes that were looked at.
    work: u64,
}

impl Memo {
    fn new(nodes: usize) -> Memo {
        Memo { values: vec![None; nodes], found: vec![0; nodes], now: 1, stack: Vec::new(), work: 0 }
    }

    fn forget(&mut self) {
        self.now += 1;
    }

    fn get(&self, node: u32) -> Option<Option<bool>> {
        (self.found[node as usize] == self.now).then(|| self.values[node as usize])
    }

    fn set(&mut self, node: u32, value: Option<bool>) {
        self.values[node as usize] = value;
        self.found[node as usize] = self.now;
    }
}

/// The work that is allowed, and who ends it.
pub(super) struct Fuel {
    left: u64,
    cancel: CancelToken,
}

/// That the work allowed is done, or somebody has ended it.
pub(super) struct TooMuch;

impl Fuel {
    /// That of one search.
    pub fn new(cancel: CancelToken) -> Fuel {
        Fuel { left: LIMITS.fuel, cancel }
    }

    /// How much was used.
    pub fn used(&self) -> u64 {
        LIMITS.fuel - self.left
    }

    fn take(&mut self, work: u64) -> Result<(), TooMuch> {
        self.left = self.left.checked_sub(work).filter(|_| !self.cancel.is_cancelled()).ok_or(TooMuch)?;
        Ok(())
    }
}

impl Compiled {
    /// Compiles a clause with at most one atom in its body; `None` if it has too many numbers.
    pub fn new(store: &Store, clause: &Clause, scale: &Scale) -> Option<Compiled> {
        let local = Local::new(store, clause);
        let mut compiled = Compiled {
            literals: HashMap::new(),
            dimensions: HashMap::new(),
            integral: vec![true],
            unit: scale.unit(),
            always: Vec::new(),
            choices: Vec::new(),
            local,
        };
        let atoms = compiled.local.body.iter().chain(&compiled.local.head);
        let numbers: Vec<u32> = atoms.flat_map(|atom| &atom.args).copied().collect();
        for node in numbers {
            compiled.dimension(store, node);
        }
        for node in 0..compiled.local.nodes.len() as u32 {
            let literals = match compiled.local.nodes[node as usize].clone() {
                Node::Le(form) => [compiled.literal(store, &form, scale), Literal::Known(true)],
                Node::EqZero(form) => compiled.equation(store, &form, scale),
                Node::Ite(condition, then, other) if compiled.local.is_numeric(node) => {
                    let branches = [then, other].map(|value| {
                        let form = compiled.local.form(value).plus(&Rat::from(-1), &Form::var(node));
                        Claim::Equal(Box::new(compiled.equation(store, &form, scale)))
                    });
                    compiled.choices.push((condition, branches));
                    continue;
                }
                Node::Sum(form) if compiled.dimensions.contains_key(&node) => {
                    let both = compiled.equation(store, &form, scale);
                    compiled.always.push(Claim::Equal(Box::new(both)));
                    continue;
                }
                Node::ToReal(inner) => {
                    let form = compiled.local.form(inner).plus(&Rat::from(-1), &Form::var(node));
                    let both = compiled.equation(store, &form, scale);
                    compiled.always.push(Claim::Equal(Box::new(both)));
                    continue;
                }
                Node::Constant if compiled.dimensions.contains_key(&node) => {
                    let form = compiled.local.form(node).plus(&Rat::from(-1), &Form::var(node));
                    let both = compiled.equation(store, &form, scale);
                    compiled.always.push(Claim::Equal(Box::new(both)));
                    continue;
                }
                _ => continue,
            };
            compiled.literals.insert(node, literals);
        }
        (compiled.integral.len() <= LIMITS.dimensions).then_some(compiled)
    }

    /// The dimension of a node that is a number.
    fn dimension(&mut self, store: &Store, node: u32) -> Option<usize> {
        if !self.local.is_numeric(node) {
            return None;
        }
        if let Some(known) = self.dimensions.get(&node) {
            return Some(*known);
        }
        let next = self.integral.len();
        self.integral.push(store.sort_of(self.local.terms[node as usize]) == SortId::INT);
        self.dimensions.insert(node, next);
        Some(next)
    }

    /// `form ≤ 0`.
    fn literal(&mut self, store: &Store, form: &Form, scale: &Scale) -> Literal {
        let mut terms = Vec::with_capacity(form.terms.len());
        for (node, factor) in &form.terms {
            let Some(dimension) = self.dimension(store, *node) else { return Literal::Open };
            terms.push((dimension, factor.clone()));
        }
        let constant = &form.constant;
        let difference = |i: usize, j: usize, factor: &Rat| match scale.number(&(&-constant / &factor.abs())) {
            Some(limit) if factor.is_positive() => Literal::Difference(i, j, limit),
            Some(limit) => Literal::Difference(j, i, limit),
            None => Literal::Open,
        };
        match &terms[..] {
            [] => Literal::Known(!constant.is_positive()),
            [(one, factor)] => difference(*one, 0, factor),
            [(a, left), (b, right)] if (left + right).is_zero() => difference(*a, *b, left),
            _ => {
                let factors: Option<Vec<(usize, i64)>> =
                    terms.iter().map(|(at, factor)| Some((*at, small(factor)?))).collect();
                match (factors, scale.number(constant)) {
                    (Some(factors), Some(constant)) => Literal::Sum(factors, constant),
                    _ => Literal::Open,
                }
            }
        }
    }

    /// `form = 0`, as two literals.
    fn equation(&mut self, store: &Store, form: &Form, scale: &Scale) -> [Literal; 2] {
        let mut negated = form.clone();
        negated.scale(&Rat::from(-1));
        [self.literal(store, form, scale), self.literal(store, &negated, scale)]
    }

    /// The atom that the clause derives.
    pub fn head(&self) -> Option<&LocalAtom> {
        self.local.head.as_ref()
    }

    /// The atom in its body.
    pub fn body(&self) -> Option<&LocalAtom> {
        self.local.body.first()
    }

    /// Whether an argument is a constant.
    pub fn is_constant(&self, node: u32) -> bool {
        matches!(self.local.nodes[node as usize], Node::Constant)
    }

    /// The numbers that an argument is compared with by an equation of the clause, or is.
    pub fn compared(&self, node: u32) -> Vec<i64> {
        let Some(dimension) = self.dimensions.get(&node) else { return Vec::new() };
        let equal = |literals: &[Literal; 2]| match literals {
            [Literal::Difference(at, 0, value), Literal::Difference(0, same, _)] if at == dimension && same == at => {
                Some(*value)
            }
            [Literal::Difference(0, at, value), Literal::Difference(same, 0, _)] if at == dimension && same == at => {
                Some(-*value)
            }
            _ => None,
        };
        let own = self.always.iter().filter_map(|claim| match claim {
            Claim::Equal(literals) if self.is_constant(node) => equal(literals),
            _ => None,
        });
        self.literals.values().filter_map(equal).chain(own).collect()
    }

    /// The numbers that differences are compared with.
    pub fn constants(&self) -> impl Iterator<Item = i64> {
        let all = self.literals.values().flatten();
        all.filter_map(|literal| if let Literal::Difference(_, _, value) = literal { Some(*value) } else { None })
    }

    /// What the clause derives from these values of its body, told one by one; without a head whether it applies is all
    /// that counts, and nothing is what is told. The work is taken from `fuel`.
    pub fn apply(&self, body: Option<&Set>, fuel: &mut Fuel, found: &mut dyn FnMut(Set)) -> Result<(), TooMuch> {
        let mut start = Way {
            truth: vec![None; self.local.nodes.len()],
            matrix: Matrix::top(self.integral.len()),
            open: (0..self.choices.len()).map(Open::Choice).collect(),
            sums: Vec::new(),
        };
        let mut claims = self.always.clone();
        if let (Some(atom), Some(set)) = (self.body(), body) {
            for (node, value) in atom.args.iter().zip(&set.truth) {
                claims.extend(value.map(|value| Claim::Truth(*node, value)));
            }
            let numbers = self.numbers(atom);
            for (a, &i) in numbers.iter().enumerate() {
                for (b, &j) in numbers.iter().enumerate() {
                    if set.matrix.get(a, b) != NONE && !start.matrix.insert(i, j, set.matrix.get(a, b)) {
                        return Ok(());
                    }
                }
            }
        }
        claims.push(Claim::Truth(self.local.constraint, true));
        if !self.claim(&mut start, claims) {
            return Ok(());
        }
        let mut ways = vec![start];
        let mut memo = Memo::new(self.local.nodes.len());
        while let Some(mut way) = ways.pop() {
            let cost = (way.truth.len() + self.integral.len() * self.integral.len()) as u64;
            fuel.take(cost)?;
            if !self.propagate(&mut way, &mut memo, fuel)? {
                continue;
            }
            let fewest = (0..way.open.len()).min_by_key(|&at| self.count(&way.open[at]));
            let Some(fewest) = fewest else {
                memo.forget();
                found(self.derived(&way, &mut memo));
                if self.head().is_none() {
                    return Ok(());
                }
                continue;
            };
            let open = way.open.swap_remove(fewest);
            for branch in (0..self.count(&open)).rev() {
                let mut next = way.clone();
                if self.claim(&mut next, self.branch(&open, branch)) {
                    ways.push(next);
                }
            }
        }
        Ok(())
    }

    /// The dimensions of an atom's numbers, zero first.
    fn numbers(&self, atom: &LocalAtom) -> Vec<usize> {
        let own = atom.args.iter().filter_map(|node| self.dimensions.get(node).copied());
        std::iter::once(0).chain(own).collect()
    }

    /// What the head gets.
    fn derived(&self, way: &Way, memo: &mut Memo) -> Set {
        let Some(atom) = self.head() else { return Set::default() };
        let truth = atom.args.iter().map(|node| match self.local.initial[*node as usize] {
            AbsValue::Bool(_) => self.value(way, *node, memo),
            _ => None,
        });
        Set { truth: truth.collect(), matrix: way.matrix.of(&self.numbers(atom)) }
    }

    /// Decides what is not open any more; whether the way goes on.
    fn propagate(&self, way: &mut Way, memo: &mut Memo, fuel: &mut Fuel) -> Result<bool, TooMuch> {
        loop {
            let mut changed = false;
            let open = std::mem::take(&mut way.open);
            memo.forget();
            for one in open {
                let (mut alive, mut holds) = (Vec::new(), false);
                for branch in 0..self.count(&one) {
                    match self.all(way, &one, branch, memo) {
                        Some(true) => holds = true,
                        Some(false) => {}
                        None => alive.push(branch),
                    }
                }
                fuel.take(std::mem::take(&mut memo.work))?;
                match alive[..] {
                    _ if holds => {}
                    [] => return Ok(false),
                    [last] => {
                        changed = true;
                        memo.forget();
                        if !self.claim(way, self.branch(&one, last)) {
                            return Ok(false);
                        }
                    }
                    _ => way.open.push(one),
                }
            }
            if !changed {
                return Ok(self.narrow(way));
            }
        }
    }

    /// Takes claims and what follows of them; whether the way goes on.
    fn claim(&self, way: &mut Way, claims: Vec<Claim>) -> bool {
        let mut todo = claims;
        while let Some(claim) = todo.pop() {
            let fine = match claim {
                Claim::Bound(i, j, bound) => self.insert(way, i, j, bound),
                Claim::Equal(both) => both.iter().all(|literal| self.assert(way, literal, true)),
                Claim::Truth(node, value) => match way.truth[node as usize] {
                    Some(known) => known == value,
                    None => {
                        way.truth[node as usize] = Some(value);
                        self.open(way, node, value, &mut todo)
                    }
                },
            };
            if !fine {
                return false;
            }
        }
        true
    }

    /// What the value of a formula says of its parts; whether the way goes on.
    fn open(&self, way: &mut Way, node: u32, value: bool, todo: &mut Vec<Claim>) -> bool {
        match &self.local.nodes[node as usize] {
            Node::Constant => return self.local.initial[node as usize] == AbsValue::Bool(Some(value)),
            Node::Not(inner) => todo.push(Claim::Truth(*inner, !value)),
            Node::And(parts) if value => todo.extend(parts.iter().map(|part| Claim::Truth(*part, true))),
            Node::Or(parts) if !value => todo.extend(parts.iter().map(|part| Claim::Truth(*part, false))),
            Node::And(_) | Node::Or(_) | Node::Ite(..) => way.open.push(Open::Formula(node, value)),
            Node::Same(a, b) if self.is_formula(*a) && self.is_formula(*b) => {
                way.open.push(Open::Formula(node, value));
            }
            Node::Le(_) => return self.assert(way, &self.literals[&node][0], value),
            Node::EqZero(_) if value => return self.literals[&node].iter().all(|one| self.assert(way, one, true)),
            Node::EqZero(_) => way.open.push(Open::Formula(node, false)),
            _ => {}
        }
        true
    }

    fn is_formula(&self, node: u32) -> bool {
        matches!(self.local.initial[node as usize], AbsValue::Bool(_))
    }

    /// Takes a literal or its negation; whether the way goes on.
    fn assert(&self, way: &mut Way, literal: &Literal, holds: bool) -> bool {
        match literal {
            Literal::Difference(i, j, limit) if holds => self.insert(way, *i, *j, bound(*limit, false)),
            Literal::Difference(i, j, limit) => self.insert(way, *j, *i, bound(-*limit, true)),
            Literal::Sum(terms, constant) if holds => {
                way.sums.push((terms.clone(), *constant));
                true
            }
            // That it is more than zero is taken for at least zero.
            Literal::Sum(terms, constant) => {
                way.sums.push((terms.iter().map(|(at, factor)| (*at, -factor)).collect(), -constant));
                true
            }
            Literal::Known(known) => *known == holds,
            Literal::Open => true,
        }
    }

    /// Adds a bound, the one that integers have; whether the way goes on.
    fn insert(&self, way: &mut Way, i: usize, j: usize, at: Bound) -> bool {
        let mut at = at;
        if at != NONE && self.integral[i] && self.integral[j] {
            let (value, strict) = number(at);
            let whole = value.div_euclid(self.unit) * self.unit;
            at = bound(if strict && whole == value { whole - self.unit } else { whole }, false);
        }
        way.matrix.insert(i, j, at)
    }

    /// Narrows the matrix by the sums; whether the way goes on.
    fn narrow(&self, way: &mut Way) -> bool {
        let sums = way.sums.clone();
        for (terms, constant) in &sums {
            // The least value of each part, and of all.
            let least = |(at, factor): &(usize, i64)| -> Option<i64> {
                let (side, sign) = if *factor > 0 { (way.matrix.get(0, *at), -1) } else { (way.matrix.get(*at, 0), 1) };
                (side != NONE).then(|| number(side).0.checked_mul(sign)?.checked_mul(*factor))?
            };
            let parts: Vec<Option<i64>> = terms.iter().map(least).collect();
            let rest = |left_out: &[usize]| -> Option<i64> {
                let others = parts.iter().enumerate().filter(|(at, _)| !left_out.contains(at));
                others.map(|(_, part)| *part).try_fold(*constant, |all, part| all.checked_add(part?))
            };
            if rest(&[]).is_some_and(|least| least > 0) {
                return false;
            }
            for (a, &(i, factor)) in terms.iter().enumerate() {
                if let Some(rest) = rest(&[a]) {
                    let limit = at_most(-rest, factor.abs());
                    let fine = if factor > 0 { self.insert(way, i, 0, limit) } else { self.insert(way, 0, i, limit) };
                    if !fine {
                        return false;
                    }
                }
                for (b, &(j, other)) in terms.iter().enumerate().skip(a + 1) {
                    if factor != -other {
                        continue;
                    }
                    if let Some(rest) = rest(&[a, b]) {
                        let (more, less) = if factor > 0 { (i, j) } else { (j, i) };
                        if !self.insert(way, more, less, at_most(-rest, factor.abs())) {
                            return false;
                        }
                    }
                }
            }
        }
        true
    }

    /// How many ways there are to decide something.
    fn count(&self, open: &Open) -> usize {
        match open {
            Open::Choice(_) => 2,
            Open::Formula(node, _) => match &self.local.nodes[*node as usize] {
                Node::And(parts) | Node::Or(parts) => parts.len(),
                _ => 2,
            },
        }
    }

    /// What holds on one of them.
    fn branch(&self, open: &Open, at: usize) -> Vec<Claim> {
        match open {
            Open::Choice(choice) => {
                let (condition, values) = &self.choices[*choice];
                vec![Claim::Truth(*condition, at == 0), values[at].clone()]
            }
            Open::Formula(node, value) => match &self.local.nodes[*node as usize] {
                Node::And(parts) | Node::Or(parts) => vec![Claim::Truth(parts[at], *value)],
                Node::Ite(condition, then, other) => {
                    vec![Claim::Truth(*condition, at == 0), Claim::Truth(if at == 0 { *then } else { *other }, *value)]
                }
                Node::Same(a, b) => vec![Claim::Truth(*a, at == 0), Claim::Truth(*b, (at == 0) == *value)],
                Node::EqZero(_) => match &self.literals[node][at] {
                    Literal::Difference(i, j, limit) => vec![Claim::Bound(*j, *i, bound(-*limit, true))],
                    // What is not said here may be either.
                    _ => Vec::new(),
                },
                _ => Vec::new(),
            },
        }
    }

    /// Whether all that holds on one of them does, as far as it is known.
    fn all(&self, way: &Way, open: &Open, at: usize, memo: &mut Memo) -> Option<bool> {
        if let Open::Formula(node, value) = open
            && let Node::And(parts) | Node::Or(parts) = &self.local.nodes[*node as usize]
        {
            return self.value(way, parts[at], memo).map(|known| known == *value);
        }
        let mut all = Some(true);
        for claim in self.branch(open, at) {
            let holds = match claim {
                Claim::Truth(node, value) => self.value(way, node, memo).map(|known| known == value),
                Claim::Bound(i, j, bound) => within(&way.matrix, i, j, bound),
                Claim::Equal(both) => {
                    let sides = both.iter().map(|literal| literal_value(&way.matrix, literal));
                    sides.fold(Some(true), both_hold)
                }
            };
            all = both_hold(all, holds);
        }
        all
    }

    /// The value of a formula, as far as it is known.
    fn value(&self, way: &Way, node: u32, memo: &mut Memo) -> Option<bool> {
        if let Some(known) = way.truth[node as usize] {
            return Some(known);
        }
        let mut stack = std::mem::take(&mut memo.stack);
        stack.push((node, false));
        while let Some((at, expanded)) = stack.pop() {
            if memo.get(at).is_some() {
                continue;
            }
            memo.work += 1;
            let kind = &self.local.nodes[at as usize];
            if let Some(known) = way.truth[at as usize] {
                memo.set(at, Some(known));
                continue;
            }
            if !expanded && matches!(kind, Node::Not(_) | Node::And(_) | Node::Or(_) | Node::Ite(..) | Node::Same(..)) {
                stack.push((at, true));
                kind.for_each_arg(|part| {
                    if self.is_formula(part) {
                        stack.push((part, false));
                    }
                });
                continue;
            }
            let of = |part: &u32| memo.get(*part).flatten();
            let value = match kind {
                Node::Constant => match self.local.initial[at as usize] {
                    AbsValue::Bool(known) => known,
                    _ => None,
                },
                Node::Not(inner) => of(inner).map(|value| !value),
                Node::And(parts) => parts.iter().map(of).fold(Some(true), both_hold),
                Node::Or(parts) => {
                    let none = parts.iter().map(|part| of(part).map(|value| !value)).fold(Some(true), both_hold);
                    none.map(|value| !value)
                }
                Node::Ite(condition, then, other) => match of(condition) {
                    Some(true) => of(then),
                    Some(false) => of(other),
                    None => of(then).filter(|_| of(then) == of(other)),
                },
                Node::Same(a, b) => of(a).zip(of(b)).map(|(a, b)| a == b),
                Node::Le(_) => literal_value(&way.matrix, &self.literals[&at][0]),
                Node::EqZero(_) => {
                    let sides = self.literals[&at].iter().map(|literal| literal_value(&way.matrix, literal));
                    sides.fold(Some(true), both_hold)
                }
                _ => None,
            };
            memo.set(at, value);
        }
        memo.stack = stack;
        memo.get(node).flatten()
    }
}

/// Whether both hold, as far as it is known.
fn both_hold(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    match (a, b) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

/// Whether a difference is within a bound, as far as the matrix says.
fn within(matrix: &Matrix, i: usize, j: usize, at: Bound) -> Option<bool> {
    if at == NONE || matrix.get(i, j) <= at {
        return Some(true);
    }
    (sum(matrix.get(j, i), at) < ZERO).then_some(false)
}

fn literal_value(matrix: &Matrix, literal: &Literal) -> Option<bool> {
    match literal {
        Literal::Difference(i, j, limit) => within(matrix, *i, *j, bound(*limit, false)),
        Literal::Known(known) => Some(*known),
        Literal::Sum(..) | Literal::Open => None,
    }
}

/// The least bound by a whole number on what is at most `limit / factor`.
fn at_most(limit: i64, factor: i64) -> Bound {
    let whole = limit.div_euclid(factor);
    if limit.rem_euclid(factor) == 0 { bound(whole, false) } else { bound(whole + 1, true) }
}

/// A factor that is a small integer.
fn small(factor: &Rat) -> Option<i64> {
    factor.to_int()?.to_i64().filter(|value| value.abs() <= LIMITS.factor)
}
