//! The generated names that go out to the solver, and their way back.
//!
//! No user symbol ever reaches the process. A name encodes the ids it stands for (`v12.i` is `Var(12)` of sort Int,
//! `D0.2.1` the second selector of the third constructor of the first datatype), so that the table that maps it
//! back is the store itself. The dot keeps our names apart from those that Z3 makes up (`k!0`, `a!1`, `x!1`).

use crate::term::{AggregateId, DatatypeId, FunctionId, Sort, SortId, Store};
use rsmt2::SmtRes;
use rsmt2::print::{Sort2Smt, Sym2Smt};
use std::fmt;
use std::io::Write;

/// A generated symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Symbol {
    /// A free variable.
    Var(u32, SortId),
    /// A variable bound by a quantifier.
    Bound(u32, SortId),
    /// An activation literal.
    Literal(u32),
    /// A defined term.
    Definition(u32),
    /// A `let` variable.
    Let(u32),
    /// An uninterpreted predicate or function.
    Predicate(u32),
    /// An aggregate, to the solver an uninterpreted function.
    Aggregate(AggregateId),
    /// A recursive function, to the solver an uninterpreted one.
    Function(FunctionId),
    /// A datatype.
    Datatype(DatatypeId),
    /// A constructor, by its index.
    Constructor(DatatypeId, u32),
    /// A selector: constructor, field.
    Selector(DatatypeId, u32, u32),
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let variable = |f: &mut fmt::Formatter<'_>, prefix: char, index: u32, sort: SortId| match sort {
            SortId::BOOL => write!(f, "{prefix}{index}.b"),
            SortId::INT => write!(f, "{prefix}{index}.i"),
            SortId::REAL => write!(f, "{prefix}{index}.r"),
            other => write!(f, "{prefix}{index}.s{}", other.index()),
        };
        match *self {
            Symbol::Var(index, sort) => variable(f, 'v', index, sort),
            Symbol::Bound(index, sort) => variable(f, 'q', index, sort),
            Symbol::Literal(number) => write!(f, "l.{number}"),
            Symbol::Definition(number) => write!(f, "d.{number}"),
            Symbol::Let(number) => write!(f, "x.{number}"),
            Symbol::Predicate(number) => write!(f, "p.{number}"),
            Symbol::Aggregate(id) => write!(f, "g.{}", id.index()),
            Symbol::Function(id) => write!(f, "f.{}", id.index()),
            Symbol::Datatype(data) => write!(f, "D{}", data.index()),
            Symbol::Constructor(data, constructor) => write!(f, "D{}.{constructor}", data.index()),
            Symbol::Selector(data, constructor, field) => write!(f, "D{}.{constructor}.{field}", data.index()),
        }
    }
}

impl Symbol {
    /// What a name stands for; `None` for a name that is none of ours, or one that the store does not know.
    pub fn parse(name: &str, store: &Store) -> Option<Symbol> {
        let (head, rest) = name.split_once('.')?;
        let kind = head.get(..1)?;
        let digits = head.get(1..)?;
        let variable = || -> Option<(u32, SortId)> {
            let sort = match rest {
                "b" => SortId::BOOL,
                "i" => SortId::INT,
                "r" => SortId::REAL,
                _ => store.sorts().nth(number(rest.strip_prefix('s')?)? as usize)?.0,
            };
            Some((number(digits)?, sort))
        };
        match kind {
            "v" => variable().map(|(index, sort)| Symbol::Var(index, sort)),
            "q" => variable().map(|(index, sort)| Symbol::Bound(index, sort)),
            "l" if digits.is_empty() => number(rest).map(Symbol::Literal),
            "d" if digits.is_empty() => number(rest).map(Symbol::Definition),
            "x" if digits.is_empty() => number(rest).map(Symbol::Let),
            "p" if digits.is_empty() => number(rest).map(Symbol::Predicate),
            "g" if digits.is_empty() => {
                store.aggregates().nth(number(rest)? as usize).map(|(id, _)| Symbol::Aggregate(id))
            }
            "f" if digits.is_empty() => {
                let index = number(rest)? as usize;
                (index < store.function_count()).then(|| Symbol::Function(FunctionId::at(index)))
            }
            "D" => {
                let (id, data) = store.datatypes().nth(number(digits)? as usize)?;
                let (constructor, field) = match rest.split_once('.') {
                    Some((constructor, field)) => (number(constructor)?, Some(number(field)?)),
                    None => (number(rest)?, None),
                };
                let fields = data.constructors.get(constructor as usize)?.fields.len();
                match field {
                    None => Some(Symbol::Constructor(id, constructor)),
                    Some(field) => ((field as usize) < fields).then_some(Symbol::Selector(id, constructor, field)),
                }
            }
            _ => None,
        }
    }

    /// The datatype that a sort name stands for.
    pub fn parse_datatype(name: &str, store: &Store) -> Option<DatatypeId> {
        let index = number(name.strip_prefix('D')?)?;
        store.datatypes().nth(index as usize).map(|(id, _)| id)
    }
}

/// A number in the form in which we print it: no sign, no leading zero.
fn number(text: &str) -> Option<u32> {
    let plain = text == "0" || (!text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit()));
    plain.then(|| text.parse().ok()).flatten()
}

impl Sym2Smt for Symbol {
    fn sym_to_smt2<W: Write>(&self, w: &mut W, (): ()) -> SmtRes<()> {
        write!(w, "{self}")?;
        Ok(())
    }
}

/// A sort of a store, to be printed.
#[derive(Debug, Clone, Copy)]
pub struct SmtSort<'a>(pub &'a Store, pub SortId);

impl Sort2Smt for SmtSort<'_> {
    fn sort_to_smt2<W: Write>(&self, w: &mut W) -> SmtRes<()> {
        write_sort(self.0, self.1, w)?;
        Ok(())
    }
}

/// Writes a sort; array sorts may nest deeply, so the stack is explicit.
pub(super) fn write_sort(store: &Store, sort: SortId, w: &mut impl Write) -> std::io::Result<()> {
    enum Item {
        Sort(SortId),
        Text(&'static str),
    }
    let mut stack = vec![Item::Sort(sort)];
    while let Some(item) = stack.pop() {
        match item {
            Item::Text(text) => w.write_all(text.as_bytes())?,
            Item::Sort(sort) => match store.sort(sort) {
                Sort::Bool => w.write_all(b"Bool")?,
                Sort::Int => w.write_all(b"Int")?,
                Sort::Real => w.write_all(b"Real")?,
                Sort::BitVec(width) => write!(w, "(_ BitVec {width})")?,
                Sort::Datatype(id) => write!(w, "{}", Symbol::Datatype(*id))?,
                Sort::Array(index, element) => {
                    w.write_all(b"(Array ")?;
                    stack.extend([Item::Text(")"), Item::Sort(*element), Item::Text(" "), Item::Sort(*index)]);
                }
            },
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Constructor, Field};

    #[test]
    fn names_come_back() {
        let mut store = Store::new();
        let (list, sort) = store.declare_datatype("my list (|");
        let field = |name: &str, sort| Field { name: name.to_string(), sort };
        let nil = Constructor { name: "nil".to_string(), fields: vec![] };
        let cons =
            Constructor { name: "cons".to_string(), fields: vec![field("head", SortId::INT), field("tail", sort)] };
        store.define_datatype(list, vec![nil, cons]);
        let array = store.array_sort(sort, SortId::BOOL);
        let bv = store.bv_sort(8);
        let mut all = vec![Symbol::Literal(3), Symbol::Definition(0), Symbol::Let(7), Symbol::Predicate(12)];
        for sort in [SortId::BOOL, SortId::INT, SortId::REAL, sort, array, bv] {
            all.extend([Symbol::Var(4, sort), Symbol::Bound(0, sort)]);
        }
        all.extend([Symbol::Constructor(list, 0), Symbol::Constructor(list, 1), Symbol::Selector(list, 1, 1)]);
        for symbol in all {
            assert_eq!(Symbol::parse(&symbol.to_string(), &store), Some(symbol), "{symbol}");
        }
        for foreign in [
            "", "v", "v.", "v1", "v1.q", "v01.i", "v+1.i", "k!0", "a!1", "D0.2", "D0.1.2", "D1.0", "é.1", "l1.2",
            "v1.s99",
        ] {
            assert_eq!(Symbol::parse(foreign, &store), None, "{foreign}");
        }
        assert_eq!(Symbol::parse_datatype("D0", &store), Some(list));
        let mut text = Vec::new();
        write_sort(&store, array, &mut text).unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), "(Array D0 Bool)");
    }

    #[test]
    fn deep_sorts_are_safe() {
        let mut store = Store::new();
        let mut sort = SortId::INT;
        for _ in 0..100_000 {
            sort = store.array_sort(SortId::INT, sort);
        }
        let mut text = Vec::new();
        write_sort(&store, sort, &mut text).unwrap();
        assert!(text.ends_with(b")))"));
    }
}
