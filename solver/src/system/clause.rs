//! Predicates, atoms, clauses and systems.

use crate::term::{SortId, Store, Substitution, TermId, free_vars};
use smallvec::SmallVec;

/// A predicate of a [`System`], an index into [`System::preds`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PredId(pub u32);

impl PredId {
    /// The position in [`System::preds`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A clause of a [`System`], an index into [`System::clauses`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClauseId(pub u32);

impl ClauseId {
    /// The position in [`System::clauses`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An uninterpreted predicate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pred {
    /// The user's name (without `|` quotes), or one made by a transformation.
    pub name: String,
    /// The sorts of its arguments.
    pub sorts: Vec<SortId>,
}

/// A predicate applied to terms.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Atom {
    /// The predicate.
    pub pred: PredId,
    /// Its arguments, of the predicate's sorts.
    pub args: SmallVec<[TermId; 8]>,
}

impl Atom {
    /// The predicate applied to the arguments.
    pub fn new(pred: PredId, args: impl IntoIterator<Item = TermId>) -> Atom {
        Atom { pred, args: args.into_iter().collect() }
    }

    /// The atom with a substitution applied to its arguments.
    pub fn substitute(&self, store: &mut Store, substitution: &mut Substitution) -> Atom {
        Atom { pred: self.pred, args: self.args.iter().map(|&a| substitution.apply(store, a)).collect() }
    }
}

/// Where a clause of the input system comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The number of the assertion, from 0, in the input.
    pub assertion: u32,
    /// Line in the input text, from 1; 0 where there is no text.
    pub line: u32,
    /// Column in the input text, from 1.
    pub column: u32,
}

/// `body ∧ constraint → head`, for all values of the variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The sorts of the variables `Var(0)`, `Var(1)`, …
    pub vars: Vec<SortId>,
    /// The body atoms.
    pub body: Vec<Atom>,
    /// The constraint, a formula without predicates.
    pub constraint: TermId,
    /// The head; `None` for a query (the head `false`).
    pub head: Option<Atom>,
    /// Where the clause comes from.
    pub origin: Origin,
}

impl Clause {
    /// Whether the clause has no body atoms.
    pub fn is_fact(&self) -> bool {
        self.body.is_empty()
    }

    /// Whether the clause's head is `false`.
    pub fn is_query(&self) -> bool {
        self.head.is_none()
    }

    /// Whether the clause has at most one body atom.
    pub fn is_linear(&self) -> bool {
        self.body.len() <= 1
    }

    /// The variables as terms, in order.
    pub fn var_terms(&self, store: &mut Store) -> Vec<TermId> {
        store.vars(0, &self.vars)
    }

    /// All terms of the clause: the constraint and every argument of every atom.
    pub fn terms(&self) -> Vec<TermId> {
        let atoms = self.body.iter().chain(&self.head);
        std::iter::once(self.constraint).chain(atoms.flat_map(|a| a.args.iter().copied())).collect()
    }

    /// The clause with the i-th variable replaced by `images[i]`; `vars` are the sorts of the new variables.
    pub fn instantiate(&self, store: &mut Store, images: &[TermId], vars: Vec<SortId>) -> Clause {
        let mut substitution = Substitution::by_index(images);
        Clause {
            vars,
            body: self.body.iter().map(|a| a.substitute(store, &mut substitution)).collect(),
            constraint: substitution.apply(store, self.constraint),
            head: self.head.as_ref().map(|a| a.substitute(store, &mut substitution)),
            origin: self.origin,
        }
    }

    /// The clause over only the variables that occur, renumbered from 0, and for each new variable its old number.
    pub fn compact(&self, store: &mut Store) -> (Clause, Vec<u32>) {
        let used = free_vars(store, &self.terms());
        let kept: Vec<u32> = used.iter().filter_map(|&v| store.as_var(v)).collect();
        if kept.len() == self.vars.len() {
            return (self.clone(), kept);
        }
        let sorts: Vec<SortId> = used.iter().map(|&v| store.sort_of(v)).collect();
        let mut images = self.var_terms(store);
        for (new, (&old, &sort)) in kept.iter().zip(&sorts).enumerate() {
            images[old as usize] = store.var(new as u32, sort);
        }
        (self.instantiate(store, &images, sorts), kept)
    }
}

/// A system of constrained Horn clauses.
#[derive(Clone, Debug, Default)]
pub struct System {
    /// The predicates; [`PredId`] indexes here.
    pub preds: Vec<Pred>,
    /// The clauses; [`ClauseId`] indexes here.
    pub clauses: Vec<Clause>,
}

impl System {
    /// A system without predicates and clauses.
    pub fn new() -> System {
        System::default()
    }

    /// Adds a predicate.
    pub fn add_pred(&mut self, name: impl Into<String>, sorts: Vec<SortId>) -> PredId {
        self.preds.push(Pred { name: name.into(), sorts });
        PredId(self.preds.len() as u32 - 1)
    }

    /// Adds a clause.
    pub fn add_clause(&mut self, clause: Clause) -> ClauseId {
        self.clauses.push(clause);
        ClauseId(self.clauses.len() as u32 - 1)
    }

    /// The clauses with an atom of their own head's predicate in the body: the clause, that atom, and the head.
    pub fn self_loops(&self) -> impl Iterator<Item = (&Clause, &Atom, &Atom)> {
        let heads = self.clauses.iter().filter_map(|clause| Some((clause, clause.head.as_ref()?)));
        heads.flat_map(|(clause, head)| {
            clause.body.iter().filter(|atom| atom.pred == head.pred).map(move |atom| (clause, atom, head))
        })
    }

    /// A predicate.
    pub fn pred(&self, id: PredId) -> &Pred {
        &self.preds[id.index()]
    }

    /// A clause.
    pub fn clause(&self, id: ClauseId) -> &Clause {
        &self.clauses[id.index()]
    }

    /// The ids of all predicates.
    pub fn pred_ids(&self) -> impl Iterator<Item = PredId> + use<> {
        (0..self.preds.len() as u32).map(PredId)
    }

    /// The clauses with their ids.
    pub fn clauses(&self) -> impl Iterator<Item = (ClauseId, &Clause)> {
        self.clauses.iter().enumerate().map(|(i, c)| (ClauseId(i as u32), c))
    }

    /// Whether every clause has at most one body atom.
    pub fn is_linear(&self) -> bool {
        self.clauses.iter().all(Clause::is_linear)
    }
}
