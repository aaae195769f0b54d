//! Formulas in Prolog-like syntax: `(A, B)`, `(A; B)`, `\+(A)`, `X =< 3`, all parenthesised; and the names of this
//! syntax. The syntax of Eldarica's prover (`&`, `|`, `!`) differs in the connectives alone and is written here too.

use super::heap;
use super::smtlib::{Bound, LARGE, comparison, monomials, operands};
use horn_solver::num::Rat;
use horn_solver::smtlib::Names;
use horn_solver::smtlib::print::write_term;
use horn_solver::term::{BvOp, Op, Sort, Store, TermId, tree_size};

/// The connectives.
pub struct Style {
    and: &'static str,
    or: &'static str,
    not: &'static str,
    le: &'static str,
    /// What stands around an equation or comparison.
    atom: [&'static str; 2],
    /// Quantifiers: universal, existential, and what follows the variable.
    quantifiers: [&'static str; 3],
}

/// Prolog's.
pub const PROLOG: Style =
    Style { and: ", ", or: "; ", not: "\\+(", le: " =< ", atom: ["(", ")"], quantifiers: ["ALL ", "EX ", " ("] };

/// The prover's.
pub const PROVER: Style = Style {
    and: " & ",
    or: " | ",
    not: "!(",
    le: " <= ",
    atom: ["", ""],
    quantifiers: ["\\forall ", "\\exists ", "; ("],
};

/// What is still to be written; the last comes first.
enum Piece {
    Formula(TermId),
    Term(TermId),
    Text(String),
}

/// A predicate's name: lower case, each leading underscore written `und`.
pub fn pred_name(name: &str) -> String {
    let rest = name.trim_start_matches('_');
    "und".repeat(name.len() - rest.len()) + &rest.to_lowercase()
}

/// A formula.
pub fn formula_text(store: &Store, term: TermId, names: &Names, style: &Style) -> String {
    text(store, term, names, style, Piece::Formula(term))
}

/// A term.
pub fn term_text(store: &Store, term: TermId, names: &Names, style: &Style) -> String {
    text(store, term, names, style, Piece::Term(term))
}

fn text(store: &Store, term: TermId, names: &Names, style: &Style, piece: Piece) -> String {
    let mut out = String::new();
    if tree_size(store, term, LARGE) >= LARGE {
        // There is no `let` in this syntax, and without it the text could be exponential.
        write_term(&mut out, store, term, names);
        return out;
    }
    let bound = Bound::new(store, term, names);
    let mut pieces = vec![piece];
    while let Some(piece) = pieces.pop() {
        match piece {
            Piece::Text(text) => out.push_str(&text),
            Piece::Term(term) => open(store, term, names, style, &bound, &mut pieces),
            Piece::Formula(term) => match store.op(term) {
                Op::Var(_) | Op::Bound(_) | Op::Select | Op::Project(..)
                    if heap::application(store, term).is_none() =>
                {
                    let [before, after] = style.atom;
                    out.push_str(before);
                    pieces.extend([Piece::Text(format!(" = true{after}")), Piece::Term(term)]);
                }
                _ => open(store, term, names, style, &bound, &mut pieces),
            },
        }
    }
    out
}

/// Replaces a term by its parts on the stack.
fn open(store: &Store, term: TermId, names: &Names, style: &Style, bound: &Bound, pieces: &mut Vec<Piece>) {
    let args = store.args(term);
    let mut parts: Vec<Piece> = Vec::new();
    let put = |text: &str| Piece::Text(text.to_string());
    match store.op(term) {
        Op::Var(number) => parts.push(Piece::Text(names.var(*number))),
        Op::Bound(number) => parts.push(Piece::Text(bound.name(*number).to_uppercase())),
        Op::Bool(value) => parts.push(Piece::Text(value.to_string())),
        Op::Num(value) => parts.push(Piece::Text(number(value))),
        Op::BitVec(value) => parts.push(Piece::Text(value.to_string())),
        Op::And | Op::Or | Op::Mul => {
            let separator = match store.op(term) {
                Op::And => style.and,
                Op::Or => style.or,
                _ => " * ",
            };
            let piece: fn(TermId) -> Piece = if *store.op(term) == Op::Mul { Piece::Term } else { Piece::Formula };
            infix(args, separator, piece, &mut parts);
        }
        Op::Not => parts.extend([put(style.not), Piece::Formula(args[0]), put(")")]),
        Op::Eq => {
            let formula = |&arg: &TermId| {
                matches!(store.op(arg), Op::And | Op::Or | Op::Not | Op::Eq | Op::Le | Op::Forall(_) | Op::Exists(_))
            };
            parts.push(put(style.atom[0]));
            for (at, arg) in operands(store, term).iter().enumerate() {
                // What has parentheses of its own as an atom gets none here.
                let bare = formula(arg) && !(style.atom[0] == "(" && matches!(store.op(*arg), Op::Eq | Op::Le));
                let [before, after] = if bare { ["(", ")"] } else { ["", ""] };
                parts.extend([put(if at == 0 { "" } else { " = " }), put(before), Piece::Term(*arg), put(after)]);
            }
            parts.push(put(style.atom[1]));
        }
        Op::Le => {
            let (head, left, right) = comparison(store, args[0], args[1]);
            parts.push(put(style.atom[0]));
            sum(&left, &mut parts);
            parts.push(put(if head == "<=" { style.le } else { " >= " }));
            parts.push(Piece::Text(format!("{}{}", number(&right), style.atom[1])));
        }
        Op::Add => sum(&monomials(store, term), &mut parts),
        Op::IntMod => infix(args, " mod ", Piece::Term, &mut parts),
        Op::IntDiv | Op::RealDiv => infix(args, " / ", Piece::Term, &mut parts),
        Op::Forall(vars) | Op::Exists(vars) => {
            let [all, some, end] = style.quantifiers;
            let word = if matches!(store.op(term), Op::Forall(_)) { all } else { some };
            for &(variable, _) in vars {
                parts.push(Piece::Text(format!("{word}{}{end}", bound.name(variable).to_uppercase())));
            }
            parts.push(Piece::Formula(args[0]));
            parts.push(Piece::Text(")".repeat(vars.len())));
        }
        _ => {
            let application = heap::application(store, term);
            let (head, args) = match &application {
                Some(application) => (application.name.to_string(), application.args),
                None => (head(store, term, names), args),
            };
            parts.push(Piece::Text(head));
            if !args.is_empty() {
                parts.push(put("("));
                for (at, &arg) in args.iter().enumerate() {
                    if at > 0 {
                        parts.push(put(", "));
                    }
                    let condition = *store.op(term) == Op::Ite && at == 0;
                    parts.push(if condition { Piece::Formula(arg) } else { Piece::Term(arg) });
                }
                parts.push(put(")"));
            }
        }
    }
    pieces.extend(parts.into_iter().rev());
}

/// `((a # b) # c)`
fn infix(args: &[TermId], separator: &str, piece: fn(TermId) -> Piece, parts: &mut Vec<Piece>) {
    parts.push(Piece::Text("(".repeat(args.len().saturating_sub(1))));
    for (at, &arg) in args.iter().enumerate() {
        if at > 0 {
            parts.push(Piece::Text(separator.to_string()));
        }
        parts.push(piece(arg));
        if at > 0 {
            parts.push(Piece::Text(")".to_string()));
        }
    }
}

/// `((x + (2 * y)) - z)`
fn sum(monomials: &[(Rat, Option<TermId>)], parts: &mut Vec<Piece>) {
    let minus_one = Rat::from(-1);
    parts.push(Piece::Text("(".repeat(monomials.len().saturating_sub(1))));
    for (at, (factor, term)) in monomials.iter().enumerate() {
        let minus = at > 0 && term.is_some() && *factor == minus_one;
        if at > 0 {
            parts.push(Piece::Text(if minus { " - " } else { " + " }.to_string()));
        }
        match term {
            Some(term) if minus || factor.is_one() => parts.push(Piece::Term(*term)),
            Some(term) => {
                let factor = Piece::Text(format!("({} * ", number(factor)));
                parts.extend([factor, Piece::Term(*term), Piece::Text(")".to_string())]);
            }
            None => parts.push(Piece::Text(number(factor))),
        }
        if at > 0 {
            parts.push(Piece::Text(")".to_string()));
        }
    }
}

/// A number: `-3`, `1/2`.
pub fn number(value: &Rat) -> String {
    match value.is_integer() {
        true => value.numer().to_string(),
        false => format!("{}/{}", value.numer(), value.denom()),
    }
}

fn head(store: &Store, term: TermId, names: &Names) -> String {
    let args = store.args(term);
    let of_argument = || args.first().and_then(|&arg| store.datatype_of(store.sort_of(arg)));
    match store.op(term) {
        Op::Ite => "ite".to_string(),
        Op::ToReal => "to_real".to_string(),
        Op::ToInt => "to_int".to_string(),
        Op::Select => "select".to_string(),
        Op::Store => "store".to_string(),
        Op::ConstArray => "const".to_string(),
        Op::Construct(c) => match store.sort(store.sort_of(term)) {
            Sort::Datatype(d) => store.datatype(*d).constructors[*c as usize].name.clone(),
            _ => String::new(),
        },
        Op::Project(c, f) => of_argument().map_or_else(String::new, |d| names.selector(d, *c, *f).to_string()),
        Op::Test(c) => of_argument().map_or_else(String::new, |d| format!("is-{}", names.tester(d, *c))),
        Op::Bv(op) => match op {
            BvOp::Extract(high, low) => format!("extract[{high}, {low}]"),
            op => op.symbol().to_string(),
        },
        _ => "?".to_string(),
    }
}
