//! What of the library units can be named from outside (RM 8.2, 10.1.1): the subprograms that clients can call, and the
//! variables that they can assign; and where other ways lead into a unit.

use super::Sema;
use super::scope::{Entity, Entry, ScopeId};
use super::tree::{ENVIRONMENT, ObjectKind};
use super::walk::root;
use horn_frontend::Severity;

/// Pragmas and aspects by which something outside of the program calls a subprogram.
const CALLED_FROM_OUTSIDE: &[&str] = &[
    "export",
    "export_function",
    "export_procedure",
    "export_valued_procedure",
    "linker_constructor",
    "linker_destructor",
];

impl Sema<'_> {
    /// Notes that something may be called that no call of the program names.
    pub fn note_escape(&mut self, name: &str) {
        if CALLED_FROM_OUTSIDE.contains(&name) {
            self.escapes();
        }
    }

    /// The same where it is known to be so.
    pub fn escapes(&mut self) {
        let file = self.file;
        self.tree.escapes.insert(file);
    }

    /// Fills in what clients see of the library units, whose names these are.
    pub fn note_visible(&mut self, names: &[String]) {
        let wrong = self.messages.iter().filter(|message| message.severity == Severity::Error);
        let unsupported = self.unsupported.iter().map(|one| one.loc.file);
        self.tree.escapes.extend(wrong.map(|message| message.loc.file).chain(unsupported));
        for (at, name) in names.iter().enumerate() {
            let parent = name.rsplit_once('.').and_then(|(parent, _)| names.iter().position(|other| other == parent));
            let private = self.is_private_unit(name);
            let unit = &mut self.tree.library[at];
            unit.private = private;
            unit.parent = parent;
            unit.name.clone_from(name);
        }
        let mut seen: Vec<ScopeId> = Vec::new();
        let mut todo: Vec<(ScopeId, String, Option<usize>)> = vec![(self.library, String::new(), None)];
        while let Some((scope, path, unit)) = todo.pop() {
            if seen.contains(&scope) {
                continue;
            }
            seen.push(scope);
            if let (Some(at), Some(why)) = (unit, self.scopes[scope].open.as_ref()) {
                self.tree.library[at].unknown.get_or_insert(why.to_string());
            }
            let mut symbols = self.scopes[scope].order.clone();
            symbols.sort_unstable();
            symbols.dedup();
            for symbol in symbols {
                let text = self.names.text(symbol);
                let inner = if path.is_empty() { text.to_string() } else { format!("{path}.{text}") };
                let own = names.iter().position(|name| *name == inner);
                for entry in self.scopes[scope].names.get(&symbol).cloned().unwrap_or_default() {
                    let private = own.map_or(entry.private, |_| self.is_private_unit(&inner));
                    let Some(at) = own.or(unit).filter(|_| !private) else { continue };
                    if let Entity::Package(package) = entry.entity {
                        todo.push((package, inner.clone(), Some(at)));
                    } else {
                        self.note_entry(at, &entry, own.is_some());
                    }
                }
            }
        }
    }

    /// Whether a library unit is private: only the units below its parent name it.
    pub(super) fn is_private_unit(&self, name: &str) -> bool {
        let (specs, bodies) = (&self.units.specs, &self.units.body_units);
        specs.get(name).or_else(|| bodies.get(name)).is_some_and(|(_, unit)| unit.private)
    }

    /// A declaration that is seen from outside. A library unit that is generic is none of the unit around it: but for
    /// its instances nobody calls it, and these see no more than others unless it is a child.
    fn note_entry(&mut self, at: usize, entry: &Entry, is_unit: bool) {
        let root_unit = is_unit && self.tree.library[at].parent.is_none();
        let mut unknown = None;
        match &entry.entity {
            Entity::Subprogram(subp) if !self.abstract_ones.contains(subp) => {
                self.tree.library[at].operations.insert(*subp);
            }
            Entity::Object(object) => {
                let entry = self.tree.object(*object);
                if entry.kind == ObjectKind::Variable && entry.owner == ENVIRONMENT {
                    self.tree.library[at].variables.insert(*object);
                }
            }
            Entity::Renamed(name) => {
                let variable = root(name).filter(|object| self.tree.object(*object).kind == ObjectKind::Variable);
                self.tree.library[at].variables.extend(variable);
            }
            Entity::Generic(_) if !root_unit => unknown = Some("an instance of a visible generic unit".to_string()),
            Entity::Unsupported(what) => unknown = Some(what.to_string()),
            _ => {}
        }
        if let Some(what) = unknown {
            self.tree.library[at].unknown.get_or_insert(what);
        }
    }
}
