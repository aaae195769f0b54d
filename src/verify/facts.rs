//! What a model says about the loops of a program, as conditions in the syntax of the language.
//!
//! The definition of a loop head's predicate is an invariant of that loop. Conjuncts that speak of something the source
//! has no words for are left out: what is printed follows from the invariant, it need not be all of it.

use super::report::Fact;
use horn_frontend::encode::{Encoded, PredKind};
use horn_frontend::ir::Program;
use horn_solver::num::Rat;
use horn_solver::system::{Model, PredId};
use horn_solver::term::{Op, Store, TermId, conjuncts};

/// Conditions nested deeper than this are left out.
const DEPTH: usize = 12;
/// Conjuncts longer than this are left out: nobody reads them.
const LENGTH: usize = 120;

/// One fact for each loop whose invariant says something.
pub fn facts(program: &Program, encoded: &Encoded, store: &Store, model: &Model) -> Vec<Fact> {
    let mut facts = Vec::new();
    for (index, info) in (0..).zip(&encoded.preds) {
        let PredKind::Block(block) = info.kind else { continue };
        let head = &program.procedure(info.procedure).blocks[block.index()];
        let Some(loop_info) = &head.loop_head else { continue };
        let definition = model.definition(PredId(index));
        let mut parts: Vec<String> = conjuncts(store, definition)
            .into_iter()
            .filter_map(|part| condition(store, part, &info.arguments, DEPTH))
            .filter(|text| text.len() <= LENGTH && text != "True")
            .collect();
        parts.dedup();
        if !parts.is_empty() {
            facts.push(Fact { loc: loop_info.loc, parts });
        }
    }
    facts
}

/// One fact for each place: what several models say holds together, and each part is said once.
pub fn together(facts: Vec<Fact>) -> Vec<Fact> {
    let mut places: Vec<Fact> = Vec::new();
    for fact in facts {
        let Some(known) = places.iter_mut().find(|known| known.loc == fact.loc) else {
            places.push(fact);
            continue;
        };
        for part in fact.parts {
            if !known.parts.contains(&part) {
                known.parts.push(part);
            }
        }
    }
    places
}

/// What the frontend calls the variable that tells the first iteration of a loop with invariants.
const FIRST: &str = "first iteration";

/// What a model says about the loop at a place behind its first iteration.
pub fn behind_first(
    program: &Program,
    encoded: &Encoded,
    store: &mut Store,
    model: &Model,
    place: horn_frontend::ir::Loc,
) -> Option<String> {
    let (index, info) = (0..).zip(&encoded.preds).find(|(_, info)| match info.kind {
        PredKind::Block(block) => {
            let head = &program.procedure(info.procedure).blocks[block.index()];
            head.loop_head.as_ref().is_some_and(|found| found.loc == place)
        }
        _ => false,
    })?;
    let pred = PredId(index);
    let sorts = &encoded.system.pred(pred).sorts;
    let images: Vec<TermId> = (0..)
        .zip(sorts.iter().zip(&info.arguments))
        .map(|(at, (sort, name))| if name == FIRST { store.bool(false) } else { store.var(at, *sort) })
        .collect();
    let definition = store.instantiate(model.definition(pred), &images);
    let parts: Vec<String> = conjuncts(store, definition)
        .into_iter()
        .filter_map(|part| condition(store, part, &info.arguments, DEPTH))
        .filter(|text| text.len() <= LENGTH && text != "True")
        .collect();
    if parts.is_empty() { None } else { Some(parts.join(" and ")) }
}

/// A condition in Ada, if it has a text.
fn condition(store: &Store, term: TermId, names: &[String], depth: usize) -> Option<String> {
    let depth = depth.checked_sub(1)?;
    let args = store.args(term);
    Some(match store.op(term) {
        Op::Bool(value) => if *value { "True" } else { "False" }.to_string(),
        Op::Var(_) => value(store, term, names, depth)?,
        Op::Not => match store.op(args[0]) {
            Op::Le => comparison(store, args[0], names, depth, ">")?,
            Op::Eq => comparison(store, args[0], names, depth, "/=")?,
            _ => format!("not {}", grouped(store, args[0], names, depth)?),
        },
        Op::And | Op::Or => {
            let word = if *store.op(term) == Op::And { " and " } else { " or " };
            let parts: Option<Vec<String>> = args.iter().map(|arg| grouped(store, *arg, names, depth)).collect();
            parts?.join(word)
        }
        Op::Le => comparison(store, term, names, depth, "<=")?,
        Op::Eq => comparison(store, term, names, depth, "=")?,
        _ => return None,
    })
}

fn grouped(store: &Store, term: TermId, names: &[String], depth: usize) -> Option<String> {
    let text = condition(store, term, names, depth)?;
    let simple = matches!(store.op(term), Op::Var(_) | Op::Bool(_) | Op::Le | Op::Eq);
    Some(if simple { text } else { format!("({text})") })
}

/// `left op right`, with the negative monomials of the left side moved to the right.
fn comparison(store: &Store, term: TermId, names: &[String], depth: usize, op: &str) -> Option<String> {
    let &[left, right] = store.args(term) else { return None };
    let mut sides: [Vec<String>; 2] = [Vec::new(), Vec::new()];
    for (monomials, here) in [(left, 0), (right, 1)] {
        for monomial in sum(store, monomials) {
            let (factor, rest) = monomial;
            let side = if factor < Rat::ZERO { 1 - here } else { here };
            let factor = factor.abs();
            if factor.is_zero() && (rest.is_some() || !sides[side].is_empty()) {
                continue;
            }
            let text = match rest {
                None => number(&factor),
                Some(rest) => {
                    let text = value(store, rest, names, depth)?;
                    if factor == Rat::ONE { text } else { format!("{} * {text}", number(&factor)) }
                }
            };
            sides[side].push(text);
        }
    }
    let mut texts = sides.iter().map(|side| if side.is_empty() { "0".to_string() } else { side.join(" + ") });
    let (left, right) = (texts.next()?, texts.next()?);
    // A number alone on the left is unusual: turn the comparison round.
    if left.chars().all(|c| c.is_ascii_digit() || c == '.' || c == '_') {
        let turned = match op {
            "<=" => ">=",
            ">" => "<",
            other => other,
        };
        return Some(format!("{right} {turned} {left}"));
    }
    Some(format!("{left} {op} {right}"))
}

/// The monomials of a term: factor, and the rest unless it is a number.
fn sum(store: &Store, term: TermId) -> Vec<(Rat, Option<TermId>)> {
    let monomials = if *store.op(term) == Op::Add { store.args(term) } else { std::slice::from_ref(&term) };
    let monomial = |term: &TermId| match (store.op(*term), store.args(*term)) {
        (Op::Num(number), _) => (number.clone(), None),
        (Op::Mul, &[factor, rest]) => match store.op(factor) {
            Op::Num(number) => (number.clone(), Some(rest)),
            _ => (Rat::ONE, Some(*term)),
        },
        _ => (Rat::ONE, Some(*term)),
    };
    monomials.iter().map(monomial).collect()
}

/// A value in Ada, if it has a text.
fn value(store: &Store, term: TermId, names: &[String], depth: usize) -> Option<String> {
    let depth = depth.checked_sub(1)?;
    let args = store.args(term);
    match store.op(term) {
        Op::Var(index) => names.get(*index as usize).filter(|name| is_name(name)).cloned(),
        Op::Num(rat) => Some(number(rat)),
        Op::Bool(truth) => Some(if *truth { "True" } else { "False" }.to_string()),
        Op::Select => {
            let index = value(store, args[1], names, depth)?;
            Some(format!("{} ({index})", value(store, args[0], names, depth)?))
        }
        Op::Add => {
            let mut text = String::new();
            for (factor, rest) in sum(store, term) {
                let sign = match (factor < Rat::ZERO, text.is_empty()) {
                    (true, true) => "-",
                    (true, false) => " - ",
                    (false, true) => "",
                    (false, false) => " + ",
                };
                let factor = factor.abs();
                text += sign;
                text += &match rest {
                    None => number(&factor),
                    Some(rest) => {
                        let rest = value(store, rest, names, depth)?;
                        if factor == Rat::ONE { rest } else { format!("{} * {rest}", number(&factor)) }
                    }
                };
            }
            Some(text)
        }
        Op::Mul => {
            let parts: Option<Vec<String>> = args
                .iter()
                .map(|arg| {
                    let text = value(store, *arg, names, depth)?;
                    Some(if *store.op(*arg) == Op::Add { format!("({text})") } else { text })
                })
                .collect();
            Some(parts?.join(" * "))
        }
        Op::ToReal => value(store, args[0], names, depth),
        // By a positive number Ada's `mod` is the same.
        Op::IntMod => {
            let divisor =
                value(store, args[1], names, depth).filter(|text| text.bytes().all(|c| c.is_ascii_digit()))?;
            let left = value(store, args[0], names, depth)?;
            let left = if *store.op(args[0]) == Op::Add { format!("({left})") } else { left };
            Some(format!("{left} mod {divisor}"))
        }
        _ => None,
    }
}

/// Whether the name of an argument is one that a user would write.
fn is_name(name: &str) -> bool {
    let good = |c: char| c.is_alphanumeric() || "_.'() ".contains(c);
    !name.is_empty() && name.chars().all(good)
}

fn number(rat: &Rat) -> String {
    rat.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use horn_frontend::ir::{FileId, Loc};
    use horn_solver::term::SortId;

    #[test]
    fn conditions_read_like_ada() {
        let mut store = Store::new();
        let (x, y) = (store.var(0, SortId::INT), store.var(1, SortId::INT));
        let names = ["X".to_string(), "Y".to_string()];
        let zero = store.int(0);
        let two = store.int(2);
        let rest = store.int_mod(x, two);
        let even = store.eq(rest, zero);
        assert_eq!(condition(&store, even, &names, DEPTH).as_deref(), Some("X mod 2 = 0"));
        let difference = store.sub(x, y);
        let at_most = store.le(difference, zero);
        let equal = store.eq(x, y);
        let unequal = store.not(equal);
        let greater = store.not(at_most);
        let both = store.or(&[at_most, greater]);
        let text = |term| condition(&store, term, &names, DEPTH);
        assert_eq!(text(at_most).as_deref(), Some("X <= Y"));
        assert_eq!(text(equal).as_deref(), Some("X = Y"));
        assert_eq!(text(unequal).as_deref(), Some("X /= Y"));
        assert!(text(both).is_some());
        assert_eq!(condition(&store, at_most, &["X".to_string(), "$3".to_string()], DEPTH), None);
    }

    #[test]
    fn each_part_is_said_once_for_a_place() {
        let fact = |at: u32, parts: &[&str]| Fact {
            loc: Loc { file: FileId(at), ..Loc::NONE },
            parts: parts.iter().map(ToString::to_string).collect(),
        };
        let told = together(vec![fact(1, &["X >= 0", "Y = 1"]), fact(2, &["X >= 0"]), fact(1, &["Y = 1", "X <= Y"])]);
        assert_eq!(told, [fact(1, &["X >= 0", "Y = 1", "X <= Y"]), fact(2, &["X >= 0"])]);
        assert_eq!(told[0].text(), "loop invariant found: X >= 0 and Y = 1 and X <= Y");
    }
}
