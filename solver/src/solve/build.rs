//! Systems made of clauses one by one, without a text.

use super::Problem;
use crate::system::{Atom, Clause, Origin, PredId, System};
use crate::term::{SortId, Store, TermId, free_vars};
use std::fmt;

/// A system that is being built.
///
/// ```
/// use horn_solver::solve::{Clauses, Solver};
/// use horn_solver::term::SortId;
///
/// let mut clauses = Clauses::new();
/// let even = clauses.predicate("even", &[SortId::INT]);
/// let zero = clauses.store.int(0);
/// clauses.clause().head(even, &[zero]);
///
/// let mut step = clauses.clause();
/// let x = step.variable(SortId::INT);
/// let two = step.store().int(2);
/// let next = step.store().add(&[x, two]);
/// step.body(even, &[x]).head(even, &[next]);
///
/// let mut seven = clauses.clause();
/// let number = seven.store().int(7);
/// seven.body(even, &[number]).query();
///
/// let solver = Solver::new();
/// # let solver = solver.tools_above(env!("CARGO_MANIFEST_DIR"));
/// assert!(solver.solve(clauses.finish()?)?.is_sat());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Clauses {
    /// Makes the terms.
    pub store: Store,
    system: System,
    /// The first thing that was wrong.
    wrong: Option<IllFormed>,
}

/// A clause that does not fit its predicates or its variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllFormed {
    /// The number of the clause, from 0.
    pub clause: usize,
    /// What does not fit.
    pub message: String,
}

impl fmt::Display for IllFormed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "clause {}: {}", self.clause, self.message)
    }
}

impl std::error::Error for IllFormed {}

impl Clauses {
    /// A system without predicates and clauses.
    pub fn new() -> Clauses {
        Clauses::default()
    }

    /// A new predicate with arguments of these sorts. Names should differ; nothing but what users see depends on them.
    pub fn predicate(&mut self, name: &str, sorts: &[SortId]) -> PredId {
        self.system.add_pred(name, sorts.to_vec())
    }

    /// A new clause. It becomes part of the system with [`ClauseBuilder::head`] or [`ClauseBuilder::query`].
    pub fn clause(&mut self) -> ClauseBuilder<'_> {
        let clause = Clause {
            vars: Vec::new(),
            body: Vec::new(),
            constraint: Store::TRUE,
            head: None,
            origin: Origin { assertion: self.system.clauses.len() as u32, ..Origin::default() },
        };
        ClauseBuilder { clauses: self, clause }
    }

    /// The problem to solve.
    ///
    /// # Errors
    /// The first clause with an atom whose arguments are not those of its predicate, with a constraint that is no
    /// formula, or with a variable that is not its own.
    pub fn finish(self) -> Result<Problem, IllFormed> {
        match self.wrong {
            Some(wrong) => Err(wrong),
            None => Ok(Problem::of_system(self.store, self.system)),
        }
    }

    /// What is wrong with a clause.
    fn defect(&self, clause: &Clause) -> Option<String> {
        for atom in clause.body.iter().chain(&clause.head) {
            let Some(pred) = self.system.preds.get(atom.pred.index()) else {
                return Some("an atom of a predicate of another system".into());
            };
            let sorts: Vec<SortId> = atom.args.iter().map(|&arg| self.store.sort_of(arg)).collect();
            if sorts != pred.sorts {
                return Some(format!("the arguments of `{}` are not of its sorts", pred.name));
            }
        }
        if self.store.sort_of(clause.constraint) != SortId::BOOL {
            return Some("the constraint is no formula".into());
        }
        let strange = free_vars(&self.store, &clause.terms()).into_iter().find(|&var| {
            let number = self.store.as_var(var).map(|number| number as usize);
            number.and_then(|number| clause.vars.get(number)) != Some(&self.store.sort_of(var))
        });
        strange.map(|_| "a variable that is not the clause's own".into())
    }
}

/// A clause that is being built: for all values of its variables, body and constraint imply the head.
#[derive(Debug)]
#[must_use = "a clause is part of the system once it has its head"]
pub struct ClauseBuilder<'a> {
    clauses: &'a mut Clauses,
    clause: Clause,
}

impl ClauseBuilder<'_> {
    /// Makes the terms.
    pub fn store(&mut self) -> &mut Store {
        &mut self.clauses.store
    }

    /// A new variable of the clause.
    pub fn variable(&mut self, sort: SortId) -> TermId {
        self.clause.vars.push(sort);
        self.clauses.store.var(self.clause.vars.len() as u32 - 1, sort)
    }

    /// One more atom in the body.
    pub fn body(mut self, pred: PredId, args: &[TermId]) -> Self {
        self.clause.body.push(Atom::new(pred, args.iter().copied()));
        self
    }

    /// One more constraint, a formula over the variables.
    pub fn constraint(mut self, formula: TermId) -> Self {
        if self.clauses.store.sort_of(formula) == SortId::BOOL {
            self.clause.constraint = self.clauses.store.and2(self.clause.constraint, formula);
        } else {
            self.clause.constraint = formula;
        }
        self
    }

    /// Ends the clause: it derives this atom.
    pub fn head(mut self, pred: PredId, args: &[TermId]) {
        self.clause.head = Some(Atom::new(pred, args.iter().copied()));
        self.end();
    }

    /// Ends the clause: it derives false.
    pub fn query(self) {
        self.end();
    }

    fn end(self) {
        let ClauseBuilder { clauses, clause } = self;
        if clauses.wrong.is_none() {
            let number = clauses.system.clauses.len();
            clauses.wrong = clauses.defect(&clause).map(|message| IllFormed { clause: number, message });
        }
        clauses.system.add_clause(clause);
    }
}
