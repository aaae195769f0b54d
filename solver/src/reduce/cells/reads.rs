//! Array reads of one clause, pushed down to its array variables.
//!
//! [`Reads`] rewrites a term so that arrays disappear from it: every read goes through `store`, `ite` and constant
//! arrays down to a *leaf*, an array variable at a path of indices (one index per dimension), and each leaf becomes a
//! fresh scalar variable. What is left over are congruence constraints between the leaves of one array
//! (Ackermann's reduction) and array equalities, which are weakened to the indices that matter.

use super::products::{Products, nonlinear};
use crate::term::{Op, Sort, SortId, Store, TermId};
use hashbrown::HashMap;

/// How deep reads may nest before the clause is left to other engines: the walk below recurses.
const DEPTH_LIMIT: u32 = 1_000;

/// A construct this abstraction does not handle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsupported(pub &'static str);

/// An array variable read at a path of indices, and the scalar variable that stands for the element.
#[derive(Debug, Clone)]
pub struct Leaf {
    /// The array variable.
    pub array: TermId,
    /// One index per dimension, free of arrays.
    pub path: Vec<TermId>,
    /// The variable standing for the element.
    pub value: TermId,
}

/// A term this module does not look into, and the variable that stands for it.
#[derive(Debug, Clone, Copy)]
pub struct Opaque {
    /// The quantifier, or the aggregate, as the clause has it.
    pub term: TermId,
    /// Its value.
    pub value: TermId,
}

/// The reads of one clause.
#[derive(Debug)]
pub struct Reads {
    /// All leaves, in order of first use.
    pub leaves: Vec<Leaf>,
    /// Equalities between arrays, each with the fresh Bool variable that replaced it.
    pub equalities: Vec<(TermId, TermId, TermId)>,
    /// The sorts of the clause's variables; fresh ones are appended.
    pub vars: Vec<SortId>,
    /// The opaque terms, in order of first use.
    pub opaque: Vec<Opaque>,
    /// The products of variables that were replaced, if products are.
    pub products: Option<Products>,
    by_path: HashMap<(TermId, Vec<TermId>), TermId>,
    rewritten: HashMap<TermId, TermId>,
}

impl Reads {
    /// For a clause over variables of these sorts.
    pub fn new(vars: Vec<SortId>) -> Reads {
        Reads {
            leaves: Vec::new(),
            equalities: Vec::new(),
            vars,
            opaque: Vec::new(),
            products: None,
            by_path: HashMap::new(),
            rewritten: HashMap::new(),
        }
    }

    /// A variable that did not occur in the clause.
    pub fn fresh(&mut self, store: &mut Store, sort: SortId) -> TermId {
        self.vars.push(sort);
        store.var(self.vars.len() as u32 - 1, sort)
    }

    /// The term without arrays. The term itself must not be of array sort.
    pub fn rewrite(&mut self, store: &mut Store, term: TermId) -> Result<TermId, Unsupported> {
        self.rewrite_within(store, term, DEPTH_LIMIT)
    }

    /// The element of `array` at `path`, without arrays.
    pub fn read(&mut self, store: &mut Store, array: TermId, path: &[TermId]) -> Result<TermId, Unsupported> {
        self.read_within(store, array, path, DEPTH_LIMIT)
    }

    fn rewrite_within(&mut self, store: &mut Store, term: TermId, fuel: u32) -> Result<TermId, Unsupported> {
        if let Some(&done) = self.rewritten.get(&term) {
            return Ok(done);
        }
        let fuel = fuel.checked_sub(1).ok_or(Unsupported("terms nested too deeply"))?;
        let args = store.args(term).to_vec();
        let image = match store.op(term) {
            Op::Forall(_) | Op::Exists(_) | Op::Aggregate(_) => {
                let value = self.fresh(store, store.sort_of(term));
                self.opaque.push(Opaque { term, value });
                value
            }
            Op::Select => {
                let index = self.rewrite_within(store, args[1], fuel)?;
                self.read_within(store, args[0], &[index], fuel)?
            }
            Op::Eq if store.array_sorts(store.sort_of(args[0])).is_some() => {
                let flag = self.fresh(store, SortId::BOOL);
                self.equalities.push((args[0], args[1], flag));
                flag
            }
            Op::Project(..) | Op::Test(_) | Op::Construct(_) if mentions_array_sort(store, &args) => {
                return Err(Unsupported("arrays inside datatypes"));
            }
            _ => {
                let mut images = Vec::with_capacity(args.len());
                for &arg in &args {
                    if store.array_sorts(store.sort_of(arg)).is_some() {
                        return Err(Unsupported("array as an argument"));
                    }
                    images.push(self.rewrite_within(store, arg, fuel)?);
                }
                let image = if images == args { term } else { store.rebuild(term, &images) };
                if self.products.is_some() && nonlinear(store, image) { self.linearise(store, image) } else { image }
            }
        };
        self.rewritten.insert(term, image);
        Ok(image)
    }

    fn read_within(
        &mut self,
        store: &mut Store,
        array: TermId,
        path: &[TermId],
        fuel: u32,
    ) -> Result<TermId, Unsupported> {
        let fuel = fuel.checked_sub(1).ok_or(Unsupported("arrays nested too deeply"))?;
        let args = store.args(array).to_vec();
        match store.op(array) {
            Op::Var(_) => Ok(self.leaf(store, array, path)),
            Op::Store => {
                let at = self.rewrite_within(store, args[1], fuel)?;
                let same = store.eq(path[0], at);
                if same == Store::FALSE {
                    return self.read_within(store, args[0], path, fuel);
                }
                let written = match path {
                    [_] => self.rewrite_within(store, args[2], fuel)?,
                    [_, rest @ ..] => self.read_within(store, args[2], rest, fuel)?,
                    [] => return Err(Unsupported("array without index")),
                };
                if same == Store::TRUE {
                    return Ok(written);
                }
                let below = self.read_within(store, args[0], path, fuel)?;
                Ok(store.ite(same, written, below))
            }
            Op::ConstArray => match path {
                [_, rest @ ..] if !rest.is_empty() => self.read_within(store, args[0], rest, fuel),
                _ => self.rewrite_within(store, args[0], fuel),
            },
            Op::Ite => {
                let condition = self.rewrite_within(store, args[0], fuel)?;
                let (a, b) =
                    (self.read_within(store, args[1], path, fuel)?, self.read_within(store, args[2], path, fuel)?);
                Ok(store.ite(condition, a, b))
            }
            Op::Select => {
                let mut longer = vec![self.rewrite_within(store, args[1], fuel)?];
                longer.extend_from_slice(path);
                self.read_within(store, args[0], &longer, fuel)
            }
            _ => Err(Unsupported("array term of another kind")),
        }
    }

    /// A nonlinear product or division over rewritten arguments, with variables in place of its monomials.
    fn linearise(&mut self, store: &mut Store, term: TermId) -> TermId {
        let Some(mut products) = self.products.take() else { return term };
        let vars = &mut self.vars;
        let image = products.linearise(store, term, &mut |store, sort| {
            vars.push(sort);
            store.var(vars.len() as u32 - 1, sort)
        });
        self.products = Some(products);
        image
    }

    /// Facts about the products and divisions that were replaced.
    pub fn product_lemmas(&mut self, store: &mut Store) -> Vec<TermId> {
        let Some(mut products) = self.products.take() else { return Vec::new() };
        let vars = &mut self.vars;
        let lemmas = products.lemmas(store, &mut |store, sort| {
            vars.push(sort);
            store.var(vars.len() as u32 - 1, sort)
        });
        self.products = Some(products);
        lemmas
    }

    fn leaf(&mut self, store: &mut Store, array: TermId, path: &[TermId]) -> TermId {
        let key = (array, path.to_vec());
        if let Some(&value) = self.by_path.get(&key) {
            return value;
        }
        let (_, element) = dimensions(store, store.sort_of(array));
        let value = self.fresh(store, element);
        self.leaves.push(Leaf { array, path: key.1.clone(), value });
        self.by_path.insert(key, value);
        value
    }

    /// `paths equal → values equal` for every two leaves of one array.
    pub fn congruences(&self, store: &mut Store) -> Vec<TermId> {
        let mut constraints = Vec::new();
        for (i, a) in self.leaves.iter().enumerate() {
            for b in self.leaves[i + 1..].iter().filter(|b| b.array == a.array) {
                let mut parts: Vec<TermId> = a.path.iter().zip(&b.path).map(|(&x, &y)| store.neq(x, y)).collect();
                parts.push(store.eq(a.value, b.value));
                constraints.push(store.or(&parts));
            }
        }
        constraints
    }
}

/// The index sorts of an array sort, outermost first, and the sort of its scalar elements.
pub fn dimensions(store: &Store, sort: SortId) -> (Vec<SortId>, SortId) {
    let (mut indices, mut element) = (Vec::new(), sort);
    while let Some((index, inner)) = store.array_sorts(element) {
        indices.push(index);
        element = inner;
    }
    (indices, element)
}

/// Whether an array is inside one of the terms' sorts, as a field of a datatype.
fn mentions_array_sort(store: &Store, terms: &[TermId]) -> bool {
    terms.iter().any(|&t| match store.sort(store.sort_of(t)) {
        Sort::Array(..) => true,
        Sort::Datatype(_) => sort_holds_array(store, store.sort_of(t)),
        _ => false,
    })
}

/// Whether values of a sort that is itself no array may contain arrays.
pub fn sort_holds_array(store: &Store, sort: SortId) -> bool {
    let (mut seen, mut stack) = (vec![false; store.sort_count()], vec![sort]);
    while let Some(sort) = stack.pop() {
        if std::mem::replace(&mut seen[sort.index()], true) {
            continue;
        }
        match store.sort(sort) {
            Sort::Array(..) => return true,
            Sort::Datatype(id) => {
                stack.extend(store.datatype(*id).constructors.iter().flat_map(|c| c.fields.iter().map(|f| f.sort)));
            }
            _ => {}
        }
    }
    false
}
