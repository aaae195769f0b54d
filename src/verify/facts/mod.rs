//! What a model says about the loops of a program, as conditions in the notation of its language.
//!
//! The definition of a loop head's predicate is an invariant of that loop. Conjuncts that speak of something the source
//! has no words for are left out: what is printed follows from the invariant, it need not be all of it.

mod reasons;
mod writer;

use super::report::{Fact, FactKind};
use horn_frontend::encode::{Argument, When};
use horn_frontend::encode::{Encoded, PredInfo, PredKind};
use horn_frontend::interp::Value;
use horn_frontend::ir::{FIRST_ITERATION, Loc, Program, TypeId, TypeKind, VarKind};
use horn_frontend::{Operator, Subject};
use horn_solver::num::{Int, Rat};
use horn_solver::system::{Model, PredId};
use horn_solver::term::{Op, Store, TermId, conjuncts, free_vars};
use horn_solver::thin::Need;
use reasons::reasons;
use std::collections::BTreeMap;
use writer::{Name, Writer, sum};

/// One fact for each loop whose invariant says something, with the reasons that these steps of its check give.
pub fn facts(subject: &Subject<'_>, encoded: &Encoded, store: &Store, model: &Model, needs: &[Need]) -> Vec<Fact> {
    let words = |pred: PredId, part: TermId| {
        let Subject { program, notation, .. } = *subject;
        let names = names(subject, &encoded.preds[pred.index()]);
        Writer { store, program, notation, names, numbers: false }.part(part)
    };
    let mut facts = Vec::new();
    for (index, info) in (0..).zip(&encoded.preds) {
        let definition = model.definition(PredId(index));
        // Nothing is said of most, which the checks do not depend on.
        if definition == Store::TRUE {
            continue;
        }
        let PredKind::Block(block) = info.kind else { continue };
        let head = &subject.program.procedure(info.procedure).blocks[block.index()];
        let Some(loop_info) = &head.loop_head else { continue };
        let Subject { program, notation, .. } = *subject;
        let writer = |names| Writer { store, program, notation, names, numbers: false };
        let (kind, mut parts) = match subject.program.client(info.procedure) {
            Some(client) if subject.program.choosing_loop(client) == Some(block) => {
                let known = known_state(subject, info);
                let (mut parts, rest) = ranges(subject, store, info, &known, definition);
                let names = names(subject, info).into_iter().zip(known);
                let writer = writer(names.map(|(name, known)| name.filter(|_| known)).collect());
                parts.extend(rest.into_iter().filter_map(|part| writer.part(part)));
                (FactKind::Package, parts)
            }
            _ => (FactKind::Loop, writer(names(subject, info)).parts(definition)),
        };
        parts.dedup();
        if !parts.is_empty() {
            let why = match kind {
                FactKind::Loop if !needs.is_empty() => reasons(subject, encoded, PredId(index), needs, &words),
                _ => Vec::new(),
            };
            facts.push(Fact { kind, loc: loop_info.loc, parts, why });
        }
    }
    facts
}

/// Whether a model says anything about loops.
pub fn are_any(subject: &Subject<'_>, encoded: &Encoded, model: &Model) -> bool {
    (0..).zip(&encoded.preds).any(|(index, info)| match info.kind {
        PredKind::Block(block) => {
            let head = &subject.program.procedure(info.procedure).blocks[block.index()];
            head.loop_head.is_some() && model.definition(PredId(index)) != Store::TRUE
        }
        _ => false,
    })
}

/// One fact for each place: what several models say holds together, and each part is said once.
pub fn together(facts: Vec<Fact>) -> Vec<Fact> {
    let mut places: Vec<Fact> = Vec::new();
    let mut numbers: BTreeMap<Loc, usize> = BTreeMap::new();
    for fact in facts {
        let number = *numbers.entry(fact.loc).or_insert(places.len());
        let Some(known) = places.get_mut(number) else {
            places.push(fact);
            continue;
        };
        for part in fact.parts {
            if !known.parts.contains(&part) {
                known.parts.push(part);
            }
        }
        for line in fact.why {
            if !known.why.contains(&line) {
                known.why.push(line);
            }
        }
    }
    places
}

/// What a model says about the loop at a place behind its first iteration.
pub fn behind_first(
    subject: &Subject<'_>,
    encoded: &Encoded,
    store: &mut Store,
    model: &Model,
    place: Loc,
) -> Option<String> {
    let (index, info) = (0..).zip(&encoded.preds).find(|(_, info)| match info.kind {
        PredKind::Block(block) => {
            let head = &subject.program.procedure(info.procedure).blocks[block.index()];
            head.loop_head.as_ref().is_some_and(|found| found.loc == place)
        }
        _ => false,
    })?;
    let pred = PredId(index);
    let first = |argument: &Argument| {
        argument.name == FIRST_ITERATION && argument.slot.is_none() && argument.when == When::Here
    };
    let vars = free_vars(store, &[model.definition(pred)]);
    let vars: BTreeMap<u32, TermId> = vars.into_iter().filter_map(|var| Some((store.as_var(var)?, var))).collect();
    let images: Vec<TermId> = (0..)
        .zip(&info.arguments)
        .map(|(at, argument)| match vars.get(&at) {
            Some(var) if !first(argument) => *var,
            // What does not occur may stand for anything.
            _ => store.bool(false),
        })
        .collect();
    let definition = store.instantiate(model.definition(pred), &images);
    let Subject { program, notation, .. } = *subject;
    let writer = Writer { store, program, notation, names: names(subject, info), numbers: false };
    let parts = writer.parts(definition);
    if parts.is_empty() { None } else { Some(subject.notation.all_of(&parts)) }
}

/// What the source calls the arguments of a predicate; none for those that it has no words for.
fn names(subject: &Subject<'_>, info: &PredInfo) -> Vec<Option<Name>> {
    let notation = subject.notation;
    let procedure = subject.program.procedure(info.procedure);
    let synthetic = |name: &str| procedure.vars().any(|(_, var)| var.synthetic && var.name == name);
    let name = |argument: &Argument| match (argument.slot, argument.when) {
        (Some(_), _) | (_, When::Return) => None,
        _ if synthetic(&argument.name) => None,
        // Comparisons of the reals that stand for infinities and NaN are not those of the language.
        _ if has_special(subject.program, argument.ty) => None,
        (None, When::Here) => Some(argument.name.clone()).filter(|name| notation.is_name(name)),
        (None, When::Entry) => notation.on_entry(&argument.name).filter(|name| notation.is_name(name)),
    };
    let named = |argument: &Argument| Some(Name { text: name(argument)?, ty: argument.ty });
    info.arguments.iter().map(named).collect()
}

/// Which arguments are globals of a client, under a name that no other one has.
fn known_state(subject: &Subject<'_>, info: &PredInfo) -> Vec<bool> {
    let procedure = subject.program.procedure(info.procedure);
    let known = |name: &str| {
        let same = procedure.vars().filter(|(_, var)| var.name == name && matches!(var.kind, VarKind::Global(_)));
        let mut same = same.map(|(_, var)| var.synthetic);
        same.next() == Some(false) && same.next().is_none()
    };
    info.arguments.iter().map(|argument| known(&argument.name)).collect()
}

/// The ranges of single integers that a definition gives, as far as their types don't, and what else it says.
fn ranges(
    subject: &Subject<'_>,
    store: &Store,
    info: &PredInfo,
    known: &[bool],
    definition: TermId,
) -> (Vec<String>, Vec<TermId>) {
    let mut bounds: BTreeMap<usize, (Option<Int>, Option<Int>)> = BTreeMap::new();
    let mut rest = Vec::new();
    for part in conjuncts(store, definition) {
        let found = bound(store, part).filter(|(at, ..)| {
            let argument = info.arguments.get(*at);
            argument
                .is_some_and(|one| matches!(subject.program.ty(one.ty).kind, TypeKind::Int(_)) && one.slot.is_none())
        });
        let Some((at, limit, upper)) = found else {
            rest.push(part);
            continue;
        };
        let (low, high) = bounds.entry(at).or_default();
        if upper {
            *high = Some(high.take().map_or(limit.clone(), |other| other.min(limit)));
        } else {
            *low = Some(low.take().map_or(limit.clone(), |other| other.max(limit)));
        }
    }
    let mut texts = Vec::new();
    for (at, (low, high)) in bounds {
        let argument = &info.arguments[at];
        let TypeKind::Int(int) = &subject.program.ty(argument.ty).kind else { continue };
        if !known[at] || argument.when != When::Here || !subject.notation.is_name(&argument.name) {
            continue;
        }
        let (range, base) = (int.range.as_ref(), int.base.as_ref());
        let more = low.as_ref().is_some_and(|low| range.is_none_or(|range| *low > range.first))
            || high.as_ref().is_some_and(|high| range.is_none_or(|range| *high < range.last));
        if !more {
            continue;
        }
        let low = low.filter(|low| base.is_none_or(|base| *low > base.first));
        let high = high.filter(|high| base.is_none_or(|base| *high < base.last));
        let value = |value: Int| subject.value(argument.ty, &Value::Int(value));
        let infix = |left: &str, operator, right: &str| subject.notation.infix(left, operator, right);
        match (low, high) {
            (Some(low), Some(high)) if low == high => {
                texts.extend(infix(&argument.name, Operator::Equal, &value(low)));
            }
            (low, high) => {
                texts.extend(low.and_then(|low| infix(&value(low), Operator::AtMost, &argument.name)));
                texts.extend(high.and_then(|high| infix(&argument.name, Operator::AtMost, &value(high))));
            }
        }
    }
    (texts, rest)
}

/// The variable that a comparison of one integer with a number is about, the number, and whether it is the greatest
/// value; else it is the least.
fn bound(store: &Store, part: TermId) -> Option<(usize, Int, bool)> {
    let (comparison, holds) = match store.op(part) {
        Op::Not => (store.args(part)[0], false),
        _ => (part, true),
    };
    if *store.op(comparison) != Op::Le {
        return None;
    }
    let &[left, right] = store.args(comparison) else { return None };
    // factor * variable + constant <= 0
    let (mut constant, mut variable): (Rat, Option<(usize, Rat)>) = (Rat::ZERO, None);
    for (side, negative) in [(left, false), (right, true)] {
        for (factor, of) in sum(store, side) {
            let factor = if negative { -factor } else { factor };
            match of.map(|term| store.op(term)) {
                None => constant = &constant + &factor,
                Some(Op::Var(at)) if variable.is_none() => variable = Some((*at as usize, factor)),
                Some(_) => return None,
            }
        }
    }
    let (at, mut factor) = variable?;
    if !holds {
        // The negation: -factor * variable - constant < 0, of integers.
        (factor, constant) = (-factor, Rat::ONE - constant);
    }
    let limit = -(&constant / &factor);
    let upper = factor > Rat::ZERO;
    Some((at, if upper { limit.floor() } else { -((-limit).floor()) }, upper))
}

/// Whether values of a type are floats that may be infinite or NaN, or arrays of such.
fn has_special(program: &Program, ty: TypeId) -> bool {
    match &program.ty(ty).kind {
        TypeKind::Float(float) => float.special,
        TypeKind::Array(array) => has_special(program, array.component),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use horn_frontend::ir::FileId;

    #[test]
    fn each_part_is_said_once_for_a_place() {
        let fact = |at: u32, parts: &[&str]| Fact {
            kind: FactKind::Loop,
            loc: Loc { file: FileId(at), ..Loc::NONE },
            parts: parts.iter().map(ToString::to_string).collect(),
            why: Vec::new(),
        };
        let told = together(vec![fact(1, &["X >= 0", "Y = 1"]), fact(2, &["X >= 0"]), fact(1, &["Y = 1", "X <= Y"])]);
        assert_eq!(told, [fact(1, &["X >= 0", "Y = 1", "X <= Y"]), fact(2, &["X >= 0"])]);
    }
}
