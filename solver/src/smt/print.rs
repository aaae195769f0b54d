//! Terms as SMT-LIB text, without losing their sharing.
//!
//! A term is a DAG; written as a tree it may be exponentially larger. Subterms that occur more than once and are not
//! tiny get a name: in *definition* mode a `define-fun` before the command (which later commands reuse), else, and for
//! subterms with quantified variables, a `let`. In definition mode very deep terms are also cut into definitions,
//! because not every solver's parser is iterative. The writer itself is a machine with an explicit stack of `Work`
//! items.

use super::names::{Symbol, write_sort};
use crate::num::{Int, Rat};
use crate::term::{BvOp, Op, Sort, SortId, Store, TermId};
use hashbrown::{HashMap, HashSet};
use rsmt2::SmtRes;
use rsmt2::print::Expr2Smt;
use smallvec::SmallVec;
use std::borrow::Cow;
use std::io::{self, Write};

/// A shared subterm of at least this many nodes gets a name.
const NAMED_SIZE: usize = 8;
/// In definition mode no printed term nests deeper than this, quantifiers aside.
const MAX_DEPTH: usize = 100;

/// Names in force while printing: definitions from earlier commands, and `let`s of this one.
#[derive(Debug, Default)]
pub(super) struct Names {
    map: HashMap<TermId, Symbol>,
    next: u32,
}

impl Names {
    pub(super) fn define(&mut self, term: TermId, symbol: Symbol) {
        self.map.insert(term, symbol);
    }

    pub(super) fn forget(&mut self, term: TermId) {
        self.map.remove(&term);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.map.is_empty()
    }

    pub(super) fn contains(&self, term: TermId) -> bool {
        self.map.contains_key(&term)
    }
}

/// What is below a root, not looking inside subterms that have a name.
pub(super) struct Exploration {
    /// Arguments before the terms that use them; named subterms are not listed.
    pub(super) order: Vec<TermId>,
    uses: HashMap<TermId, u32>,
}

impl Exploration {
    pub(super) fn new(store: &Store, root: TermId, names: &Names) -> Exploration {
        let mut found = Exploration { order: Vec::new(), uses: HashMap::new() };
        let mut stack = vec![(root, false)];
        while let Some((term, expanded)) = stack.pop() {
            if expanded {
                found.order.push(term);
                continue;
            }
            // Printing the signed value of a bit-vector takes its argument three times.
            let uses = found.uses.entry(term).or_insert(0);
            *uses += 1;
            if *uses > 1 || (term != root && names.contains(term)) {
                continue;
            }
            stack.push((term, true));
            let repeat = if *store.op(term) == Op::Bv(BvOp::ToIntSigned) { 3 } else { 1 };
            for &arg in store.args(term).iter().rev() {
                stack.extend(std::iter::repeat_n((arg, false), repeat));
            }
        }
        found
    }

    fn shared(&self, term: TermId) -> bool {
        self.uses.get(&term).is_some_and(|&uses| uses > 1)
    }
}

/// For the terms of `order` (and what lies below) that contain quantified variables: which of them occur free, sorted.
fn free_bounds(store: &Store, order: &[TermId], known: &mut HashMap<TermId, SmallVec<[u32; 4]>>) {
    for &term in order {
        if !store.is_quantified(term) || known.contains_key(&term) {
            continue;
        }
        let mut free: SmallVec<[u32; 4]> = SmallVec::new();
        if let Op::Bound(index) = store.op(term) {
            free.push(*index);
        }
        for arg in store.args(term) {
            free.extend(known.get(arg).into_iter().flatten().copied());
        }
        if let Op::Forall(vars) | Op::Exists(vars) = store.op(term) {
            free.retain(|index| !vars.iter().any(|(bound, _)| bound == index));
        }
        free.sort_unstable();
        free.dedup();
        known.insert(term, free);
    }
}

/// The subterms of `root` to be defined before `root` can be printed in definition mode, in order.
pub(super) fn definitions_for(store: &Store, found: &Exploration, names: &Names, root: TermId) -> Vec<TermId> {
    let mut free = HashMap::new();
    if store.is_quantified(root) {
        free_bounds(store, &found.order, &mut free);
    }
    let mut measure: HashMap<TermId, (usize, usize)> = HashMap::new();
    let mut chosen = Vec::new();
    for &term in &found.order {
        let (mut size, mut depth) = (1, 0);
        for arg in store.args(term) {
            // Names that were there before have no measure and count as leaves.
            let (arg_size, arg_depth) = measure.get(arg).copied().unwrap_or((1, 0));
            size += arg_size;
            depth = depth.max(arg_depth + 1);
        }
        let closed = free.get(&term).is_none_or(|free| free.is_empty());
        let wanted = (found.shared(term) && size >= NAMED_SIZE) || depth >= MAX_DEPTH;
        if wanted && closed && term != root && !names.contains(term) {
            chosen.push(term);
            (size, depth) = (1, 0);
        }
        measure.insert(term, (size, depth));
    }
    chosen
}

/// Steps of the writing machine.
enum Work {
    Text(&'static str),
    Owned(String),
    /// A subterm: its name, if it has one, else its structure.
    Term(TermId),
    /// The structure of a term, even if it has a name.
    Structure(TermId),
    /// A term inside which `let`s may be opened for what is shared and well-scoped here.
    Level(TermId),
    /// From here on the term goes by its name.
    Bind(TermId, Symbol),
    Unbind(TermId),
    Close(usize),
    EnterScope(TermId),
    LeaveScope(TermId),
}

/// Writes a term. With `lets`, sharing of quantifier-free subterms is expressed by `let`s as well; without, it
/// has been expressed by definitions already.
pub(super) fn write_term(
    store: &Store,
    root: TermId,
    names: &mut Names,
    lets: bool,
    w: &mut impl Write,
) -> io::Result<()> {
    let mut scope: HashSet<u32> = HashSet::new();
    let mut free: HashMap<TermId, SmallVec<[u32; 4]>> = HashMap::new();
    let first = if lets || store.is_quantified(root) { Work::Level(root) } else { Work::Structure(root) };
    let mut stack = vec![first];
    while let Some(item) = stack.pop() {
        match item {
            Work::Text(text) => w.write_all(text.as_bytes())?,
            Work::Owned(text) => w.write_all(text.as_bytes())?,
            Work::Term(term) => match names.map.get(&term) {
                Some(symbol) => write!(w, "{symbol}")?,
                None => write_structure(store, term, &mut stack, w)?,
            },
            Work::Structure(term) => write_structure(store, term, &mut stack, w)?,
            Work::Level(term) => {
                let chosen = choose_lets(store, term, names, lets, &scope, &mut free);
                let mut steps = Vec::with_capacity(chosen.len() * 4 + 3);
                for &shared in &chosen {
                    let symbol = Symbol::Let(names.next);
                    names.next += 1;
                    steps.extend([
                        Work::Owned(format!("(let (({symbol} ")),
                        Work::Structure(shared),
                        Work::Text(")) "),
                        Work::Bind(shared, symbol),
                    ]);
                }
                // A root that was named by an earlier definition is still printed in full when it is being defined.
                steps.push(if term == root { Work::Structure(term) } else { Work::Term(term) });
                steps.push(Work::Close(chosen.len()));
                steps.extend(chosen.iter().map(|&shared| Work::Unbind(shared)));
                stack.extend(steps.into_iter().rev());
            }
            Work::Bind(term, symbol) => names.define(term, symbol),
            Work::Unbind(term) => names.forget(term),
            Work::Close(count) => {
                for _ in 0..count {
                    w.write_all(b")")?;
                }
            }
            Work::EnterScope(quantifier) => scope.extend(bound_by(store, quantifier).iter().map(|(index, _)| *index)),
            Work::LeaveScope(quantifier) => {
                for (index, _) in bound_by(store, quantifier) {
                    scope.remove(index);
                }
            }
        }
    }
    Ok(())
}

fn bound_by(store: &Store, quantifier: TermId) -> &[(u32, SortId)] {
    match store.op(quantifier) {
        Op::Forall(vars) | Op::Exists(vars) => vars,
        _ => &[],
    }
}

/// The subterms of `root` that a `let` at this place should name, arguments first.
fn choose_lets(
    store: &Store,
    root: TermId,
    names: &Names,
    lets: bool,
    scope: &HashSet<u32>,
    free: &mut HashMap<TermId, SmallVec<[u32; 4]>>,
) -> Vec<TermId> {
    if names.contains(root) {
        return Vec::new();
    }
    let found = Exploration::new(store, root, names);
    free_bounds(store, &found.order, free);
    let mut sizes: HashMap<TermId, usize> = HashMap::new();
    let mut chosen = Vec::new();
    for &term in &found.order {
        let size = 1 + store.args(term).iter().map(|arg| sizes.get(arg).copied().unwrap_or(1)).sum::<usize>();
        let needs_let = lets || free.get(&term).is_some_and(|free| !free.is_empty());
        let in_scope = free.get(&term).is_none_or(|free| free.iter().all(|index| scope.contains(index)));
        let name_it = found.shared(term) && size >= NAMED_SIZE && needs_let && in_scope && term != root;
        if name_it {
            chosen.push(term);
        }
        sizes.insert(term, if name_it { 1 } else { size });
    }
    chosen
}

/// Writes the root of a term and stacks its arguments.
fn write_structure(store: &Store, term: TermId, stack: &mut Vec<Work>, w: &mut impl Write) -> io::Result<()> {
    let sort = store.sort_of(term);
    let args = store.args(term);
    match store.op(term) {
        Op::Var(index) => return write!(w, "{}", Symbol::Var(*index, sort)),
        Op::Bound(index) => return write!(w, "{}", Symbol::Bound(*index, sort)),
        Op::Bool(value) => return write!(w, "{value}"),
        Op::Num(value) => return write_number(value, sort, w),
        Op::BitVec(value) => return write!(w, "(_ bv{value} {})", store.bv_width(sort).unwrap_or(1)),
        Op::Construct(constructor) => {
            let Some(data) = store.datatype_of(sort) else { unreachable!("a constructor makes a datatype") };
            let symbol = Symbol::Constructor(data, *constructor);
            if args.is_empty() {
                return write!(w, "{symbol}");
            }
            write!(w, "({symbol}")?;
        }
        Op::Project(constructor, field) => match store.datatype_of(store.sort_of(args[0])) {
            Some(data) => write!(w, "({}", Symbol::Selector(data, *constructor, *field))?,
            None => unreachable!("a selector applies to a datatype"),
        },
        Op::Test(constructor) => match store.datatype_of(store.sort_of(args[0])) {
            Some(data) => write!(w, "((_ is {})", Symbol::Constructor(data, *constructor))?,
            None => unreachable!("a tester applies to a datatype"),
        },
        Op::ConstArray => {
            w.write_all(b"((as const ")?;
            write_sort(store, sort, w)?;
            w.write_all(b")")?;
        }
        // To the solver an aggregate is an uninterpreted function.
        Op::Aggregate(id) => write!(w, "({}", Symbol::Aggregate(*id))?,
        // What is true of a recursive function is said by whoever asks.
        Op::Call(id) => write!(w, "({}", Symbol::Function(*id))?,
        op @ (Op::Forall(vars) | Op::Exists(vars)) => {
            w.write_all(if matches!(op, Op::Forall(_)) { b"(forall (" } else { b"(exists (" })?;
            for (at, (index, sort)) in vars.iter().enumerate() {
                write!(w, "{}({} ", if at == 0 { "" } else { " " }, Symbol::Bound(*index, *sort))?;
                write_sort(store, *sort, w)?;
                w.write_all(b")")?;
            }
            w.write_all(b") ")?;
            stack.extend([Work::Text(")"), Work::LeaveScope(term), Work::Level(args[0]), Work::EnterScope(term)]);
            return Ok(());
        }
        Op::Bv(BvOp::ToIntSigned) => {
            // Only recent solvers have a function for it: x < 0 ? bv2nat x - 2^n : bv2nat x.
            let width = store.bv_width(store.sort_of(args[0])).unwrap_or(1);
            w.write_all(b"(ite (bvslt ")?;
            let arg = || Work::Term(args[0]);
            let middle = format!(" (_ bv0 {width})) (- (bv2nat ");
            let end = format!(") {}) (bv2nat ", Int::pow2(width));
            stack.extend([Work::Text("))"), arg(), Work::Owned(end), arg(), Work::Owned(middle), arg()]);
            return Ok(());
        }
        op => write!(w, "({}", operator(op))?,
    }
    stack.push(Work::Text(")"));
    for &arg in args.iter().rev() {
        stack.extend([Work::Term(arg), Work::Text(" ")]);
    }
    Ok(())
}

/// The function in SMT-LIB of an operator whose term is written as a plain application.
fn operator(op: &Op) -> Cow<'static, str> {
    let name = match op {
        Op::Not => "not",
        Op::And => "and",
        Op::Or => "or",
        Op::Eq => "=",
        Op::Ite => "ite",
        Op::Add => "+",
        Op::Mul => "*",
        Op::Le => "<=",
        Op::IntDiv => "div",
        Op::IntMod => "mod",
        Op::RealDiv => "/",
        Op::ToReal => "to_real",
        Op::ToInt => "to_int",
        Op::Select => "select",
        Op::Store => "store",
        // Not a symbol of any process: certificates remove measures before they ask, and nobody else has them. An
        // answer would be an error.
        Op::Measure(measure) => measure.name(),
        Op::Bv(BvOp::ToIntSigned) => unreachable!("written by its own rule"),
        Op::Bv(bv) => return bv.function(),
        Op::Var(_) | Op::Bound(_) | Op::Bool(_) | Op::Num(_) | Op::BitVec(_) | Op::ConstArray => {
            unreachable!("written by its own rule")
        }
        Op::Construct(_) | Op::Project(..) | Op::Test(_) => unreachable!("written by its own rule"),
        Op::Forall(_) | Op::Exists(_) | Op::Aggregate(_) | Op::Call(_) => {
            unreachable!("written by its own rule")
        }
    };
    name.into()
}

/// Writes a numeral: SMT-LIB has no negative literals and no fractions.
fn write_number(value: &Rat, sort: SortId, w: &mut impl Write) -> io::Result<()> {
    let suffix = if sort == SortId::REAL { ".0" } else { "" };
    let numerator = value.numer().abs();
    let (open, close) = if value.is_negative() { ("(- ", ")") } else { ("", "") };
    if value.is_integer() {
        write!(w, "{open}{numerator}{suffix}{close}")
    } else {
        write!(w, "{open}(/ {numerator}{suffix} {}{suffix}){close}", value.denom())
    }
}

/// A term of a store, to be printed on its own with its sharing kept by `let`s.
#[derive(Debug, Clone, Copy)]
pub struct SmtTerm<'a>(pub &'a Store, pub TermId);

impl Expr2Smt for SmtTerm<'_> {
    fn expr_to_smt2<W: Write>(&self, w: &mut W, (): ()) -> SmtRes<()> {
        write_term(self.0, self.1, &mut Names::default(), true, w)?;
        Ok(())
    }
}

impl SmtTerm<'_> {
    /// The text as a string.
    pub fn text(&self) -> String {
        let mut bytes = Vec::new();
        // Writing to memory does not fail.
        let _ = write_term(self.0, self.1, &mut Names::default(), true, &mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// Appends the datatypes that a sort is made of to `found`, if they are not in it.
pub(super) fn datatypes_of(store: &Store, sort: SortId, found: &mut Vec<crate::term::DatatypeId>) {
    let mut stack = vec![sort];
    let mut seen: HashSet<SortId> = HashSet::new();
    while let Some(sort) = stack.pop() {
        if !seen.insert(sort) {
            continue;
        }
        match store.sort(sort) {
            Sort::Array(index, element) => stack.extend([*index, *element]),
            Sort::Datatype(id) if !found.contains(id) => {
                found.push(*id);
                stack.extend(store.datatype(*id).constructors.iter().flat_map(|c| c.fields.iter().map(|f| f.sort)));
            }
            _ => {}
        }
    }
}

/// Writes the declaration of datatypes, as one group since they may refer to each other.
pub(super) fn write_datatypes(store: &Store, group: &[crate::term::DatatypeId], w: &mut impl Write) -> io::Result<()> {
    w.write_all(b"(declare-datatypes (")?;
    for &id in group {
        write!(w, "({} 0)", Symbol::Datatype(id))?;
    }
    w.write_all(b") (")?;
    for &id in group {
        w.write_all(b"(")?;
        for (c, constructor) in store.datatype(id).constructors.iter().enumerate() {
            write!(w, "({}", Symbol::Constructor(id, c as u32))?;
            for (f, field) in constructor.fields.iter().enumerate() {
                write!(w, " ({} ", Symbol::Selector(id, c as u32, f as u32))?;
                write_sort(store, field.sort, w)?;
                w.write_all(b")")?;
            }
            w.write_all(b")")?;
        }
        w.write_all(b")")?;
    }
    w.write_all(b"))\n")
}
