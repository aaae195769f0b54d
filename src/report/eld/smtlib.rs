//! Formulas in the SMT-LIB that Eldarica prints: binary connectives and sums, `>=` beside `<=`, truth values compared
//! with `true`.
//!
//! Terms are written out as trees, as Eldarica does. One whose tree is very large is written with `let` instead, by the
//! solver's own printer.

use super::heap::{self, Application};
use horn_solver::num::Rat;
use horn_solver::smtlib::Names;
use horn_solver::smtlib::print::{number_text, write_term};
use horn_solver::term::{BvOp, Op, SortId, Store, TermId, tree_size};
use std::fmt::Write;

/// Terms with more nodes than this, written as trees, are written with `let`.
pub(super) const LARGE: usize = 20_000;

/// What is still to be written; the last comes first.
enum Piece {
    /// A term where a formula is expected.
    Formula(TermId),
    /// A term where a term is expected.
    Term(TermId),
    Text(String),
}

/// A formula as text. `quantified` variables are named `var0`, `var1` … from the outside in.
pub fn formula_text(store: &Store, term: TermId, names: &Names) -> String {
    text(store, term, names, Piece::Formula)
}

/// A term as text; a truth value is left as it is.
pub fn term_text(store: &Store, term: TermId, names: &Names) -> String {
    text(store, term, names, Piece::Term)
}

fn text(store: &Store, term: TermId, names: &Names, piece: fn(TermId) -> Piece) -> String {
    let mut out = String::new();
    if tree_size(store, term, LARGE) >= LARGE || contains_unknown(store, term) {
        write_term(&mut out, store, term, names);
        return out;
    }
    let bound = Bound::new(store, term, names);
    let mut pieces = vec![piece(term)];
    while let Some(piece) = pieces.pop() {
        match piece {
            Piece::Text(text) => out.push_str(&text),
            Piece::Formula(term) => match store.op(term) {
                Op::Var(_) | Op::Bound(_) | Op::Select | Op::Project(..)
                    if heap::application(store, term).is_none() =>
                {
                    out.push_str("(= ");
                    pieces.extend([Piece::Text(" true)".to_string()), Piece::Term(term)]);
                }
                _ => open(store, term, names, &bound, &mut out, &mut pieces),
            },
            Piece::Term(term) => open(store, term, names, &bound, &mut out, &mut pieces),
        }
    }
    out
}

/// Whether there is an operator that this printer has no rule for.
fn contains_unknown(store: &Store, term: TermId) -> bool {
    horn_solver::term::postorder(store, &[term]).iter().any(|&part| kind(store, part).is_none())
}

/// How an operator is written.
enum Kind {
    /// A constant or variable.
    Leaf,
    /// `(head a b …)`.
    Call,
    /// `(head (head a b) c)`.
    Binary,
    Le,
    Sum,
    Quantifier,
    /// The value of a bit-vector in two's complement.
    SignedValue,
}

fn kind(store: &Store, term: TermId) -> Option<Kind> {
    Some(match store.op(term) {
        Op::Var(_) | Op::Bound(_) | Op::Bool(_) | Op::Num(_) | Op::BitVec(_) => Kind::Leaf,
        Op::And | Op::Or | Op::Mul => Kind::Binary,
        Op::Le => Kind::Le,
        Op::Add => Kind::Sum,
        Op::Forall(_) | Op::Exists(_) => Kind::Quantifier,
        Op::Bv(BvOp::ToIntSigned) => Kind::SignedValue,
        Op::Not
        | Op::Eq
        | Op::Ite
        | Op::IntDiv
        | Op::IntMod
        | Op::RealDiv
        | Op::ToReal
        | Op::ToInt
        | Op::Select
        | Op::Store
        | Op::ConstArray
        | Op::Construct(_)
        | Op::Project(..)
        | Op::Test(_)
        | Op::Bv(_) => Kind::Call,
        #[allow(unreachable_patterns)] // operators of other input languages
        _ => return None,
    })
}

fn open(store: &Store, term: TermId, names: &Names, bound: &Bound, out: &mut String, pieces: &mut Vec<Piece>) {
    let args = store.args(term);
    let text = |text: &str| Piece::Text(text.to_string());
    match kind(store, term) {
        Some(Kind::Leaf) => out.push_str(&leaf(store, term, names, bound)),
        Some(Kind::Binary) => {
            let head = match store.op(term) {
                Op::And => "and",
                Op::Or => "or",
                _ => "*",
            };
            let piece: fn(TermId) -> Piece = if head == "*" { Piece::Term } else { Piece::Formula };
            out.push_str(&format!("({head} ").repeat(args.len().saturating_sub(1)));
            for (at, &arg) in args.iter().enumerate().rev() {
                if at > 0 {
                    pieces.push(text(")"));
                }
                pieces.push(piece(arg));
                if at > 0 {
                    pieces.push(text(" "));
                }
            }
        }
        Some(Kind::Le) => {
            let (head, left, right) = comparison(store, args[0], args[1]);
            let _ = write!(out, "({head} ");
            pieces.push(text(")"));
            pieces.push(Piece::Text(numeral(&right, store.sort_of(args[0]))));
            pieces.push(text(" "));
            sum(&left, store.sort_of(args[0]), pieces);
        }
        Some(Kind::Sum) => sum(&monomials(store, term), store.sort_of(term), pieces),
        Some(Kind::Quantifier) => {
            let (Op::Forall(vars) | Op::Exists(vars)) = store.op(term) else { return };
            let head = if matches!(store.op(term), Op::Forall(_)) { "forall" } else { "exists" };
            let list: Vec<String> =
                vars.iter().map(|&(v, sort)| format!("({} {})", bound.name(v), names.sort(store, sort))).collect();
            let _ = write!(out, "({head} ({}) ", list.join(" "));
            pieces.extend([text(")"), Piece::Formula(args[0])]);
        }
        Some(Kind::SignedValue) => {
            // Solvers of today have no common name for this.
            let width = store.bv_width(store.sort_of(args[0])).unwrap_or(1);
            let modulus = horn_solver::num::Int::pow2(width);
            out.push_str("(ite (bvslt ");
            pieces.extend([text("))"), Piece::Term(args[0]), Piece::Text(format!(") {modulus}) (bv2nat "))]);
            pieces.extend([Piece::Term(args[0]), Piece::Text(format!(" (_ bv0 {width})) (- (bv2nat "))]);
            pieces.push(Piece::Term(args[0]));
        }
        Some(Kind::Call) | None => {
            if let Some(application) = heap::application(store, term) {
                let head = application_head(store, term, names, &application);
                out.push_str(if application.args.is_empty() { "" } else { "(" });
                out.push_str(&head);
                pieces.extend((!application.args.is_empty()).then(|| text(")")));
                for &arg in application.args.iter().rev() {
                    pieces.extend([Piece::Term(arg), text(" ")]);
                }
                return;
            }
            let head = head(store, term, names);
            if args.is_empty() {
                return out.push_str(&head);
            }
            let _ = write!(out, "({head}");
            pieces.push(text(")"));
            for (at, arg) in operands(store, term).into_iter().enumerate().rev() {
                let formula = matches!((store.op(term), at), (Op::Not, _) | (Op::Ite, 0));
                pieces.push(if formula { Piece::Formula(arg) } else { Piece::Term(arg) });
                pieces.push(text(" "));
            }
        }
    }
}

/// The arguments in the order in which they are written: the variable of an equation first.
pub(super) fn operands(store: &Store, term: TermId) -> Vec<TermId> {
    let mut args = store.args(term).to_vec();
    if *store.op(term) == Op::Eq && store.as_var(args[0]).is_none() && store.as_var(args[1]).is_some() {
        args.swap(0, 1);
    }
    args
}

fn leaf(store: &Store, term: TermId, names: &Names, bound: &Bound) -> String {
    let sort = store.sort_of(term);
    match store.op(term) {
        Op::Var(number) => names.var(*number),
        Op::Bound(number) => bound.name(*number),
        Op::Bool(value) => value.to_string(),
        Op::Num(value) => numeral(value, sort),
        Op::BitVec(value) => format!("(_ bv{value} {})", store.bv_width(sort).unwrap_or(1)),
        _ => String::new(),
    }
}

/// The head of an application of the theory of heaps.
pub(super) fn application_head(store: &Store, term: TermId, names: &Names, application: &Application<'_>) -> String {
    match application.qualified {
        true => format!("(as {} {})", application.name, names.sort(store, store.sort_of(term))),
        false => application.name.to_string(),
    }
}

fn head(store: &Store, term: TermId, names: &Names) -> String {
    let args = store.args(term);
    let sort = store.sort_of(term);
    let datatype = |of: SortId| store.datatype_of(of);
    match store.op(term) {
        Op::Not => "not".to_string(),
        Op::Eq => "=".to_string(),
        Op::Ite => "ite".to_string(),
        Op::IntDiv => "div".to_string(),
        Op::IntMod => "mod".to_string(),
        Op::RealDiv => "/".to_string(),
        Op::ToReal => "to_real".to_string(),
        Op::ToInt => "to_int".to_string(),
        Op::Select => "select".to_string(),
        Op::Store => "store".to_string(),
        Op::ConstArray => format!("(as const {})", names.sort(store, sort)),
        Op::Construct(c) => datatype(sort).map_or_else(String::new, |d| names.constructor(d, *c).to_string()),
        Op::Project(c, f) => {
            datatype(store.sort_of(args[0])).map_or_else(String::new, |d| names.selector(d, *c, *f).to_string())
        }
        Op::Test(c) => datatype(store.sort_of(args[0])).map_or_else(String::new, |d| names.test(d, *c)),
        Op::Bv(op) => op.function().into_owned(),
        _ => String::new(),
    }
}

/// A number: `3`, `(- 3)`, and over the reals `3.0`, `(/ 1.0 2.0)`.
fn numeral(value: &Rat, sort: SortId) -> String {
    number_text(value, sort == SortId::REAL)
}

/// A sum as its monomials: coefficient and term, `None` for the constant.
pub(super) fn monomials(store: &Store, term: TermId) -> Vec<(Rat, Option<TermId>)> {
    let parts: &[TermId] = if *store.op(term) == Op::Add { store.args(term) } else { std::slice::from_ref(&term) };
    parts
        .iter()
        .map(|&part| match (store.op(part), store.args(part)) {
            (Op::Num(value), _) => (value.clone(), None),
            (Op::Mul, [factor, rest]) => match store.as_num(*factor) {
                Some(value) => (value.clone(), Some(*rest)),
                None => (Rat::from(1), Some(part)),
            },
            _ => (Rat::from(1), Some(part)),
        })
        .collect()
}

/// `left <= right` for a numeral `right`, turned round if the first coefficient is negative.
pub(super) fn comparison(
    store: &Store,
    left: TermId,
    right: TermId,
) -> (&'static str, Vec<(Rat, Option<TermId>)>, Rat) {
    let mut left = monomials(store, left);
    let mut bound = store.as_num(right).cloned().unwrap_or(Rat::ZERO);
    if left.first().is_none_or(|(factor, _)| !factor.is_negative()) {
        return ("<=", left, bound);
    }
    for (factor, _) in &mut left {
        *factor = -factor.clone();
    }
    bound = -bound;
    (">=", left, bound)
}

/// Pushes a sum: `(- (+ x (* 2 y)) z)`.
fn sum(monomials: &[(Rat, Option<TermId>)], sort: SortId, pieces: &mut Vec<Piece>) {
    let text = |text: &str| Piece::Text(text.to_string());
    let mut written: Vec<Piece> = Vec::new();
    let scaled = |factor: &Rat, term: TermId, out: &mut Vec<Piece>| {
        if factor.is_one() {
            return out.push(Piece::Term(term));
        }
        out.extend([Piece::Text(format!("(* {} ", numeral(factor, sort))), Piece::Term(term), text(")")]);
    };
    let minus_one = Rat::from(-1);
    for (at, (factor, term)) in monomials.iter().enumerate().rev() {
        if at == 0 {
            break;
        }
        let minus = term.is_some() && *factor == minus_one;
        written.push(text(if minus { "(- " } else { "(+ " }));
    }
    for (at, (factor, term)) in monomials.iter().enumerate() {
        if at > 0 {
            written.push(text(" "));
        }
        match term {
            Some(term) if at > 0 && *factor == minus_one => written.push(Piece::Term(*term)),
            Some(term) => scaled(factor, *term, &mut written),
            None => written.push(Piece::Text(numeral(factor, sort))),
        }
        if at > 0 {
            written.push(text(")"));
        }
    }
    pieces.extend(written.into_iter().rev());
}

/// The names of bound variables, by their number in the store.
pub(super) struct Bound {
    names: Vec<(u32, String)>,
}

impl Bound {
    /// Numbers the variables of all quantifiers of a term; an inner one gets a larger number than those around it.
    pub(super) fn new(store: &Store, term: TermId, names: &Names) -> Bound {
        let mut found = Vec::new();
        for part in horn_solver::term::postorder(store, &[term]).into_iter().rev() {
            if let Op::Forall(vars) | Op::Exists(vars) = store.op(part) {
                found.extend(vars.iter().map(|&(number, _)| number));
            }
        }
        let mut next = 0;
        let names = found.into_iter().map(|number| {
            let name = loop {
                let name = format!("var{next}");
                next += 1;
                if !names.is_used(&name) {
                    break name;
                }
            };
            (number, name)
        });
        Bound { names: names.collect() }
    }

    pub(super) fn name(&self, number: u32) -> String {
        self.names.iter().find(|(n, _)| *n == number).map_or_else(|| format!("q!{number}"), |(_, name)| name.clone())
    }
}
