//! Random systems with an answer that is known because it was there first: a hidden model or a hidden derivation.

use horn_solver::num::Int;
use horn_solver::random::SplitMix;
use horn_solver::system::{Atom, Clause, Origin, PredId, System};
use horn_solver::term::{Assignment, SortId, Store, TermId, Value, evaluate};

/// A system under construction.
pub struct Generator {
    pub random: SplitMix,
    pub store: Store,
    pub system: System,
}

impl Generator {
    /// One to three predicates with one to three arguments of sort Int, some Bool, some Real.
    pub fn new(seed: u64) -> Generator {
        // Neighbouring seeds must not give parts of the same sequence.
        let mut random = SplitMix(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(1));
        let mut system = System::new();
        let reals = random.one_in(6);
        for i in 0..random.within(1, 3) {
            let sorts = (0..random.within(1, 3))
                .map(|_| match random.below(6) {
                    0 => SortId::BOOL,
                    _ if reals => SortId::REAL,
                    _ => SortId::INT,
                })
                .collect();
            system.add_pred(format!("P{i}"), sorts);
        }
        Generator { random, store: Store::new(), system }
    }

    fn random_pred(&mut self) -> PredId {
        let ids: Vec<PredId> = self.system.pred_ids().collect();
        *self.random.pick(&ids)
    }

    /// Variables for the arguments of a predicate, appended to `vars`.
    fn fresh_args(&mut self, pred: PredId, vars: &mut Vec<SortId>) -> Vec<TermId> {
        let sorts = self.system.pred(pred).sorts.clone();
        let args = self.store.vars(vars.len() as u32, &sorts);
        vars.extend(sorts);
        args
    }

    /// A numeral of an arithmetic sort.
    fn number(&mut self, value: i64, sort: SortId) -> TermId {
        self.store.num(value.into(), sort)
    }

    /// A random literal over some of the terms.
    fn literal(&mut self, terms: &[TermId]) -> TermId {
        let Some(&first) = (!terms.is_empty()).then(|| self.random.pick(terms)) else { return Store::TRUE };
        let sort = self.store.sort_of(first);
        if sort == SortId::BOOL {
            return if self.random.one_in(2) { first } else { self.store.not(first) };
        }
        let mut sum = vec![first];
        for _ in 0..self.random.below(3) {
            let term = *self.random.pick(terms);
            if self.store.sort_of(term) == sort {
                let factor = *self.random.pick(&[-2, -1, -1, 1, 1, 2]);
                sum.push(self.store.scale(&factor.into(), term));
            }
        }
        let left = self.store.add(&sum);
        let right = self.random.within(-8, 8);
        let right = self.number(right, sort);
        match self.random.below(5) {
            0 => self.store.eq(left, right),
            1 => self.store.gt(left, right),
            2 if sort == SortId::INT => {
                let modulus = self.random.within(2, 3);
                self.store.divisible(left, Int::from(modulus))
            }
            _ => self.store.le(left, right),
        }
    }

    /// A conjunction or disjunction of a few literals.
    fn formula(&mut self, terms: &[TermId]) -> TermId {
        let literals: Vec<TermId> = (0..self.random.within(1, 3)).map(|_| self.literal(terms)).collect();
        if self.random.one_in(3) { self.store.or(&literals) } else { self.store.and(&literals) }
    }

    /// An argument computed from the variables: `x + 1`, `x - y`, `not b`.
    fn argument(&mut self, sort: SortId, vars: &[TermId]) -> TermId {
        let fitting: Vec<TermId> = vars.iter().copied().filter(|&v| self.store.sort_of(v) == sort).collect();
        if sort == SortId::BOOL {
            return match self.random.below(3) {
                0 => self.store.bool(true),
                _ if fitting.is_empty() => self.store.bool(false),
                1 => {
                    let v = *self.random.pick(&fitting);
                    self.store.not(v)
                }
                _ => *self.random.pick(&fitting),
            };
        }
        let constant = self.random.within(-2, 3);
        let mut sum = vec![self.number(constant, sort)];
        if !fitting.is_empty() {
            sum.push(*self.random.pick(&fitting));
            if self.random.one_in(4) {
                sum.push(*self.random.pick(&fitting));
            }
        }
        self.store.add(&sum)
    }

    /// A clause with the given numbers of body atoms, its head arguments computed from the body's variables.
    fn clause(&mut self, body_size: usize, query: bool) -> Clause {
        let mut vars = Vec::new();
        let mut body = Vec::new();
        for _ in 0..body_size {
            let pred = self.random_pred();
            let args = self.fresh_args(pred, &mut vars);
            body.push(Atom::new(pred, args));
        }
        if self.random.one_in(3) || body_size == 0 {
            vars.push(*self.random.pick(&[SortId::INT, SortId::INT, SortId::REAL]));
        }
        let terms = self.store.vars(0, &vars);
        let head = (!query).then(|| {
            let pred = self.random_pred();
            let sorts = self.system.pred(pred).sorts.clone();
            let args: Vec<TermId> = sorts.into_iter().map(|sort| self.argument(sort, &terms)).collect();
            Atom::new(pred, args)
        });
        let constraint = self.formula(&terms);
        Clause { vars, body, constraint, head, origin: Origin::default() }
    }

    /// A clause of any kind.
    fn any_clause(&mut self) -> Clause {
        let size = *self.random.pick(&[0, 1, 1, 1, 2]);
        let query = size > 0 && self.random.one_in(5);
        self.clause(size, query)
    }
}

/// A system with a model: every clause is weakened until the hidden definitions satisfy it.
pub fn with_hidden_model(seed: u64) -> Generator {
    let mut g = Generator::new(seed);
    let preds: Vec<PredId> = g.system.pred_ids().collect();
    let mut definitions = Vec::new();
    for &pred in &preds {
        let sorts = g.system.pred(pred).sorts.clone();
        let args = g.store.vars(0, &sorts);
        definitions.push(g.formula(&args));
    }
    let mut clauses = vec![g.clause(0, false), g.clause(1, false), g.clause(1, true)];
    for _ in 0..g.random.within(1, 4) {
        let clause = g.any_clause();
        clauses.push(clause);
    }
    for mut clause in clauses {
        let apply = |store: &mut Store, atom: &Atom| store.instantiate(definitions[atom.pred.index()], &atom.args);
        let excuse = match &clause.head {
            Some(head) => apply(&mut g.store, head),
            // A query holds where one of its body atoms doesn't.
            None => {
                let atom = g.random.pick(&clause.body).clone();
                let holds = apply(&mut g.store, &atom);
                g.store.not(holds)
            }
        };
        clause.constraint = g.store.and2(clause.constraint, excuse);
        g.system.add_clause(clause);
    }
    g
}

/// A system with a derivation of false: facts are derived with concrete values, and each clause is made to allow its
/// instance.
pub fn with_hidden_derivation(seed: u64) -> Generator {
    let mut g = Generator::new(seed);
    // Values of the facts derived so far.
    let mut facts: Vec<(PredId, Vec<Value>)> = Vec::new();
    let steps = g.random.within(2, 5);
    for step in 0..=steps {
        let query = step == steps;
        let size = if facts.is_empty() { 0 } else { *g.random.pick(&[1, 1, 2]) };
        let mut vars = Vec::new();
        let mut values = Vec::new();
        let mut body = Vec::new();
        for at in 0..size {
            // The last fact is always used, so that the derivation is as deep as there are steps.
            let (pred, held) = if at == 0 { facts[facts.len() - 1].clone() } else { g.random.pick(&facts).clone() };
            let args = g.fresh_args(pred, &mut vars);
            values.extend(held);
            body.push(Atom::new(pred, args));
        }
        if size == 0 {
            vars.push(SortId::INT);
            values.push(Value::Int(Int::from(g.random.within(-3, 3))));
        }
        let terms = g.store.vars(0, &vars);
        let assignment = Assignment::from_values(values);
        let head = (!query).then(|| {
            let pred = g.random_pred();
            let sorts = g.system.pred(pred).sorts.clone();
            let args: Vec<TermId> = sorts.into_iter().map(|sort| g.argument(sort, &terms)).collect();
            let held = args.iter().map(|&a| evaluate(&g.store, a, &assignment).expect("defined")).collect();
            (Atom::new(pred, args), (pred, held))
        });
        let mut literals = Vec::new();
        for _ in 0..g.random.within(0, 3) {
            let literal = g.literal(&terms);
            let holds = evaluate(&g.store, literal, &assignment) == Some(Value::Bool(true));
            literals.push(if holds { literal } else { g.store.not(literal) });
        }
        let constraint = g.store.and(&literals);
        let (head, fact) = head.unzip();
        facts.extend(fact);
        g.system.add_clause(Clause { vars, body, constraint, head, origin: Origin::default() });
    }
    for _ in 0..g.random.below(3) {
        let clause = g.any_clause();
        g.system.add_clause(clause);
    }
    g
}

/// A system about which nothing is known.
pub fn wild(seed: u64) -> Generator {
    let mut g = Generator::new(seed);
    for clause in [g.clause(0, false), g.clause(1, false), g.clause(1, true)] {
        g.system.add_clause(clause);
    }
    for _ in 0..g.random.within(0, 4) {
        let clause = g.any_clause();
        g.system.add_clause(clause);
    }
    g
}
