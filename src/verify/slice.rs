//! The clauses that some checks depend on, as a system of its own: those from which their queries can be reached, going
//! backwards. What else there is in a program decides nothing about them, costs nothing, and leaves their digest as it
//! is.
//!
//! Terms are made anew in a store of their own. The digest of a slice is that of a normal form: predicates are numbered
//! as they occur, names and places don't count, and neither does the order in which terms were made.

use horn_frontend::encode::{Encoded, PredKind};
use horn_frontend::ir::CheckId;
use horn_solver::smtlib::print::sort_text;
use horn_solver::system::{Atom, Clause, ClauseId, Model, Pred, PredGraph, PredId, System};
use horn_solver::term::{Op, SortId, Store, TermId, import, postorder};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// Says what is digested, and how: another one makes other digests.
const FORM: &[u8] = b"hornsolve slice 1";

/// A digest.
pub type Key = [u8; 32];

/// A program's clauses, ready to be cut.
pub struct Clauses {
    /// All of them.
    pub encoded: Arc<Encoded>,
    /// For each predicate the clauses with it as head.
    defining: Arc<Vec<Vec<ClauseId>>>,
    /// Predicates that stand for true.
    everywhere: BTreeSet<PredId>,
}

/// Some of the clauses of a program, as a system.
pub struct Slice {
    /// The terms of the system, and no others.
    pub store: Store,
    /// The system.
    pub system: System,
    /// For each of its clauses the one of the program.
    pub clauses: Vec<ClauseId>,
    /// For each of its predicates the one of the program.
    pub preds: Vec<PredId>,
}

/// Which clauses and predicates a slice has.
pub struct Extent {
    /// The clauses, in the order of the program.
    pub clauses: Vec<ClauseId>,
    /// The predicates, in the order in which these clauses mention them.
    pub preds: Vec<PredId>,
}

impl Clauses {
    /// The clauses of a program.
    pub fn new(encoded: Encoded) -> Clauses {
        let defining = PredGraph::new(&encoded.system).defining;
        Clauses { encoded: Arc::new(encoded), defining: Arc::new(defining), everywhere: BTreeSet::new() }
    }

    /// The same clauses, where every subprogram may be entered with any inputs of their types: whoever calls it, and
    /// what is done before, is no part of a slice. A model of a slice is one of all clauses, in which it is true that
    /// a subprogram is entered; a refutation means nothing.
    pub fn from_any_inputs(&self) -> Clauses {
        let entered = |pred: &PredId| self.encoded.preds[pred.index()].kind == PredKind::Entered;
        let everywhere = (0..self.encoded.preds.len() as u32).map(PredId).filter(entered).collect();
        Clauses { encoded: Arc::clone(&self.encoded), defining: Arc::clone(&self.defining), everywhere }
    }

    /// What the body of a clause asks for.
    fn body<'c>(&'c self, clause: &'c Clause) -> impl Iterator<Item = &'c Atom> {
        clause.body.iter().filter(|atom| !self.everywhere.contains(&atom.pred))
    }

    /// What the queries of these checks depend on.
    pub fn extent(&self, checks: &[CheckId]) -> Extent {
        let system = &self.encoded.system;
        let mut todo: Vec<ClauseId> =
            checks.iter().flat_map(|check| self.encoded.queries[check.index()].iter().copied()).collect();
        let mut clauses: BTreeSet<ClauseId> = todo.iter().copied().collect();
        let mut needed = BTreeSet::new();
        while let Some(clause) = todo.pop() {
            for atom in self.body(system.clause(clause)) {
                if needed.insert(atom.pred) {
                    let defining = &self.defining[atom.pred.index()];
                    todo.extend(defining.iter().copied().filter(|clause| clauses.insert(*clause)));
                }
            }
        }
        let clauses: Vec<ClauseId> = clauses.into_iter().collect();
        let mut seen = BTreeSet::new();
        let atoms = clauses.iter().map(|clause| system.clause(*clause));
        let atoms = atoms.flat_map(|clause| self.body(clause).chain(&clause.head));
        let preds = atoms.map(|atom| atom.pred).filter(|pred| seen.insert(*pred)).collect();
        Extent { clauses, preds }
    }

    /// The system that decides these checks.
    pub fn slice(&self, checks: &[CheckId]) -> Slice {
        let Extent { clauses, preds } = self.extent(checks);
        let Encoded { store: from, system: whole, .. } = &*self.encoded;
        let roots: Vec<TermId> = clauses.iter().flat_map(|clause| whole.clause(*clause).terms()).collect();
        let sorts = preds.iter().flat_map(|pred| &whole.pred(*pred).sorts);
        let sorts: Vec<SortId> =
            sorts.chain(clauses.iter().flat_map(|clause| &whole.clause(*clause).vars)).copied().collect();
        let mut store = Store::new();
        let images: HashMap<TermId, TermId> = roots.iter().copied().zip(import(&mut store, from, &roots)).collect();
        let sorts: HashMap<SortId, SortId> =
            sorts.into_iter().map(|sort| (sort, import_sort(&mut store, from, sort))).collect();
        let numbers: HashMap<PredId, PredId> = preds.iter().copied().zip((0..).map(PredId)).collect();
        let mut system = System::new();
        let all = |of: &[SortId]| of.iter().map(|sort| sorts[sort]).collect::<Vec<SortId>>();
        for pred in &preds {
            let Pred { name, sorts } = whole.pred(*pred);
            system.add_pred(name.clone(), all(sorts));
        }
        let moved = |atom: &Atom| Atom::new(numbers[&atom.pred], atom.args.iter().map(|arg| images[arg]));
        for id in &clauses {
            let clause = whole.clause(*id);
            system.add_clause(Clause {
                vars: all(&clause.vars),
                body: self.body(clause).map(moved).collect(),
                constraint: images[&clause.constraint],
                head: clause.head.as_ref().map(moved),
                origin: clause.origin,
            });
        }
        Slice { store, system, clauses, preds }
    }

    /// Digests of the clauses, to make keys of slices with.
    pub fn digests(&self) -> Digests<'_> {
        Digests { clauses: self, terms: HashMap::new(), made: HashMap::new() }
    }
}

/// The same sort in another store. There are no datatypes in programs.
fn import_sort(to: &mut Store, from: &Store, sort: SortId) -> SortId {
    // Arrays nest as deeply as they have dimensions.
    if let Some((index, element)) = from.array_sorts(sort) {
        let (index, element) = (import_sort(to, from, index), import_sort(to, from, element));
        return to.array_sort(index, element);
    }
    from.bv_width(sort).map_or(sort, |width| to.bv_sort(width))
}

fn atoms(clause: &Clause) -> impl Iterator<Item = &Atom> {
    clause.body.iter().chain(&clause.head)
}

impl Slice {
    /// A model of the slice as one of all clauses: what is not in the slice does not matter.
    pub fn of_program(&self, model: &Model, clauses: &Clauses) -> Model {
        let mut definitions = vec![Store::TRUE; clauses.encoded.system.preds.len()];
        for (pred, definition) in self.preds.iter().zip(&model.definitions) {
            definitions[pred.index()] = *definition;
        }
        Model { definitions }
    }
}

/// Digests of clauses and terms, each made once.
pub struct Digests<'a> {
    clauses: &'a Clauses,
    terms: HashMap<TermId, Key>,
    made: HashMap<ClauseId, Key>,
}

impl Digests<'_> {
    /// The digest of the slice of these checks: of its clauses, and of which of them are queries of which check.
    pub fn key(&mut self, checks: &[CheckId]) -> Key {
        let extent = self.clauses.extent(checks);
        let encoded = &self.clauses.encoded;
        let mut queries: BTreeMap<ClauseId, usize> = BTreeMap::new();
        for (number, check) in checks.iter().enumerate() {
            queries.extend(encoded.queries[check.index()].iter().map(|query| (*query, number)));
        }
        let numbers: HashMap<PredId, usize> = extent.preds.iter().copied().zip(0..).collect();
        let mut all = Sha256::new();
        all.update(FORM);
        for id in &extent.clauses {
            all.update(self.clause(*id));
            let clause = encoded.system.clause(*id);
            let preds: Vec<usize> = atoms(clause).map(|atom| numbers[&atom.pred]).collect();
            all.update(format!("{preds:?}{:?}", queries.get(id)));
        }
        all.finalize().into()
    }

    /// The digest of a clause without its predicates.
    fn clause(&mut self, id: ClauseId) -> Key {
        if let Some(key) = self.made.get(&id) {
            return *key;
        }
        let Encoded { store, system, .. } = &*self.clauses.encoded;
        let clause = system.clause(id);
        // Bound variables are numbered through the program: in a clause their order is what counts.
        let roots = clause.terms();
        let order = postorder(store, &roots);
        let bound: BTreeSet<u32> = order
            .iter()
            .filter_map(|term| match store.op(*term) {
                Op::Bound(number) => Some(*number),
                _ => None,
            })
            .collect();
        let ranks: HashMap<u32, usize> = bound.into_iter().zip(0..).collect();
        let mut quantified: HashMap<TermId, Key> = HashMap::new();
        for term in order {
            if !self.terms.contains_key(&term) {
                let made = digest(store, term, &ranks, &|arg| {
                    self.terms.get(&arg).or_else(|| quantified.get(&arg)).copied().unwrap_or_default()
                });
                let kept = if store.is_quantified(term) { &mut quantified } else { &mut self.terms };
                kept.insert(term, made);
            }
        }
        let mut all = Sha256::new();
        for sort in &clause.vars {
            all.update(sort_text(store, *sort, None));
            all.update(b" ");
        }
        all.update(format!("{} {}", clause.body.len(), clause.head.is_some()));
        for term in roots {
            all.update(self.terms.get(&term).or_else(|| quantified.get(&term)).copied().unwrap_or_default());
        }
        let key = all.finalize().into();
        self.made.insert(id, key);
        key
    }
}

/// The digest of a term, by those of its arguments.
fn digest(store: &Store, term: TermId, ranks: &HashMap<u32, usize>, of: &dyn Fn(TermId) -> Key) -> Key {
    let mut all = Sha256::new();
    let op = store.op(term);
    match op {
        Op::Bound(number) => all.update(format!("bound {:?}", ranks.get(number))),
        Op::Forall(vars) | Op::Exists(vars) => {
            all.update(if matches!(op, Op::Forall(_)) { "forall" } else { "exists" });
            for (number, sort) in vars {
                all.update(format!(" {:?} {}", ranks.get(number), sort_text(store, *sort, None)));
            }
        }
        _ => all.update(format!("{op:?}")),
    }
    all.update(sort_text(store, store.sort_of(term), None));
    let mut args: Vec<Key> = store.args(term).iter().map(|arg| of(*arg)).collect();
    // Their arguments are in the order in which they were made, which says nothing.
    if matches!(op, Op::And | Op::Or | Op::Add | Op::Mul | Op::Eq) {
        args.sort_unstable();
    }
    args.iter().for_each(|arg| all.update(arg));
    all.finalize().into()
}
