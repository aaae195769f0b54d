//! Printing symbols, sorts and terms as SMT-LIB text.
//!
//! A term is printed with `let` for every subterm that occurs more than once, so the text is linear in the size of
//! the term's graph. What depends on a quantifier's variables is shared inside that quantifier only. The printer
//! keeps its own stack: depth of a term costs memory alone.

use super::names::Names;
use crate::num::{Int, Rat};
use crate::term::{AggregateId, AggregateKind, DatatypeId, Measure, Op, Share, Sort, SortId, Store, TermId, postorder};
use hashbrown::HashMap;
use std::borrow::Cow;

/// A name as an SMT-LIB symbol: quoted unless it is a simple symbol that is no reserved word. `-5` is one to SMT-LIB,
/// but a number to many readers.
pub fn symbol_text(name: &str) -> String {
    let bytes = name.as_bytes();
    let signed = bytes.first() == Some(&b'-') && bytes.get(1).is_some_and(u8::is_ascii_digit);
    let simple = !bytes.is_empty()
        && bytes.iter().all(|&byte| super::lexer::is_symbol_byte(byte))
        && !bytes[0].is_ascii_digit()
        && !signed
        && !RESERVED.contains(&name);
    if simple { name.to_owned() } else { format!("|{name}|") }
}

/// The reserved words of SMT-LIB 2.6, section 3.1 (command names are reserved too).
#[rustfmt::skip]
const RESERVED: &[&str] = &[
    "BINARY", "DECIMAL", "HEXADECIMAL", "NUMERAL", "STRING", "_", "!", "as", "let", "exists", "forall",
    "match", "par", "assert", "check-sat", "check-sat-assuming", "declare-const", "declare-datatype",
    "declare-datatypes", "declare-fun", "declare-sort", "define-fun", "define-fun-rec",
    "define-funs-rec", "define-sort", "echo", "exit", "get-assertions", "get-assignment", "get-info",
    "get-model", "get-option", "get-proof", "get-unsat-assumptions", "get-unsat-core", "get-value",
    "pop", "push", "reset", "reset-assertions", "set-info", "set-logic", "set-option",
];

/// A sort as SMT-LIB text, datatypes as `names` spells them (without it, by the names in the store).
pub fn sort_text(store: &Store, sort: SortId, names: Option<&Names>) -> String {
    /// What is still to be written.
    enum Piece {
        Sort(SortId),
        Text(&'static str),
    }
    let mut text = String::new();
    let mut pieces = vec![Piece::Sort(sort)];
    while let Some(piece) = pieces.pop() {
        let sort = match piece {
            Piece::Text(piece) => {
                text.push_str(piece);
                continue;
            }
            Piece::Sort(sort) => sort,
        };
        match store.sort(sort) {
            Sort::Bool => text.push_str("Bool"),
            Sort::Int => text.push_str("Int"),
            Sort::Real => text.push_str("Real"),
            Sort::BitVec(width) => text.push_str(&format!("(_ BitVec {width})")),
            Sort::Array(index, element) => {
                text.push_str("(Array ");
                pieces.extend([Piece::Text(")"), Piece::Sort(*element), Piece::Text(" "), Piece::Sort(*index)]);
            }
            Sort::Datatype(datatype) => match names {
                Some(names) => text.push_str(names.datatype(*datatype)),
                None => {
                    let name = &store.datatype(*datatype).name;
                    // The name of an instance of a parametric datatype is its sort expression.
                    let instance = name.starts_with('(');
                    text.push_str(&if instance { name.clone() } else { symbol_text(name) });
                }
            },
        }
    }
    text
}

/// A number as an SMT-LIB term of sort Int or Real: `(- 5)`, `1.0`, `(/ 1.0 3.0)`, `(- (/ 1.0 3.0))`.
pub fn number_text(value: &Rat, real: bool) -> String {
    let point = if real { ".0" } else { "" };
    let magnitude = value.abs();
    let text = if magnitude.is_integer() {
        format!("{}{point}", magnitude.numer())
    } else {
        format!("(/ {}.0 {}.0)", magnitude.numer(), magnitude.denom())
    };
    if value.is_negative() { format!("(- {text})") } else { text }
}

/// A bit-vector constant: hexadecimal where the width allows, else binary.
pub fn bit_vector_text(value: &Int, width: u32) -> String {
    let (prefix, radix, digits) =
        if width.is_multiple_of(4) { ("#x", 16, width as usize / 4) } else { ("#b", 2, width as usize) };
    format!("{prefix}{:0>digits$}", value.to_big().to_str_radix(radix))
}

/// A term as SMT-LIB text.
pub fn term_text(store: &Store, term: TermId, names: &Names) -> String {
    let mut text = String::new();
    write_term(&mut text, store, term, names);
    text
}

/// Appends a term as SMT-LIB text.
pub fn write_term(out: &mut String, store: &Store, term: TermId, names: &Names) {
    let named = HashMap::new();
    Printer { out, store, names, next_shared: 0, named }.print(term);
}

/// Definitions (`define-funs-rec`) of the measures of datatypes that occur in the terms; empty if there are none.
pub fn measure_definitions(store: &Store, terms: &[TermId], names: &Names) -> String {
    let mut wanted: Vec<(Measure, DatatypeId)> = Vec::new();
    for term in postorder(store, terms) {
        if let Op::Measure(measure) = *store.op(term)
            && let Some(id) = store.datatype_of(store.sort_of(store.args(term)[0]))
            && !wanted.contains(&(measure, id))
        {
            wanted.push((measure, id));
        }
    }
    let x = names.measured();
    let (mut heads, mut bodies) = (String::new(), String::new());
    let mut next = 0;
    while let Some(&(measure, id)) = wanted.get(next) {
        next += 1;
        let name = names.measure(measure, id);
        heads.push_str(&format!("({name} (({x} {})) Int)", names.datatype(id)));
        let constructors = &store.datatype(id).constructors;
        for (c, constructor) in constructors.iter().enumerate() {
            let (weight, shares) = store.shares(measure, id, c as u32);
            let mut parts = Vec::new();
            if weight != 0 || shares.iter().all(|s| *s == Share::Nothing) {
                parts.push(weight.to_string());
            }
            for (f, (share, field)) in shares.iter().zip(&constructor.fields).enumerate() {
                let selected = format!("({} {x})", names.selector(id, c as u32, f as u32));
                match (share, store.datatype_of(field.sort)) {
                    (Share::Itself, _) => parts.push(selected),
                    (Share::Measure(other), Some(field)) => {
                        parts.push(format!("({} {selected})", names.measure(*other, field)));
                        if !wanted.contains(&(*other, field)) {
                            wanted.push((*other, field));
                        }
                    }
                    _ => {}
                }
            }
            let value = if parts.len() == 1 { parts.remove(0) } else { format!("(+ {})", parts.join(" ")) };
            if c + 1 < constructors.len() {
                bodies.push_str(&format!("(ite ((_ is {}) {x}) {value} ", names.tester(id, c as u32)));
            } else {
                bodies.push_str(&value);
            }
        }
        bodies.push_str(&")".repeat(constructors.len().saturating_sub(1)));
        bodies.push(' ');
    }
    if wanted.is_empty() { String::new() } else { format!("(define-funs-rec ({heads}) ({}))\n", bodies.trim_end()) }
}

/// Definitions (`define-funs-rec`) of the recursive functions that the terms call, and the claims about these as
/// functions named `lemma!0` …, in their order, the variable of the induction first; empty if nothing is called.
pub fn function_definitions(store: &Store, terms: &[TermId], names: &Names) -> String {
    let (functions, claims) = store.theory(terms);
    if functions.is_empty() {
        return String::new();
    }
    let parameters = |order: &[u32], sorts: &[SortId]| -> String {
        let list: Vec<String> =
            order.iter().map(|&at| format!("({} {})", names.var(at), names.sort(store, sorts[at as usize]))).collect();
        format!("({})", list.join(" "))
    };
    let (mut heads, mut bodies) = (String::new(), String::new());
    for &id in &functions {
        let function = store.function(id);
        let order: Vec<u32> = (0..function.params.len() as u32).collect();
        let (params, result) = (parameters(&order, &function.params), names.sort(store, function.result));
        heads.push_str(&format!("({} {params} {result})", names.function(id)));
        bodies.push_str("\n  ");
        if let Some(body) = function.body {
            write_term(&mut bodies, store, body, names);
        }
    }
    let mut text = format!("(define-funs-rec ({heads}) ({bodies}))\n");
    for (number, claim) in claims.into_iter().enumerate() {
        let mut order: Vec<u32> = (0..claim.vars.len() as u32).collect();
        order.sort_by_key(|&at| Some(at) != claim.induction);
        let params = parameters(&order, &claim.vars);
        text.push_str(&format!("(define-fun {} {params} Bool\n  ", names.claim(number as u32)));
        write_term(&mut text, store, claim.formula, names);
        text.push_str(")\n");
    }
    text
}

/// What is still to be written; the last comes first.
enum Piece {
    Term(TermId),
    Text(&'static str),
    Owned(String),
    /// A part of a template of an aggregate, and the application whose aliens its parameters stand for. Templates hold
    /// no quantifiers, no aggregates and little sharing.
    Template(TermId, TermId),
    /// The binding of a shared term: its name, then its definition.
    Definition(TermId),
    /// Start of a quantifier's body: a region of its own.
    Body(TermId),
    /// End of the region: the `let`s of these terms are closed.
    EndBody(Vec<TermId>),
}

/// The printer's state. A *region* is a formula up to the bodies of its quantifiers; what is shared within one is bound
/// at its start.
struct Printer<'p> {
    out: &'p mut String,
    store: &'p Store,
    names: &'p Names,
    next_shared: u32,
    /// The names of the shared terms bound so far, in this region and those around it.
    named: HashMap<TermId, String>,
}

impl Printer<'_> {
    fn print(&mut self, root: TermId) {
        let mut pieces = vec![Piece::Body(root)];
        while let Some(piece) = pieces.pop() {
            match piece {
                Piece::Text(text) => self.out.push_str(text),
                Piece::Owned(text) => self.out.push_str(&text),
                Piece::Template(term, applied) => match self.store.op(term) {
                    Op::Var(number) => match self.store.args(applied).get(*number as usize + 1) {
                        Some(&alien) if *number >= 2 => pieces.push(Piece::Term(alien)),
                        _ => self.out.push_str(&self.names.cell_parameter(*number)),
                    },
                    _ => {
                        let from = pieces.len();
                        self.open(term, &mut pieces);
                        for piece in &mut pieces[from..] {
                            if let Piece::Term(part) = *piece {
                                *piece = Piece::Template(part, applied);
                            }
                        }
                    }
                },
                Piece::Term(term) => match self.named.get(&term) {
                    Some(name) => self.out.push_str(name),
                    None => self.open(term, &mut pieces),
                },
                Piece::Definition(term) => {
                    let name = self.names.shared(self.next_shared);
                    self.next_shared += 1;
                    self.out.push_str("(let ((");
                    self.out.push_str(&name);
                    self.out.push(' ');
                    pieces.push(Piece::Text(")) "));
                    self.open(term, &mut pieces);
                    // The name may be used as soon as the definition is written; inside it, the term does not occur.
                    self.named.insert(term, name);
                }
                Piece::Body(body) => {
                    let shared = self.shared_terms(body);
                    pieces.push(Piece::EndBody(shared.clone()));
                    pieces.push(Piece::Term(body));
                    pieces.extend(shared.into_iter().rev().map(Piece::Definition));
                }
                Piece::EndBody(shared) => {
                    self.out.extend(std::iter::repeat_n(')', shared.len()));
                    for term in shared {
                        self.named.remove(&term);
                    }
                }
            }
        }
    }

    /// The terms of a region that are worth a name and have none yet, parts first.
    fn shared_terms(&self, root: TermId) -> Vec<TermId> {
        let mut uses: HashMap<TermId, u32> = HashMap::new();
        let mut order = Vec::new();
        let mut stack = vec![(root, false)];
        while let Some((term, expanded)) = stack.pop() {
            if expanded {
                order.push(term);
                continue;
            }
            let count = uses.entry(term).or_insert(0);
            *count += 1;
            if *count > 1 || self.is_short(term) || self.named.contains_key(&term) {
                continue;
            }
            stack.push((term, true));
            if !matches!(self.store.op(term), Op::Forall(_) | Op::Exists(_)) {
                stack.extend(self.store.args(term).iter().rev().map(|&arg| (arg, false)));
            }
        }
        order.retain(|term| uses.get(term).is_some_and(|&count| count > 1));
        order
    }

    /// Whether a term is written again rather than named.
    fn is_short(&self, term: TermId) -> bool {
        let args = self.store.args(term);
        args.is_empty() || (*self.store.op(term) == Op::Not && self.store.args(args[0]).is_empty())
    }

    /// Writes the head of a term and leaves the rest to `pieces`.
    fn open(&mut self, term: TermId, pieces: &mut Vec<Piece>) {
        let store = self.store;
        let args = store.args(term);
        let head = match store.op(term) {
            Op::Aggregate(id) => return self.open_aggregate(term, *id, pieces),
            Op::Forall(vars) | Op::Exists(vars) => {
                let universal = matches!(store.op(term), Op::Forall(_));
                self.out.push_str(if universal { "(forall (" } else { "(exists (" });
                for (position, &(number, sort)) in vars.iter().enumerate() {
                    let space = if position == 0 { "" } else { " " };
                    let (name, sort) = (self.names.bound(number), self.names.sort(store, sort));
                    self.out.push_str(&format!("{space}({name} {sort})"));
                }
                self.out.push_str(") ");
                pieces.push(Piece::Text(")"));
                pieces.push(Piece::Body(args[0]));
                return;
            }
            _ => head_text(store, term, self.names),
        };
        if args.is_empty() {
            return self.out.push_str(&head);
        }
        self.out.push('(');
        self.out.push_str(&head);
        pieces.push(Piece::Text(")"));
        for &arg in args.iter().rev() {
            pieces.push(Piece::Term(arg));
            pieces.push(Piece::Text(" "));
        }
    }
}

impl Printer<'_> {
    /// Writes the application of an aggregate: `(agg.sum a lo hi (lambda ((cell!0 Int) (index!1 Int)) …))`. A monoid is
    /// written in full, `(agg.fold a lo hi cell-map operation unit [inverse])`.
    fn open_aggregate(&mut self, term: TermId, id: AggregateId, pieces: &mut Vec<Piece>) {
        let store = self.store;
        let definition = store.aggregate(id);
        let args = store.args(term);
        self.out.push('(');
        self.out.push_str(definition.kind.symbol());
        let mut rest = Vec::new();
        for &arg in &args[..3] {
            rest.extend([Piece::Text(" "), Piece::Term(arg)]);
        }
        let mut templates = vec![(vec![definition.element, SortId::INT], definition.cell)];
        if let AggregateKind::Monoid { unit, operation, inverse } = definition.kind {
            let sort = store.sort_of(unit);
            templates.extend([(vec![sort, sort], operation), (Vec::new(), unit)]);
            templates.extend(inverse.map(|inverse| (vec![sort], inverse)));
        }
        for (params, body) in templates {
            if params.is_empty() {
                rest.extend([Piece::Text(" "), Piece::Template(body, term)]);
                continue;
            }
            let params: Vec<String> = params
                .iter()
                .enumerate()
                .map(|(i, &sort)| format!("({} {})", self.names.cell_parameter(i as u32), self.names.sort(store, sort)))
                .collect();
            rest.push(Piece::Owned(format!(" (lambda ({}) ", params.join(" "))));
            rest.extend([Piece::Template(body, term), Piece::Text(")")]);
        }
        rest.push(Piece::Text(")"));
        pieces.extend(rest.into_iter().rev());
    }
}

/// The function symbol of an application, or the whole of a leaf. Quantifiers and aggregates have none.
pub fn head_text<'n>(store: &Store, term: TermId, names: &'n Names) -> Cow<'n, str> {
    let sort = store.sort_of(term);
    let arg_datatype = || store.args(term).first().and_then(|&arg| store.datatype_of(store.sort_of(arg)));
    match store.op(term) {
        Op::Var(number) => names.var(*number).into(),
        Op::Bound(number) => names.bound(*number).into(),
        Op::Bool(value) => if *value { "true" } else { "false" }.into(),
        Op::Num(value) => number_text(value, sort == SortId::REAL).into(),
        Op::BitVec(value) => bit_vector_text(value, store.bv_width(sort).unwrap_or(1)).into(),
        Op::Not => "not".into(),
        Op::And => "and".into(),
        Op::Or => "or".into(),
        Op::Eq => "=".into(),
        Op::Ite => "ite".into(),
        Op::Add => "+".into(),
        Op::Mul => "*".into(),
        Op::Le => "<=".into(),
        Op::IntDiv => "div".into(),
        Op::IntMod => "mod".into(),
        Op::RealDiv => "/".into(),
        Op::ToReal => "to_real".into(),
        Op::ToInt => "to_int".into(),
        Op::Select => "select".into(),
        Op::Store => "store".into(),
        Op::ConstArray => format!("(as const {})", names.sort(store, sort)).into(),
        Op::Construct(constructor) => match store.datatype_of(sort) {
            Some(datatype) => names.constructor(datatype, *constructor).into(),
            None => "".into(),
        },
        Op::Project(constructor, field) => match arg_datatype() {
            Some(datatype) => names.selector(datatype, *constructor, *field).into(),
            None => "".into(),
        },
        Op::Test(constructor) => match arg_datatype() {
            Some(datatype) => names.test(datatype, *constructor).into(),
            None => "".into(),
        },
        Op::Measure(measure) => match arg_datatype() {
            Some(datatype) => names.measure(*measure, datatype).into(),
            None => "".into(),
        },
        Op::Call(id) => names.function(*id).into(),
        Op::Bv(op) => op.function(),
        Op::Aggregate(_) | Op::Forall(_) | Op::Exists(_) => "".into(),
    }
}
