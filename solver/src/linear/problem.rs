//! [`LinearProblem`]: conjunctions of linear constraints over integer and real variables, decided incrementally.
//!
//! Constraints over integers are tightened when added (coprime coefficients, rounded constant, no strictness). The
//! rational relaxation is decided by the simplex; what it leaves open over the integers, and disequalities, by a
//! bounded search over cases.

use super::simplex::{ColumnBound, Delta, Simplex};
use super::{Certificate, Constraint, Form};
use crate::num::Rat;
use crate::term::Relation;
use hashbrown::HashMap;

/// The answer of [`LinearProblem::check`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The constraints can hold together: a value for each variable.
    Sat(Vec<Rat>),
    /// They cannot, even over the rationals.
    Unsat(Certificate),
    /// They cannot, because some variables are integers or because of disequalities; there is no certificate.
    UnsatByCases,
    /// The search gave up.
    Unknown,
}

/// A stack of constraints over variables `0 ..`.
#[derive(Clone, Debug)]
pub struct LinearProblem {
    simplex: Simplex,
    integral: Vec<bool>,
    /// The column of each variable.
    columns: Vec<usize>,
    /// The slack column of each form seen, by its coprime monomials with positive leading coefficient.
    slacks: HashMap<Vec<(u32, Rat)>, usize>,
    constraints: Vec<Constraint>,
    levels: Vec<Level>,
    /// A contradiction found while adding, at the level where it was found.
    conflict: Option<Certificate>,
    /// Most pivots of one run of the simplex.
    pub max_pivots: u64,
    /// Most cases of one check.
    pub max_cases: u32,
}

#[derive(Clone, Debug)]
struct Level {
    mark: usize,
    constraints: usize,
    conflict: Option<Certificate>,
}

impl LinearProblem {
    /// A problem without constraints over variables that are integers where `integral` says so.
    pub fn new(integral: &[bool]) -> LinearProblem {
        let mut problem = LinearProblem {
            simplex: Simplex::default(),
            integral: Vec::new(),
            columns: Vec::new(),
            slacks: HashMap::new(),
            constraints: Vec::new(),
            levels: Vec::new(),
            conflict: None,
            max_pivots: 2_000,
            max_cases: 40,
        };
        for &integral in integral {
            problem.add_var(integral);
        }
        problem
    }

    /// One more variable; its number.
    pub fn add_var(&mut self, integral: bool) -> u32 {
        self.integral.push(integral);
        self.columns.push(self.simplex.add_column());
        self.integral.len() as u32 - 1
    }

    /// The constraints in force, tightened, in the order they were added. Certificates refer to these.
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// Remembers the current constraints.
    pub fn push(&mut self) {
        self.levels.push(Level {
            mark: self.simplex.mark(),
            constraints: self.constraints.len(),
            conflict: self.conflict.clone(),
        });
    }

    /// Returns to the constraints at the last [`LinearProblem::push`] not yet returned to.
    pub fn pop(&mut self) {
        if let Some(level) = self.levels.pop() {
            self.simplex.undo(level.mark);
            self.constraints.truncate(level.constraints);
            self.conflict = level.conflict;
        }
    }

    /// Adds a constraint; its index. Variables that do not exist yet are a defect of the caller.
    pub fn add(&mut self, constraint: &Constraint) -> usize {
        let index = self.constraints.len();
        let constraint = self.tighten(constraint);
        self.constraints.push(constraint.clone());
        if self.conflict.is_none()
            && let Err(multipliers) = self.impose(&constraint, index as u32)
        {
            self.conflict = Some(self.certificate(multipliers));
        }
        index
    }

    /// An equivalent constraint without strictness, with coprime coefficients and an integral constant, if all
    /// variables are integers.
    fn tighten(&self, constraint: &Constraint) -> Constraint {
        let mut form = constraint.form.clone();
        form.normalise();
        let mut relation = constraint.relation;
        if !form.is_constant() && form.terms.iter().all(|(v, _)| self.integral[*v as usize]) {
            // Over the integers form < 0 is linear part <= ceil(-constant) - 1, form <= 0 is linear part <=
            // floor(-constant).
            match relation {
                Relation::LtZero => {
                    form.constant = &Rat::ONE - &Rat::from((-&form.constant).ceil());
                    relation = Relation::LeZero;
                }
                Relation::LeZero => form.constant = -Rat::from((-&form.constant).floor()),
                Relation::EqZero | Relation::NeZero => {}
            }
        }
        Constraint { form, relation }
    }

    fn certificate(&self, multipliers: Vec<(u32, Rat)>) -> Certificate {
        let certificate = Certificate { multipliers: multipliers.into_iter().map(|(c, m)| (c as usize, m)).collect() };
        debug_assert!(certificate.proves(&self.constraints), "wrong Farkas certificate");
        certificate
    }

    fn impose(&mut self, constraint: &Constraint, index: u32) -> Result<(), Vec<(u32, Rat)>> {
        let Constraint { form, relation } = constraint;
        if *relation == Relation::NeZero {
            // Looked at by the search over cases only.
            return Ok(());
        }
        let Some((first, leading)) = form.terms.first() else {
            let value = &form.constant;
            let holds = match relation {
                Relation::LeZero => !value.is_positive(),
                Relation::LtZero => value.is_negative(),
                Relation::EqZero | Relation::NeZero => value.is_zero(),
            };
            let sign = Rat::from(if value.is_negative() { -1 } else { 1 });
            return if holds { Ok(()) } else { Err(vec![(index, sign)]) };
        };
        // form = scale · column + constant
        let (column, scale) = if form.terms.len() == 1 {
            (self.columns[*first as usize], leading.clone())
        } else {
            let scale = Rat::from(if leading.is_negative() { -1 } else { 1 });
            let key: Vec<(u32, Rat)> = form.terms.iter().map(|(v, c)| (*v, c * &scale)).collect();
            let column = match self.slacks.get(&key) {
                Some(&column) => column,
                None => {
                    let terms = key.iter().map(|(v, c)| (self.columns[*v as usize] as u32, c.clone())).collect();
                    let column = self.simplex.add_slack(&Form::from_terms(terms, Rat::ZERO));
                    self.slacks.insert(key, column);
                    column
                }
            };
            (column, scale)
        };
        let limit = &-&form.constant / &scale;
        let per_unit = scale.recip();
        let strict = *relation == Relation::LtZero;
        let bound = |infinitesimal: i64, factor: Rat| ColumnBound {
            value: Delta { standard: limit.clone(), infinitesimal: Rat::from(if strict { infinitesimal } else { 0 }) },
            constraint: index,
            factor,
        };
        // An upper bound says column - limit = form / scale, a lower one limit - column = -form / scale.
        if *relation == Relation::EqZero || !scale.is_negative() {
            self.simplex.bound(column, true, bound(-1, per_unit.clone()))?;
        }
        if *relation == Relation::EqZero || scale.is_negative() {
            self.simplex.bound(column, false, bound(1, -per_unit))?;
        }
        Ok(())
    }

    /// Decides the constraints in force.
    pub fn check(&mut self) -> Answer {
        match self.relax() {
            Relaxed::Sat => {}
            Relaxed::Unsat(certificate) => return Answer::Unsat(certificate),
            Relaxed::Unknown => return Answer::Unknown,
        }
        if let Some(model) = self.model() {
            return Answer::Sat(model);
        }
        if self.divisibility_conflict() {
            return Answer::UnsatByCases;
        }
        self.cases()
    }

    /// Decides the constraints without disequalities over the rationals: a certificate, or none is possible.
    pub fn check_rational(&mut self) -> Option<Certificate> {
        match self.relax() {
            Relaxed::Unsat(certificate) => Some(certificate),
            Relaxed::Sat | Relaxed::Unknown => None,
        }
    }

    fn relax(&mut self) -> Relaxed {
        if let Some(conflict) = &self.conflict {
            return Relaxed::Unsat(conflict.clone());
        }
        match self.simplex.check(self.max_pivots) {
            Ok(true) => Relaxed::Sat,
            Ok(false) => Relaxed::Unknown,
            Err(multipliers) => Relaxed::Unsat(self.certificate(multipliers)),
        }
    }

    /// The values of the variables after a successful relaxation.
    fn values(&self) -> Vec<Rat> {
        let values = self.simplex.values();
        self.columns.iter().map(|&c| values[c].clone()).collect()
    }

    /// The values if they are a model of integrality and disequalities too.
    fn model(&self) -> Option<Vec<Rat>> {
        let values = self.values();
        self.violation(&values).is_none().then_some(values)
    }

    /// Two constraints one of which must hold in every model, and neither in the given values.
    fn violation(&self, values: &[Rat]) -> Option<[Constraint; 2]> {
        let fractional = values.iter().zip(&self.integral).position(|(v, i)| *i && !v.is_integer());
        if let Some(var) = fractional {
            let (floor, ceil) = (Rat::from(values[var].floor()), Rat::from(values[var].ceil()));
            let minus = Form::from_terms(vec![(var as u32, Rat::from(-1))], ceil);
            let below = Form::from_terms(vec![(var as u32, Rat::ONE)], -floor);
            return Some([Constraint::new(below, Relation::LeZero), Constraint::new(minus, Relation::LeZero)]);
        }
        let equal =
            self.constraints.iter().find(|c| c.relation == Relation::NeZero && !c.holds(|v| &values[v as usize]))?;
        let mut negated = equal.form.clone();
        negated.scale(&Rat::from(-1));
        Some([Constraint::new(equal.form.clone(), Relation::LtZero), Constraint::new(negated, Relation::LtZero)])
    }

    /// Whether some equality over integers has no solution because its coefficients' divisor does not divide its
    /// constant. Equalities are tightened, so their coefficients are coprime; combinations of equalities are not looked
    /// at.
    fn divisibility_conflict(&self) -> bool {
        self.constraints.iter().any(|c| {
            c.relation == Relation::EqZero
                && !c.form.constant.is_integer()
                && c.form.terms.iter().all(|(v, _)| self.integral[*v as usize])
        })
    }

    /// Branch and bound over fractional integers and violated disequalities, depth first.
    fn cases(&mut self) -> Answer {
        let mut pending: Vec<Option<Constraint>> = Vec::new();
        let depth = self.levels.len();
        let mut left = self.max_cases;
        let mut answer = Answer::UnsatByCases;
        loop {
            // Here the constraints of the current case are in force.
            let mut open = None;
            match self.relax() {
                Relaxed::Sat => {
                    let values = self.values();
                    match self.violation(&values) {
                        None => {
                            answer = Answer::Sat(values);
                            break;
                        }
                        some => open = some,
                    }
                }
                Relaxed::Unsat(_) => {}
                Relaxed::Unknown => {
                    answer = Answer::Unknown;
                    break;
                }
            }
            if left == 0 {
                answer = Answer::Unknown;
                break;
            }
            left -= 1;
            if let Some([first, second]) = open {
                // `None` marks the return to the level below once both cases are done.
                pending.push(None);
                pending.push(Some(second));
                self.push();
                self.add(&first);
                continue;
            }
            // This case is closed: go on with the alternative of the innermost open one.
            let mut resumed = false;
            while let Some(next) = pending.pop() {
                self.pop();
                if let Some(second) = next {
                    self.push();
                    self.add(&second);
                    resumed = true;
                    break;
                }
            }
            if !resumed {
                break;
            }
        }
        while self.levels.len() > depth {
            self.pop();
        }
        answer
    }
}

enum Relaxed {
    Sat,
    Unsat(Certificate),
    Unknown,
}
