//! The order of units: each behind those it depends on, and what is said if there is no such order.

use super::LoadedUnit;
use crate::ast::UnitPart;
use horn_frontend::frontend::Message;
use horn_frontend::{Diagnostic, Span};
use std::collections::BTreeMap;

/// Whether the dependences of a unit have been entered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}

/// A dependence: the index of a unit, and the place that causes it.
type Edge = (usize, Span);

/// The units in order, and a message for each cycle of with clauses.
pub(super) fn in_order(units: Vec<LoadedUnit>) -> (Vec<LoadedUnit>, Vec<Message>) {
    let index: BTreeMap<(&str, UnitPart), usize> =
        units.iter().enumerate().map(|(at, unit)| ((unit.name.as_str(), unit.part), at)).collect();
    let edges: Vec<Vec<Edge>> = units.iter().map(|unit| dependences(unit, &units, &index)).collect();
    let mut state = vec![State::New; units.len()];
    let mut order = Vec::with_capacity(units.len());
    let mut messages = Vec::new();
    // What others depend on comes first, so that bodies do not stand between specifications.
    let is_base = |at: &usize| {
        let unit = &units[*at];
        match unit.part {
            UnitPart::Spec => true,
            UnitPart::Body => !index.contains_key(&(unit.name.as_str(), UnitPart::Spec)),
            UnitPart::Subunit => false,
        }
    };
    let (bases, others): (Vec<usize>, Vec<usize>) = (0..units.len()).partition(is_base);
    for root in bases.into_iter().chain(others) {
        visit(root, &units, &edges, &mut state, &mut order, &mut messages);
    }
    let mut slots: Vec<Option<LoadedUnit>> = units.into_iter().map(Some).collect();
    let sorted = order.into_iter().filter_map(|at| slots.get_mut(at).and_then(Option::take)).collect();
    (sorted, messages)
}

/// The units in which names of this unit may be declared: parents, specification, with clauses.
fn dependences(unit: &LoadedUnit, units: &[LoadedUnit], index: &BTreeMap<(&str, UnitPart), usize>) -> Vec<Edge> {
    let own = unit.unit.name().map_or(unit.unit.span, |name| name.span);
    let find = |name: &str| {
        let body = || index.get(&(name, UnitPart::Body)).copied().filter(|at| is_declaration(&units[*at]));
        index.get(&(name, UnitPart::Spec)).copied().or_else(body)
    };
    let mut edges: Vec<Edge> = Vec::new();
    match unit.part {
        UnitPart::Spec => {}
        UnitPart::Body => edges.extend(index.get(&(unit.name.as_str(), UnitPart::Spec)).map(|at| (*at, own))),
        UnitPart::Subunit => {
            let parent = unit.name.rsplit_once('.').map_or("", |(parent, _)| parent);
            let found = index.get(&(parent, UnitPart::Subunit)).or_else(|| index.get(&(parent, UnitPart::Body)));
            edges.extend(found.map(|at| (*at, own)));
        }
    }
    if unit.part != UnitPart::Subunit
        && let Some((parent, _)) = unit.name.rsplit_once('.')
    {
        edges.extend(find(parent).map(|at| (at, own)));
    }
    // A limited with clause makes no dependence: that is what it is for.
    for with in unit.withs.iter().filter(|with| !with.limited) {
        edges.extend(find(&with.name).map(|at| (at, with.span)));
    }
    let this = index.get(&(unit.name.as_str(), unit.part)).copied();
    edges.retain(|(at, _)| Some(*at) != this);
    edges
}

fn is_declaration(unit: &LoadedUnit) -> bool {
    matches!(unit.unit.item, crate::ast::Decl::SubprogramBody(_))
}

/// Depth-first search with an explicit stack; a unit is entered when all it depends on is.
fn visit(
    root: usize,
    units: &[LoadedUnit],
    edges: &[Vec<Edge>],
    state: &mut [State],
    order: &mut Vec<usize>,
    messages: &mut Vec<Message>,
) {
    if state[root] != State::New {
        return;
    }
    state[root] = State::Open;
    // A unit and the number of its dependences that were followed.
    let mut stack: Vec<(usize, usize)> = vec![(root, 0)];
    while let Some((at, next)) = stack.last_mut() {
        let Some((to, span)) = edges[*at].get(*next).copied() else {
            state[*at] = State::Done;
            order.push(*at);
            stack.pop();
            continue;
        };
        *next += 1;
        let from = *at;
        match state[to] {
            State::Done => {}
            State::New => {
                state[to] = State::Open;
                stack.push((to, 0));
            }
            State::Open => {
                let start = stack.iter().position(|(unit, _)| *unit == to).unwrap_or(0);
                let cycle: Vec<usize> = stack[start..].iter().map(|(unit, _)| *unit).collect();
                messages.push(cycle_message(from, span, &cycle, units));
            }
        }
    }
}

fn cycle_message(from: usize, span: Span, cycle: &[usize], units: &[LoadedUnit]) -> Message {
    let text = |at: &usize| {
        let unit = &units[*at];
        let part = match unit.part {
            UnitPart::Spec => "spec",
            UnitPart::Body => "body",
            UnitPart::Subunit => "subunit",
        };
        format!("\"{} ({part})\"", unit.name)
    };
    let mut path: Vec<String> = cycle.iter().map(text).collect();
    path.extend(cycle.first().map(text));
    let message = format!("circular unit dependency: {}", path.join(" depends on "));
    Message { file: Some(units[from].file), diagnostic: Diagnostic::error(span, message) }
}
