//! The cell abstraction: predicates over arrays become predicates over single cells.
//!
//! An atom `P(x, a)` is replaced by `∀k. C(x, k, a[k])` for a new predicate `C` (Monniaux and Gonnord, "Cell morphing:
//! from array programs to array-free Horn clauses", SAS 2016). The universal quantifier over a head is a variable of
//! the clause; over a body atom it is instantiated with the indices that the clause reads from the array, among them
//! the cell of the head. A model of the result is a universally quantified model of the original. A refutation of the
//! result proves nothing by itself, the instantiation may have been too weak.

use super::products::Products;
use super::reads::{Reads, Unsupported, dimensions, sort_holds_array};
use crate::system::{Atom, Clause, Model, PredId, System};
use crate::term::{SortId, Store, TermId};

/// Instances of one body atom, if nothing else is said.
const INSTANCE_LIMIT: usize = 24;

/// How arrays and cells go together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// All arrays with the same index sorts are read at one common index (otherwise each has its own).
    pub shared_index: bool,
    /// How many cells each group of arrays gets.
    pub cells: usize,
}

/// What goes into the cell abstraction besides cells: more arguments, and facts about terms that have no cells.
pub trait Extension {
    /// Terms over the arguments of a predicate; their values become arguments of its cells. All of scalar sort.
    fn ghosts(&self, pred: PredId) -> &[TermId];

    /// Terms over the arguments of a predicate and the indices of its cells, which are numbered behind the arguments as
    /// in [`Cells::argument_terms`]; their values become arguments behind all others. All of scalar sort.
    fn cell_ghosts(&self, _pred: PredId) -> &[TermId] {
        &[]
    }

    /// Whether products of variables are replaced by variables.
    fn linearise(&self) -> bool {
        false
    }

    /// Instances of one body atom beyond which only the more likely combinations are kept.
    fn instances(&self) -> usize {
        INSTANCE_LIMIT
    }

    /// Of the paths at which a clause reads the arrays of a body atom those at which it is instantiated; `own` are
    /// those of the head.
    fn choose_paths(&self, _store: &Store, _atom: &Atom, _own: &[Vec<TermId>], _paths: &mut Vec<Vec<TermId>>) {}

    /// Valid facts about the opaque terms of a clause. Called once all opaque terms of the clause itself are known; may
    /// read more cells and make more opaque terms. Who has none to say takes no opaque terms.
    fn lemmas(&mut self, _store: &mut Store, reads: &mut Reads) -> Result<Vec<TermId>, Unsupported> {
        if reads.opaque.is_empty() { Ok(Vec::new()) } else { Err(Unsupported("quantified constraint or aggregate")) }
    }

    /// Valid facts that tie opaque terms to the cells that are read; may read cells at paths read already.
    fn facts(&mut self, _store: &mut Store, _reads: &mut Reads) -> Result<Vec<TermId>, Unsupported> {
        Ok(Vec::new())
    }
}

/// Cells alone.
pub struct Plain;

impl Extension for Plain {
    fn ghosts(&self, _: PredId) -> &[TermId] {
        &[]
    }
}

/// Arrays of one predicate that are read at a common index.
#[derive(Debug, Clone)]
struct Group {
    /// The sorts of the index, one per dimension.
    index_sorts: Vec<SortId>,
    /// The argument positions of the arrays, with their element sorts.
    arrays: Vec<(usize, SortId)>,
}

/// The layout of a predicate's cells.
#[derive(Debug, Clone)]
struct Layout {
    /// Positions of the arguments that are no arrays.
    scalars: Vec<usize>,
    groups: Vec<Group>,
}

/// What an argument of a predicate over cells is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// An argument of the original predicate.
    Scalar,
    /// The value of a ghost.
    Ghost,
    /// An index of a cell.
    Index,
    /// The element in a cell.
    Value,
}

/// The system over cells, with what is needed to translate answers back.
#[derive(Debug)]
pub struct Cells {
    /// The new system. Its i-th predicate and i-th clause belong to the i-th of the original.
    pub system: System,
    /// For each clause and each body atom of the original the first of its instances among the new body atoms.
    pub first_instance: Vec<Vec<usize>>,
    layouts: Vec<Layout>,
    shape: Shape,
    /// For each predicate the terms whose values follow its scalars, and those whose values follow the cells.
    ghosts: Vec<AtomGhosts>,
}

/// The ghosts of a predicate.
#[derive(Debug, Clone, Default)]
struct AtomGhosts {
    /// Terms over its arguments.
    plain: Vec<TermId>,
    /// Terms over these and the indices of its cells.
    of_cells: Vec<TermId>,
}

/// Whether some predicate of the system has an array argument.
pub fn has_arrays(store: &Store, system: &System) -> bool {
    system.preds.iter().any(|p| p.sorts.iter().any(|&s| store.array_sorts(s).is_some()))
}

/// The cell abstraction of a system.
pub fn transform(
    store: &mut Store,
    system: &System,
    shape: Shape,
    extension: &mut dyn Extension,
) -> Result<Cells, Unsupported> {
    let mut layouts = Vec::with_capacity(system.preds.len());
    let mut result = System::new();
    let ghosts: Vec<AtomGhosts> = system
        .pred_ids()
        .map(|id| AtomGhosts { plain: extension.ghosts(id).to_vec(), of_cells: extension.cell_ghosts(id).to_vec() })
        .collect();
    for (pred, ghosts) in system.preds.iter().zip(&ghosts) {
        let layout = layout(store, &pred.sorts, shape)?;
        let mut sorts: Vec<SortId> = layout.scalars.iter().map(|&i| pred.sorts[i]).collect();
        sorts.extend(ghosts.plain.iter().map(|&ghost| store.sort_of(ghost)));
        for group in &layout.groups {
            for _ in 0..shape.cells {
                sorts.extend_from_slice(&group.index_sorts);
                sorts.extend(group.arrays.iter().map(|&(_, element)| element));
            }
        }
        sorts.extend(ghosts.of_cells.iter().map(|&ghost| store.sort_of(ghost)));
        result.add_pred(pred.name.clone(), sorts);
        layouts.push(layout);
    }
    let mut first_instance = Vec::with_capacity(system.clauses.len());
    for clause in &system.clauses {
        let (clause, first) = transform_clause(store, clause, &layouts, &ghosts, shape, extension)?;
        result.add_clause(clause);
        first_instance.push(first);
    }
    Ok(Cells { system: result, first_instance, layouts, shape, ghosts })
}

fn layout(store: &Store, sorts: &[SortId], shape: Shape) -> Result<Layout, Unsupported> {
    let mut layout = Layout { scalars: Vec::new(), groups: Vec::new() };
    for (position, &sort) in sorts.iter().enumerate() {
        if store.array_sorts(sort).is_none() {
            if sort_holds_array(store, sort) {
                return Err(Unsupported("arrays inside datatypes"));
            }
            layout.scalars.push(position);
            continue;
        }
        let (index_sorts, element) = dimensions(store, sort);
        if index_sorts.iter().chain([&element]).any(|&s| sort_holds_array(store, s)) {
            return Err(Unsupported("arrays inside datatypes"));
        }
        let group = layout.groups.iter_mut().find(|g| shape.shared_index && g.index_sorts == index_sorts);
        match group {
            Some(group) => group.arrays.push((position, element)),
            None => layout.groups.push(Group { index_sorts, arrays: vec![(position, element)] }),
        }
    }
    Ok(layout)
}

fn transform_clause(
    store: &mut Store,
    clause: &Clause,
    layouts: &[Layout],
    ghosts: &[AtomGhosts],
    shape: Shape,
    extension: &mut dyn Extension,
) -> Result<(Clause, Vec<usize>), Unsupported> {
    let mut reads = Reads::new(clause.vars.clone());
    reads.products = extension.linearise().then(Products::default);
    let constraint = reads.rewrite(store, clause.constraint)?;
    let mut constraints = vec![constraint];

    let mut own: Vec<Vec<TermId>> = Vec::new();
    let head = match &clause.head {
        None => None,
        Some(atom) => {
            let layout = &layouts[atom.pred.index()];
            let mut paths = Vec::new();
            for group in &layout.groups {
                for _ in 0..shape.cells {
                    paths.push(group.index_sorts.iter().map(|&s| reads.fresh(store, s)).collect());
                }
            }
            own.clone_from(&paths);
            Some(cell_atom(store, &mut reads, atom, layout, &ghosts[atom.pred.index()], shape, &paths)?)
        }
    };
    for atom in &clause.body {
        ghost_values(store, &mut reads, atom, &ghosts[atom.pred.index()].plain)?;
    }
    constraints.extend(extension.lemmas(store, &mut reads)?);

    // An equality of arrays that is false has a witness; its index matters to all arrays involved.
    let mut done = 0;
    while let Some(&(a, b, flag)) = reads.equalities.get(done) {
        let (index_sorts, _) = dimensions(store, store.sort_of(a));
        let witness: Vec<TermId> = index_sorts.iter().map(|&s| reads.fresh(store, s)).collect();
        let (x, y) = (reads.read(store, a, &witness)?, reads.read(store, b, &witness)?);
        let differ = store.neq(x, y);
        constraints.push(store.or(&[flag, differ]));
        done += 1;
    }

    // Instances demand reads, which may matter to other atoms; the loop ends because paths are never invented.
    let mut body = Vec::new();
    let mut first = Vec::new();
    let mut facts = Vec::new();
    for _round in 0..4 {
        let leaves_before = reads.leaves.len();
        // An equality that is true holds at every index that matters.
        for (a, b, _) in reads.equalities.clone() {
            for path in relevant_paths(store, &reads, &[a, b]) {
                reads.read(store, a, &path)?;
                reads.read(store, b, &path)?;
            }
        }
        body.clear();
        first.clear();
        for atom in &clause.body {
            let layout = &layouts[atom.pred.index()];
            first.push(body.len());
            for paths in combinations(store, &mut reads, atom, layout, (shape, &own), extension) {
                body.push(cell_atom(store, &mut reads, atom, layout, &ghosts[atom.pred.index()], shape, &paths)?);
            }
        }
        facts = extension.facts(store, &mut reads)?;
        if reads.leaves.len() == leaves_before {
            break;
        }
    }
    for (a, b, flag) in reads.equalities.clone() {
        for path in relevant_paths(store, &reads, &[a, b]) {
            let (x, y) = (reads.read(store, a, &path)?, reads.read(store, b, &path)?);
            let same = store.eq(x, y);
            constraints.push(store.implies(flag, same));
        }
    }
    constraints.append(&mut facts);
    constraints.extend(reads.product_lemmas(store));
    constraints.extend(reads.congruences(store));
    let clause = Clause { vars: reads.vars, body, constraint: store.and(&constraints), head, origin: clause.origin };
    Ok((clause, first))
}

/// The values of the ghosts of an atom's predicate.
fn ghost_values(
    store: &mut Store,
    reads: &mut Reads,
    atom: &Atom,
    ghosts: &[TermId],
) -> Result<Vec<TermId>, Unsupported> {
    let mut values = Vec::with_capacity(ghosts.len());
    for &ghost in ghosts {
        let term = store.instantiate(ghost, &atom.args);
        values.push(reads.rewrite(store, term)?);
    }
    Ok(values)
}

/// The atom over cells: scalars, ghosts, then for each group and cell the index and the elements there.
fn cell_atom(
    store: &mut Store,
    reads: &mut Reads,
    atom: &Atom,
    layout: &Layout,
    ghosts: &AtomGhosts,
    shape: Shape,
    paths: &[Vec<TermId>],
) -> Result<Atom, Unsupported> {
    let mut args = Vec::new();
    for &position in &layout.scalars {
        args.push(reads.rewrite(store, atom.args[position])?);
    }
    args.extend(ghost_values(store, reads, atom, &ghosts.plain)?);
    let indices = paths.iter().flatten().copied();
    let images: Vec<TermId> = atom.args.iter().copied().chain(indices).collect();
    let mut paths = paths.iter();
    for group in &layout.groups {
        for path in paths.by_ref().take(shape.cells) {
            args.extend_from_slice(path);
            for &(position, _) in &group.arrays {
                args.push(reads.read(store, atom.args[position], path)?);
            }
        }
    }
    for &ghost in &ghosts.of_cells {
        let term = store.instantiate(ghost, &images);
        args.push(reads.rewrite(store, term)?);
    }
    Ok(Atom::new(atom.pred, args))
}

/// For a body atom the paths to instantiate its cells with: one path per group and cell in each combination. Those of
/// the head are `own`.
fn combinations(
    store: &mut Store,
    reads: &mut Reads,
    atom: &Atom,
    layout: &Layout,
    (shape, own): (Shape, &[Vec<TermId>]),
    extension: &dyn Extension,
) -> Vec<Vec<Vec<TermId>>> {
    let mut choices: Vec<Vec<Vec<TermId>>> = Vec::new();
    for group in &layout.groups {
        let arrays: Vec<TermId> = group.arrays.iter().map(|&(position, _)| atom.args[position]).collect();
        let mut paths = relevant_paths(store, reads, &arrays);
        extension.choose_paths(store, atom, own, &mut paths);
        if paths.is_empty() {
            // Nothing is read: any cell will do.
            paths.push(group.index_sorts.iter().map(|&s| reads.fresh(store, s)).collect());
        }
        for _ in 0..shape.cells {
            choices.push(paths.clone());
        }
    }
    let limit = extension.instances();
    let total = choices.iter().fold(1usize, |n, c| n.saturating_mul(c.len()));
    let mut result: Vec<Vec<Vec<TermId>>> = Vec::new();
    if total <= limit {
        result.push(Vec::new());
        for choice in &choices {
            result = result
                .iter()
                .flat_map(|prefix| {
                    choice.iter().map(move |path| [prefix.as_slice(), std::slice::from_ref(path)].concat())
                })
                .collect();
        }
        return result;
    }
    // Too many: all cells at their r-th path, then one cell at a time away from the first.
    let longest = choices.iter().map(Vec::len).max().unwrap_or(0);
    for r in 0..longest {
        result.push(choices.iter().map(|c| c[r % c.len()].clone()).collect());
    }
    for (moved, choice) in choices.iter().enumerate() {
        for path in &choice[1..] {
            let mut paths: Vec<Vec<TermId>> = choices.iter().map(|c| c[0].clone()).collect();
            paths[moved] = path.clone();
            result.push(paths);
        }
    }
    result.truncate(limit);
    result
}

/// The paths at which the clause reads the array variables inside these array terms, in order of first use.
fn relevant_paths(store: &Store, reads: &Reads, arrays: &[TermId]) -> Vec<Vec<TermId>> {
    let mut variables = Vec::new();
    for term in crate::term::free_vars(store, arrays) {
        variables.push(term);
    }
    let dims = arrays.first().map_or(0, |&a| dimensions(store, store.sort_of(a)).0.len());
    let mut paths: Vec<Vec<TermId>> = Vec::new();
    for leaf in &reads.leaves {
        if variables.contains(&leaf.array) && leaf.path.len() == dims && !paths.contains(&leaf.path) {
            paths.push(leaf.path.clone());
        }
    }
    paths
}

impl Cells {
    /// What the arguments of each predicate are.
    pub fn roles(&self) -> Vec<Vec<Role>> {
        let mut result = Vec::with_capacity(self.layouts.len());
        for (layout, ghosts) in self.layouts.iter().zip(&self.ghosts) {
            let mut roles = vec![Role::Scalar; layout.scalars.len()];
            roles.extend(ghosts.plain.iter().map(|_| Role::Ghost));
            for group in &layout.groups {
                for _ in 0..self.shape.cells {
                    roles.extend(group.index_sorts.iter().map(|_| Role::Index));
                    roles.extend(group.arrays.iter().map(|_| Role::Value));
                }
            }
            roles.extend(ghosts.of_cells.iter().map(|_| Role::Ghost));
            result.push(roles);
        }
        result
    }

    /// The arguments of a predicate over cells, as terms over those of the original one and indices: `Var(arity + j)`
    /// is the j-th index.
    pub fn argument_terms(&self, store: &mut Store, original: &System, pred: PredId) -> Vec<TermId> {
        let sorts = &original.pred(pred).sorts;
        let args = store.vars(0, sorts);
        let layout = &self.layouts[pred.index()];
        let mut terms: Vec<TermId> = layout.scalars.iter().map(|&i| args[i]).collect();
        terms.extend_from_slice(&self.ghosts[pred.index()].plain);
        let mut next = sorts.len() as u32;
        for group in &layout.groups {
            for _ in 0..self.shape.cells {
                let mut path = Vec::new();
                for &sort in &group.index_sorts {
                    path.push(store.var(next, sort));
                    next += 1;
                }
                terms.extend_from_slice(&path);
                for &(position, _) in &group.arrays {
                    terms.push(path.iter().fold(args[position], |array, &index| store.select(array, index)));
                }
            }
        }
        terms.extend_from_slice(&self.ghosts[pred.index()].of_cells);
        terms
    }

    /// The universally quantified model of the original system.
    pub fn model_back(&self, store: &mut Store, original: &System, model: &Model) -> Model {
        let mut definitions = Vec::with_capacity(original.preds.len());
        for ((pred, layout), ghosts) in original.preds.iter().zip(&self.layouts).zip(&self.ghosts) {
            let args = store.vars(0, &pred.sorts);
            let mut cells: Vec<TermId> = layout.scalars.iter().map(|&i| args[i]).collect();
            cells.extend_from_slice(&ghosts.plain);
            let mut bound = Vec::new();
            let mut images = args.clone();
            for group in &layout.groups {
                for _ in 0..self.shape.cells {
                    let mut path = Vec::new();
                    for &sort in &group.index_sorts {
                        let index = store.fresh_bound();
                        bound.push((index, sort));
                        path.push(store.bound(index, sort));
                    }
                    cells.extend_from_slice(&path);
                    images.extend_from_slice(&path);
                    for &(position, _) in &group.arrays {
                        cells.push(path.iter().fold(args[position], |array, &index| store.select(array, index)));
                    }
                }
            }
            for &ghost in &ghosts.of_cells {
                cells.push(store.instantiate(ghost, &images));
            }
            let body = store.instantiate(model.definitions[definitions.len()], &cells);
            definitions.push(store.forall(&bound, body));
        }
        Model { definitions }
    }
}
