//! Functions that only Eldarica's reader has: `((_ bv2nat n) x)`, `((_ bv2int n) x)`, `((_ update-field f) t v)` and
//! `(_size t)`.
//!
//! *Sizes.* `(_size t)` is the number of applications of constructors in the value of t. It becomes an Int variable n
//! of the clause, which gets the atom `size(t, n)`; `size` is a predicate of the reader that has, for each constructor,
//! the clause `size(x, a) ∧ size(y, b) → size(C x y z, 1 + a + b)`, where x and y are the fields that count. Its least
//! solution is the function, and every solution contains that. So a model of these clauses is one of the script, with
//! `size` read as the function, and a refutation derives no size but the right one. Until the clauses are there the
//! size is a term without a value: a selector on what another constructor made.
//!
//! Fields count whose datatype is declared by the same command. One declared by another command is refused: whether its
//! constructors count is not said anywhere. Addresses, ranges and heaps are no datatypes to the user and count nothing.

use super::diagnostic::Diagnostic;
use super::reader::State;
use super::sexpr::{NodeId, Tree};
use super::symbol::Word;
use super::theory::{Arg, Call};
use crate::system::{Atom, Clause, Origin, PredId};
use crate::term::{BvOp, Constructor, Field, Op, SortId, Store, Substitution, TermId, postorder};
use hashbrown::HashMap;
use std::rc::Rc;

/// What the names of the datatypes of calls begin with.
const CALL: &str = "size!";

/// Whether a datatype of that name exists only while a script is being read.
pub(super) fn is_call(name: &str) -> bool {
    name.starts_with(CALL)
}

impl State<'_> {
    /// Applies a function that is indexed in Eldarica alone.
    pub(super) fn apply_eldarica(
        &mut self,
        tree: &Tree,
        head: NodeId,
        indices: &[NodeId],
        args: &[Arg],
    ) -> Result<TermId, Diagnostic> {
        let text = tree.span(head + 2).text(self.text);
        let word = tree.word(head + 2);
        let count = if word == Some(Word::UpdateField) { 2 } else { 1 };
        let &[index] = indices else {
            return Err(self.error(tree, head, format!("`{text}` takes 1 index")));
        };
        if args.len() != count {
            let message = format!("`{text}` takes {count} arguments, {} given", args.len());
            return Err(self.error(tree, head, message));
        }
        let term = self.term(tree, args[0])?;
        if word == Some(Word::UpdateField) {
            return self.update_field(tree, index, term, args);
        }
        let Some(width) = self.store.bv_width(self.store.sort_of(term)) else {
            return Err(self.mismatch(tree, args[0], "(_ BitVec n)"));
        };
        if self.index(tree, index)? != width {
            let message = format!("the index must be the number of bits of the argument, {width}");
            return Err(self.error(tree, index, message));
        }
        let operation = if word == Some(Word::Bv2Int) { BvOp::ToIntSigned } else { BvOp::ToNat };
        Ok(self.store.bv_op(operation, &[term]))
    }

    /// The value with another field. What a field of another constructor would be changed to is not said anywhere.
    fn update_field(&mut self, tree: &Tree, index: NodeId, term: TermId, args: &[Arg]) -> Result<TermId, Diagnostic> {
        let sort = self.store.sort_of(term);
        let name = tree.symbol(index).map(|symbol| self.name(symbol)).unwrap_or("");
        let Some(datatype) = self.store.datatype_of(sort) else {
            return Err(self.mismatch(tree, args[0], "a datatype"));
        };
        let [only] = &self.store.datatype(datatype).constructors[..] else {
            let message =
                format!("`update-field` needs a datatype with one constructor, {} has more", self.sort_name(sort));
            return Err(self.error(tree, args[0].node, message));
        };
        let Some(position) = only.fields.iter().position(|field| field.name == name) else {
            let message = format!("`{name}` is no selector of {}", self.sort_name(sort));
            return Err(self.error(tree, index, message));
        };
        let (count, field) = (only.fields.len(), only.fields[position].sort);
        let value = self.term_of_sort(tree, args[1], field)?;
        let mut fields: Vec<TermId> = (0..count as u32).map(|at| self.store.project(0, at, term)).collect();
        fields[position] = value;
        Ok(self.store.construct(sort, 0, &fields))
    }

    /// `(_size t)`
    pub(super) fn apply_size(&mut self, call: &Call<'_>, arg: Arg) -> Result<TermId, Diagnostic> {
        let term = self.term(call.tree, arg)?;
        let sort = self.store.sort_of(term);
        if self.store.datatype_of(sort).is_none() || super::heap::encoding(&self.store, sort).is_some() {
            return Err(self.mismatch(call.tree, arg, "a datatype"));
        }
        if let Some(foreign) = self.uncounted(sort) {
            let message = format!(
                "`_size` of {} is not supported: {} inside it is declared by another command",
                self.sort_name(sort),
                self.sort_name(foreign)
            );
            return Err(self.error(call.tree, arg.node, message));
        }
        // The constructors on top are counted here.
        let (mut parts, mut constant, mut pending) = (Vec::new(), 0, vec![term]);
        while let Some(term) = pending.pop() {
            if let Op::Construct(_) = self.store.op(term) {
                constant += 1;
                let counted = |&&field: &&TermId| self.counts(self.store.sort_of(field));
                pending.extend(self.store.args(term).iter().filter(counted).copied().collect::<Vec<_>>());
            } else {
                parts.push(self.size_call(term));
            }
        }
        parts.push(self.store.int(constant));
        Ok(self.store.add(&parts))
    }

    /// Whether the constructors of values of a sort count.
    fn counts(&self, sort: SortId) -> bool {
        self.store.datatype_of(sort).is_some() && super::heap::encoding(&self.store, sort).is_none()
    }

    /// A datatype inside a datatype that is not declared together with it.
    fn uncounted(&self, sort: SortId) -> Option<SortId> {
        let (mut seen, mut pending) = (vec![sort], vec![sort]);
        while let Some(sort) = pending.pop() {
            let datatype = self.store.datatype_of(sort)?;
            let (family, params) = self.sorts.origin(datatype);
            let fields = self.store.datatype(datatype).constructors.iter().flat_map(|constructor| &constructor.fields);
            for field in fields.filter(|field| self.counts(field.sort)) {
                let (other, others) = self.sorts.origin(self.store.datatype_of(field.sort)?);
                let (tree, other) = (&self.sorts.family(family).tree, &self.sorts.family(other).tree);
                if !Rc::ptr_eq(tree, other) || params != others {
                    return Some(field.sort);
                }
                if !seen.contains(&field.sort) {
                    seen.push(field.sort);
                    pending.push(field.sort);
                }
            }
        }
        None
    }

    /// A term that stands for the size until [`State::close_sizes`].
    fn size_call(&mut self, term: TermId) -> TermId {
        let sort = self.store.sort_of(term);
        let known =
            self.store.sorts().map(|(sort, _)| sort).find(|&call| size_argument(&self.store, call) == Some(sort));
        let call = known.unwrap_or_else(|| {
            let number = self.store.datatypes().count();
            let (id, call) = self.store.declare_datatype(&format!("{CALL}{number}"));
            let build = |name: &str, field: &str, sort| {
                let fields = vec![Field { name: format!("{CALL}{field}{number}"), sort }];
                Constructor { name: format!("{CALL}{name}{number}"), fields }
            };
            self.store.define_datatype(id, vec![build("none", "result", SortId::INT), build("call", "of", sort)]);
            call
        });
        let built = self.store.construct(call, 1, &[term]);
        self.store.project(0, 0, built)
    }

    /// Whether the script has sizes.
    pub(super) fn has_sizes(&self) -> bool {
        self.store.datatypes().any(|(_, datatype)| is_call(&datatype.name))
    }

    /// Gives the sizes in all clauses their meaning.
    pub(super) fn close_sizes(&mut self) -> Result<(), Diagnostic> {
        if !self.has_sizes() {
            return Ok(());
        }
        let mut preds: HashMap<SortId, PredId> = HashMap::new();
        let mut order: Vec<SortId> = Vec::new();
        for index in 0..self.system.clauses.len() {
            // One size at a time, the innermost first: the next one may have it inside.
            while let Some(call) = self.find_size(&self.system.clauses[index]) {
                let mut clause = self.system.clauses[index].clone();
                if postorder(&self.store, &[call]).iter().any(|&t| matches!(self.store.op(t), Op::Bound(_))) {
                    let message = "`_size` can't be used under a quantifier that stays in the constraint";
                    return Err(self.error_in(clause.origin, message));
                }
                let of = self.store.args(self.store.args(call)[0])[0];
                let pred = self.size_pred(self.store.sort_of(of), &mut preds, &mut order);
                let size = self.store.var(clause.vars.len() as u32, SortId::INT);
                clause.vars.push(SortId::INT);
                let mut substitution = Substitution::new([(call, size)]);
                for atom in clause.body.iter_mut().chain(&mut clause.head) {
                    *atom = atom.substitute(&mut self.store, &mut substitution);
                }
                clause.body.push(Atom::new(pred, [of, size]));
                let constraint = substitution.apply(&mut self.store, clause.constraint);
                let one = self.store.int(1);
                let positive = self.store.ge(size, one);
                clause.constraint = self.store.and(&[constraint, positive]);
                self.system.clauses[index] = clause;
            }
        }
        let mut defined = 0;
        while let Some(&sort) = order.get(defined) {
            defined += 1;
            self.define_size(sort, &mut preds, &mut order);
        }
        Ok(())
    }

    /// An innermost size in a clause.
    fn find_size(&self, clause: &Clause) -> Option<TermId> {
        let is_size = |&term: &TermId| {
            *self.store.op(term) == Op::Project(0, 0)
                && size_argument(&self.store, self.store.sort_of(self.store.args(term)[0])).is_some()
        };
        postorder(&self.store, &clause.terms()).into_iter().find(is_size)
    }

    fn size_pred(&mut self, sort: SortId, preds: &mut HashMap<SortId, PredId>, order: &mut Vec<SortId>) -> PredId {
        *preds.entry(sort).or_insert_with(|| {
            order.push(sort);
            let pred = self.system.add_pred(String::new(), vec![sort, SortId::INT]);
            self.auxiliary.push(pred);
            pred
        })
    }

    /// The clauses of the predicate for a sort, one per constructor.
    fn define_size(&mut self, sort: SortId, preds: &mut HashMap<SortId, PredId>, order: &mut Vec<SortId>) {
        let Some(datatype) = self.store.datatype_of(sort) else { return };
        let own = self.size_pred(sort, preds, order);
        for constructor in 0..self.store.datatype(datatype).constructors.len() as u32 {
            let fields = &self.store.datatype(datatype).constructors[constructor as usize].fields;
            let mut vars: Vec<SortId> = fields.iter().map(|field| field.sort).collect();
            let terms = self.store.vars(0, &vars);
            let value = self.store.construct(sort, constructor, &terms);
            let (mut body, mut sum) = (Vec::new(), vec![self.store.int(1)]);
            for field in terms {
                let sort = self.store.sort_of(field);
                if self.counts(sort) {
                    let size = self.store.var(vars.len() as u32, SortId::INT);
                    vars.push(SortId::INT);
                    let pred = self.size_pred(sort, preds, order);
                    body.push(Atom::new(pred, [field, size]));
                    sum.push(size);
                }
            }
            let sum = self.store.add(&sum);
            let head = Some(Atom::new(own, [value, sum]));
            self.system.add_clause(Clause { vars, body, constraint: Store::TRUE, head, origin: Origin::default() });
        }
    }
}

/// The sort whose sizes a datatype of calls is for.
fn size_argument(store: &Store, call: SortId) -> Option<SortId> {
    let datatype = store.datatype(store.datatype_of(call)?);
    if !is_call(&datatype.name) {
        return None;
    }
    datatype.constructors.get(1)?.fields.first().map(|field| field.sort)
}
