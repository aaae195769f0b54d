//! Subsystems to clauses.

use super::Program;
use super::formula::{Call, Images, Label, Scope, condition, label};
use super::lexer::{Cursor, Kind, Token};
use super::parser::{File, Role, Subsystem, Variable};
use crate::smtlib::Diagnostic;
use crate::system::{Atom, Clause, Origin, PredId, System};
use crate::term::{SortId, Store, TermId};
use hashbrown::{HashMap, HashSet};

/// Makes the clauses of a file.
pub struct Builder<'a, 'f> {
    cursor: Cursor<'a>,
    file: &'f File<'a>,
    frames: Vec<Frame<'a>>,
    store: Store,
    system: System,
    warnings: Vec<Diagnostic>,
}

/// What clauses have to know of a subsystem. With `n` variables, `Var(0..n)` are the values on entry, `Var(n..2n)`
/// those now, `Var(2n..3n)` those after a transition; results of a call are behind.
struct Frame<'a> {
    /// Global variables, then its own.
    variables: Vec<Variable<'a>>,
    /// The predicates of its states.
    preds: HashMap<&'a str, PredId>,
    /// The states that keep what a caller sees.
    last: HashSet<&'a str>,
}

impl Frame<'_> {
    fn sorts(&self) -> Vec<SortId> {
        self.variables.iter().map(|variable| variable.sort).collect()
    }

    /// The variables that a state's predicate is about.
    fn shown(&self, state: &str) -> Vec<usize> {
        let all = !self.last.contains(state);
        (0..self.variables.len()).filter(|&i| all || self.variables[i].role != Role::Local).collect()
    }
}

impl<'a, 'f> Builder<'a, 'f> {
    /// A builder for a file that was read with the cursor.
    pub fn new(cursor: Cursor<'a>, file: &'f File<'a>) -> Builder<'a, 'f> {
        Builder { cursor, file, frames: Vec::new(), store: Store::new(), system: System::new(), warnings: Vec::new() }
    }

    /// The clauses of all subsystems.
    pub fn build(mut self) -> Result<Program, Diagnostic> {
        let file = self.file;
        let mut names = HashSet::new();
        for subsystem in &file.subsystems {
            self.declare(subsystem, &mut names)?;
        }
        match file.subsystems.iter().position(|subsystem| subsystem.name == "main") {
            Some(main) => self.start(main)?,
            None => {
                let token = file.subsystems[0].token;
                self.warnings.push(self.cursor.mistake(token, "there is no subsystem main, so nothing can be reached"));
            }
        }
        for index in 0..file.subsystems.len() {
            self.subsystem(index)?;
        }
        Ok(Program { store: self.store, system: self.system, warnings: self.warnings })
    }

    /// The predicates of a subsystem.
    fn declare(&mut self, subsystem: &Subsystem<'a>, names: &mut HashSet<String>) -> Result<(), Diagnostic> {
        for own in &subsystem.variables {
            if self.file.globals.iter().any(|global| global.name == own.name) {
                let message = format!("the variable {} is declared twice", own.name);
                return Err(self.cursor.mistake(own.token, message));
            }
        }
        let variables = self.file.globals.iter().chain(&subsystem.variables).copied().collect();
        let last = subsystem.last.iter().copied().collect();
        let mut frame = Frame { variables, preds: HashMap::new(), last };
        for &state in &subsystem.states {
            if subsystem.error.contains(state) {
                continue;
            }
            let shown = frame.shown(state);
            let sorts: Vec<SortId> = shown.iter().map(|&i| frame.variables[i].sort).collect();
            let mut name = format!("{}_{state}", subsystem.name);
            while !names.insert(name.clone()) {
                name.push('_');
            }
            let pred = self.system.add_pred(name, [&sorts[..], &sorts[..]].concat());
            frame.preds.insert(state, pred);
        }
        self.frames.push(frame);
        Ok(())
    }

    fn origin(&self, token: Token) -> Origin {
        let (line, column) = self.cursor.place(token);
        Origin { assertion: self.system.clauses.len() as u32, line, column }
    }

    /// The atom of a state where the subsystem was entered with some values and has some now; `None` for an error
    /// state.
    fn atom(&self, subsystem: usize, state: &str, entry: &[TermId], now: &[TermId]) -> Option<Atom> {
        let frame = &self.frames[subsystem];
        let pred = *frame.preds.get(state)?;
        let shown = frame.shown(state);
        let pick = |values: &[TermId]| -> Vec<TermId> { shown.iter().map(|&i| values[i]).collect() };
        Some(Atom::new(pred, pick(entry).into_iter().chain(pick(now))))
    }

    /// `main` begins with any values that the preconditions allow.
    fn start(&mut self, main: usize) -> Result<(), Diagnostic> {
        let sorts = self.frames[main].sorts();
        let values = self.store.vars(0, &sorts);
        let mut scope = Scope::default();
        for (variable, &now) in self.file.globals.iter().zip(&values) {
            scope.order.push(variable.name);
            scope.images.insert(variable.name, Images { now, next: None });
        }
        let mut constraint = Vec::new();
        for &place in &self.file.preconditions {
            let mut cursor = self.cursor.at(place);
            constraint.push(condition(&mut cursor, &mut self.store, &mut scope)?);
            cursor.expect(Kind::Semicolon, "an operator or `;`")?;
        }
        let constraint = self.store.and(&constraint);
        let subsystem = &self.file.subsystems[main];
        if subsystem.initial.is_empty() {
            let message = "main has no initial state, so nothing can be reached";
            self.warnings.push(self.cursor.mistake(subsystem.token, message));
        }
        for state in &subsystem.initial {
            let origin = self.origin(subsystem.token);
            let head = self.atom(main, state, &values, &values);
            self.system.add_clause(Clause { vars: sorts.clone(), body: Vec::new(), constraint, head, origin });
        }
        Ok(())
    }

    /// The clauses of a subsystem's transitions.
    fn subsystem(&mut self, index: usize) -> Result<(), Diagnostic> {
        let subsystem = &self.file.subsystems[index];
        let sorts = self.frames[index].sorts();
        let n = sorts.len();
        let vars = [&sorts[..], &sorts[..], &sorts[..]].concat();
        let terms = self.store.vars(0, &vars);
        let mut scope = Scope::default();
        for (i, variable) in self.frames[index].variables.iter().enumerate() {
            scope.order.push(variable.name);
            scope.images.insert(variable.name, Images { now: terms[n + i], next: Some(terms[2 * n + i]) });
        }
        // Parameters keep their values whatever a label says.
        let parameters: Vec<usize> =
            (0..n).filter(|&i| self.frames[index].variables[i].role == Role::Parameter).collect();
        for transition in &subsystem.transitions {
            let mut cursor = self.cursor.at(transition.label);
            // An error state is never left: reaching it decides.
            let source = self.atom(index, transition.from, &terms[..n], &terms[n..2 * n]);
            match label(&mut cursor, &mut self.store, &mut scope)? {
                Label::Formula(formula) => {
                    let Some(source) = source else { continue };
                    let mut parts = vec![formula];
                    parts.extend(parameters.iter().map(|&i| self.store.eq(terms[2 * n + i], terms[n + i])));
                    let constraint = self.store.and(&parts);
                    let head = self.atom(index, transition.to, &terms[..n], &terms[2 * n..]);
                    let origin = self.origin(transition.token);
                    self.system.add_clause(Clause { vars: vars.clone(), body: vec![source], constraint, head, origin });
                }
                Label::Call(call) => {
                    let callee = self.callee(&call, &scope, &terms[2 * n..])?;
                    let Some(source) = source else { continue };
                    let site = Site { index, callee, to: transition.to, token: transition.token, n };
                    self.call(&site, &call, source, &terms, &vars);
                }
            }
        }
        Ok(())
    }

    /// The subsystem that a call means.
    fn callee(&self, call: &Call<'a>, scope: &Scope<'a>, next: &[TermId]) -> Result<usize, Diagnostic> {
        let name = self.cursor.word(call.callee);
        let no_match = || self.cursor.mistake(call.callee, format!("No matching call: {name}"));
        let index = self.file.subsystems.iter().position(|other| other.name == name).ok_or_else(no_match)?;
        let sorts = |role: Role| -> Vec<SortId> {
            let own = &self.file.subsystems[index].variables;
            own.iter().filter(|variable| variable.role == role).map(|variable| variable.sort).collect()
        };
        let sort = |term: &TermId| self.store.sort_of(*term);
        let results: Vec<SortId> = call
            .results
            .iter()
            .filter_map(|name| scope.order.iter().position(|other| other == name))
            .map(|i| sort(&next[i]))
            .collect();
        if call.args.iter().map(sort).collect::<Vec<_>>() != sorts(Role::In) || results != sorts(Role::Out) {
            return Err(no_match());
        }
        Ok(index)
    }

    /// A call from the state `source` on: the callee is entered, and where it returns the caller goes on.
    fn call(&mut self, site: &Site<'_>, call: &Call<'a>, source: Atom, terms: &[TermId], vars: &[SortId]) {
        let n = site.n;
        let globals = self.file.globals.len();
        let callee = &self.file.subsystems[site.callee];
        let sorts = self.frames[site.callee].sorts();
        let own: Vec<Role> = self.frames[site.callee].variables.iter().map(|variable| variable.role).collect();
        // The callee's variables on entry (arguments and globals are known, others arbitrary) and on return.
        let base = vars.len() as u32;
        let mut entry = self.store.vars(base, &sorts);
        let back = self.store.vars(base + sorts.len() as u32, &sorts);
        let vars = [vars, &sorts[..], &sorts[..]].concat();
        entry[..globals].copy_from_slice(&terms[n..n + globals]);
        let mut args = call.args.iter();
        for (value, role) in entry.iter_mut().zip(&own) {
            if let (Role::In, Some(&arg)) = (role, args.clone().next()) {
                args.next();
                *value = arg;
            }
        }
        for state in &callee.initial {
            let head = self.atom(site.callee, state, &entry, &entry);
            let origin = self.origin(site.token);
            let (vars, body) = (vars.clone(), vec![source.clone()]);
            self.system.add_clause(Clause { vars, body, constraint: Store::TRUE, head, origin });
        }
        // The caller's variables after the call.
        let caller: Vec<&str> = self.frames[site.index].variables.iter().map(|variable| variable.name).collect();
        let outs: Vec<TermId> = (0..own.len()).filter(|&i| own[i] == Role::Out).map(|i| back[i]).collect();
        let after: Vec<TermId> = (0..n)
            .map(|i| match call.results.iter().position(|name| *name == caller[i]) {
                Some(result) => outs[result],
                None if i < globals => back[i],
                None if call.havoc.contains(&caller[i]) => terms[2 * n + i],
                None => terms[n + i],
            })
            .collect();
        for state in &callee.last {
            let Some(summary) = self.atom(site.callee, state, &entry, &back) else { continue };
            let head = self.atom(site.index, site.to, &terms[..n], &after);
            let origin = self.origin(site.token);
            let body = vec![source.clone(), summary];
            self.system.add_clause(Clause { vars: vars.clone(), body, constraint: Store::TRUE, head, origin });
        }
    }
}

/// Where a call is made.
struct Site<'a> {
    /// The caller.
    index: usize,
    /// The callee.
    callee: usize,
    /// The state after the call.
    to: &'a str,
    /// The transition.
    token: Token,
    /// The number of the caller's variables.
    n: usize,
}
