//! The elaboration of library units (RM 10.2): which statements elaborate which unit, and in which order.
//!
//! The analysis meets all specifications before the bodies. The order of elaboration is another one: as GNAT's binder
//! has it, a body comes as early as it can, so that who calls a subprogram in its own elaboration finds the package of
//! that subprogram elaborated.

use super::Sema;
use super::tree::{LibraryUnit, Stmt, StmtKind, SubpId};
use super::walk::{calls_of_body, calls_of_stmts};
use crate::ast::{self, CompilationUnit, ContextItem};
use std::collections::{BTreeMap, BTreeSet};

/// A part of a library unit: its specification or its body.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct UnitPart {
    /// Name of the unit in lower case.
    pub unit: String,
    /// Whether it is the body.
    pub body: bool,
}

impl<'a> Sema<'a> {
    /// Analyses a part of a unit: statements that come into being belong to its elaboration.
    pub fn elaborating<T>(&mut self, part: UnitPart, f: impl FnOnce(&mut Self) -> T) -> T {
        let start = self.sink.len();
        let outer = std::mem::replace(&mut self.unit_part, part.clone());
        let result = f(self);
        let last = self.unit_part.body || !self.units.body_units.contains_key(&self.unit_part.unit);
        if last {
            let unit = self.unit_part.unit.clone();
            self.activate_unit(&unit);
        }
        self.unit_part = outer;
        if self.sink.len() > start {
            self.units.parts.push((start..self.sink.len(), part));
        }
        result
    }

    /// Puts the statements of the environment into their order of elaboration, and notes what each unit needs.
    pub fn in_order_of_elaboration(&mut self, names: &[String], statements: Vec<Stmt>) -> Vec<Stmt> {
        let number = |name: &str| names.iter().position(|other| other == name);
        // What each part names in its context clauses.
        let mut spec_needs: Vec<Vec<usize>> = vec![Vec::new(); names.len()];
        let mut body_needs: Vec<Vec<usize>> = vec![Vec::new(); names.len()];
        let mut units: Vec<LibraryUnit> = vec![LibraryUnit::default(); names.len()];
        for (at, name) in names.iter().enumerate() {
            spec_needs[at].extend(name.rsplit_once('.').and_then(|(parent, _)| number(parent)));
            if let Some((file, unit)) = self.units.specs.get(name) {
                units[at].files.push(*file);
                spec_needs[at].extend(self.named_units(unit).iter().filter_map(|name| number(name)));
            }
            if let Some((file, unit)) = self.units.body_units.get(name) {
                units[at].files.push(*file);
                body_needs[at].extend(self.named_units(unit).iter().filter_map(|name| number(name)));
            }
        }
        let mut subunits: Vec<&String> = self.subunits.keys().collect();
        subunits.sort();
        for name in subunits {
            let owner =
                names.iter().position(|unit| name.strip_prefix(unit.as_str()).is_some_and(|r| r.starts_with('.')));
            if let (Some(at), Some((file, unit))) = (owner, self.subunits.get(name)) {
                units[at].files.push(*file);
                body_needs[at].extend(self.named_units(unit).iter().filter_map(|name| number(name)));
            }
        }
        let mut first: Vec<[Vec<usize>; 2]> = vec![Default::default(); names.len()];
        for (at, name) in names.iter().enumerate() {
            let parts = [self.units.specs.get(name), self.units.body_units.get(name)];
            for (part, (_, unit)) in parts.into_iter().enumerate().filter_map(|(part, unit)| Some((part, unit?))) {
                for (wanted, all) in self.elaborated_first(unit) {
                    let Some(wanted) = number(&wanted) else { continue };
                    let mut found = vec![wanted];
                    let mut next = 0;
                    while all && next < found.len() {
                        for other in spec_needs[found[next]].iter().chain(&body_needs[found[next]]) {
                            if !found.contains(other) {
                                found.push(*other);
                            }
                        }
                        next += 1;
                    }
                    first[at][part].extend(found.into_iter().filter(|other| *other != at));
                }
            }
        }
        let part_of = |at: usize| {
            let found = self.units.parts.iter().find(|(range, _)| range.contains(&at));
            found.and_then(|(_, part)| number(&part.unit).map(|unit| (unit, part.body)))
        };
        // The bodies of the units that the elaboration of a part calls come before it, if no circle forbids that.
        let mut called = first.clone();
        let mut unit_of: BTreeMap<SubpId, usize> = BTreeMap::new();
        for (at, stmt) in statements.iter().enumerate() {
            if let (StmtKind::Elaborated(subp), Some((unit, _))) = (&stmt.kind, part_of(at)) {
                unit_of.insert(*subp, unit);
            }
        }
        let mut calls = BTreeMap::new();
        for (at, stmt) in statements.iter().enumerate() {
            let Some((unit, body)) = part_of(at) else { continue };
            let reached = self.reached_by(stmt, &mut calls);
            let wanted: BTreeSet<usize> = reached.iter().filter_map(|id| unit_of.get(id).copied()).collect();
            called[unit][usize::from(body)].extend(wanted.into_iter().filter(|other| *other != unit));
        }
        let order = match order(&spec_needs, &body_needs, &called) {
            (order, true) => order,
            _ => order(&spec_needs, &body_needs, &first).0,
        };
        let mut by_part: Vec<[Vec<Stmt>; 2]> = vec![Default::default(); names.len()];
        let mut rest = Vec::new();
        for (at, stmt) in statements.into_iter().enumerate() {
            match part_of(at) {
                Some((unit, body)) => by_part[unit][usize::from(body)].push(stmt),
                None => rest.push(stmt),
            }
        }
        let mut found: Vec<Stmt> = Vec::new();
        for (unit, body) in order {
            let own = std::mem::take(&mut by_part[unit][usize::from(body)]);
            units[unit].statements.extend(found.len()..found.len() + own.len());
            found.extend(own);
        }
        // What belongs to no part belongs to all of them.
        let first = found.len();
        found.extend(rest);
        for (at, unit) in units.iter_mut().enumerate() {
            unit.statements.extend(first..found.len());
            unit.needs = spec_needs[at].iter().chain(&body_needs[at]).copied().collect();
        }
        self.tree.library = units;
        found
    }

    /// The subprograms that a statement calls, itself or by their calls; the calls of each are noted.
    pub(super) fn reached_by(&self, stmt: &Stmt, calls: &mut BTreeMap<SubpId, BTreeSet<SubpId>>) -> BTreeSet<SubpId> {
        let mut todo: Vec<SubpId> = calls_of_stmts(std::slice::from_ref(stmt)).into_iter().collect();
        let mut found = BTreeSet::new();
        while let Some(id) = todo.pop() {
            if !found.insert(id) {
                continue;
            }
            let own = calls
                .entry(id)
                .or_insert_with(|| self.tree.subprogram(id).body.as_ref().map(calls_of_body).unwrap_or_default());
            todo.extend(own.iter().copied());
        }
        found
    }

    /// The units whose bodies a part of a unit wants to be elaborated before it, in lower case, and whether also those
    /// of all units that they need: `pragma Elaborate` and `pragma Elaborate_All` (RM 10.2.1 (19–22)).
    fn elaborated_first(&self, unit: &'a CompilationUnit) -> Vec<(String, bool)> {
        let mut found = Vec::new();
        for item in &unit.context {
            let ContextItem::Pragma(pragma) = item else { continue };
            let all = match self.names.text(pragma.name.symbol) {
                "elaborate" => false,
                "elaborate_all" => true,
                _ => continue,
            };
            for path in pragma.arguments.iter().filter_map(|argument| argument.value.as_name()?.path()) {
                let parts: Vec<&str> = path.iter().map(|ident| self.names.text(ident.symbol)).collect();
                found.push((parts.join("."), all));
            }
        }
        found
    }

    /// The names in the context clauses of a unit, in lower case, with their ancestors.
    fn named_units(&self, unit: &'a CompilationUnit) -> Vec<String> {
        let mut found = Vec::new();
        for item in &unit.context {
            let ContextItem::With(clause) = item else { continue };
            for path in clause.names.iter().filter_map(ast::Name::path) {
                let parts: Vec<&str> = path.iter().map(|ident| self.names.text(ident.symbol)).collect();
                found.extend((1..=parts.len()).map(|end| parts[..end].join(".")));
            }
        }
        found
    }
}

/// An order of the parts of units: specifications behind those that they name, bodies behind their own one and those
/// that they name, and bodies before the parts of units that name theirs wherever no circle forbids it. `first` are the
/// units whose bodies come before the specification of a unit, and before its body. The second result says whether all
/// of that could be kept.
fn order(
    spec_needs: &[Vec<usize>],
    body_needs: &[Vec<usize>],
    first: &[[Vec<usize>; 2]],
) -> (Vec<(usize, bool)>, bool) {
    let count = spec_needs.len();
    let mut done = vec![[false; 2]; count];
    let mut found = Vec::new();
    let mut kept = true;
    while found.len() < 2 * count {
        let needs = |unit: usize, body: bool| if body { &body_needs[unit] } else { &spec_needs[unit] };
        // Bodies name what their specifications name, too.
        let all = |unit: usize, body: bool| {
            let of_spec = if body { spec_needs[unit].as_slice() } else { &[] };
            needs(unit, body).iter().chain(of_spec).copied().filter(move |other| *other != unit)
        };
        let open = |unit: usize, body: bool| !done[unit][usize::from(body)];
        let ready = |unit: usize, body: bool| {
            open(unit, body)
                && (!body || done[unit][0])
                && all(unit, body).all(|other| done[other][0])
                && first[unit][usize::from(body)].iter().all(|other| done[*other][1])
        };
        let complete = |unit: usize, body: bool| all(unit, body).all(|other| done[other][1]);
        let parts = || (0..count).flat_map(|unit| [(unit, true), (unit, false)]);
        let bodies = || parts().filter(|(_, body)| *body);
        let chosen = bodies()
            .find(|(unit, body)| ready(*unit, *body) && complete(*unit, *body))
            .or_else(|| parts().find(|(unit, body)| ready(*unit, *body) && complete(*unit, *body)))
            .or_else(|| parts().find(|(unit, body)| !body && ready(*unit, *body)))
            .or_else(|| bodies().find(|(unit, body)| ready(*unit, *body)));
        kept &= chosen.is_some();
        let Some((unit, body)) = chosen.or_else(|| parts().find(|(unit, body)| open(*unit, *body))) else { break };
        done[unit][usize::from(body)] = true;
        found.push((unit, body));
    }
    (found, kept)
}

#[cfg(test)]
mod tests {
    use super::order;

    /// No unit asks for the body of another one.
    fn nothing_first(units: usize) -> Vec<[Vec<usize>; 2]> {
        vec![Default::default(); units]
    }

    #[test]
    fn bodies_come_before_those_who_may_call_them() {
        // Unit 0 names 1, 1 names 2 in its body.
        let (found, kept) = order(&[vec![1], vec![], vec![]], &[vec![], vec![2], vec![]], &nothing_first(3));
        assert!(kept);
        let place = |part| found.iter().position(|other| *other == part);
        assert!(place((1, true)) < place((0, false)), "{found:?}");
        assert!(place((2, true)) < place((1, true)), "{found:?}");
    }

    #[test]
    fn a_circle_of_bodies_is_cut() {
        let (found, _) = order(&[vec![], vec![]], &[vec![1], vec![0]], &nothing_first(2));
        assert_eq!(found.len(), 4);
        let place = |part| found.iter().position(|other| *other == part);
        assert!(place((0, false)) < place((1, true)) && place((1, false)) < place((0, true)), "{found:?}");
    }

    #[test]
    fn a_pragma_decides_which_body_of_a_circle_comes_first() {
        for wanted in [0, 1] {
            let mut first = nothing_first(2);
            first[1 - wanted][1] = vec![wanted];
            let (found, kept) = order(&[vec![], vec![]], &[vec![1], vec![0]], &first);
            assert!(kept);
            let place = |part| found.iter().position(|other| *other == part);
            assert!(place((wanted, true)) < place((1 - wanted, true)), "{found:?}");
        }
    }
}
