//! [`SmtSolver`]: assertions in, literals and scopes kept, the process restarted behind the scenes.
//!
//! The solver keeps the text of everything asserted, per scope. The process is started at the first query and may be
//! killed at any time; the next query starts another one and replays the text, so a caller never sees the difference.
//! Variables, datatypes and definitions are declared on first use, in the current scope, and forgotten with it.
//!
//! All terms given to one solver must come from one [`Store`] (which may grow meanwhile).

use super::cancel::CancelToken;
use super::config::SmtConfig;
use super::error::SmtError;
use super::names::{Symbol, write_sort};
use super::print::{Exploration, Names, datatypes_of, definitions_for, write_datatypes, write_term};
use super::process::{Marker, SmtProcess};
use super::spare::Told;
use super::stats::SmtStatistics;
use crate::term::{DatatypeId, Op, SortId, Store, TermId};
use hashbrown::{HashMap, HashSet};
use std::io::Write;

/// With more retired literals than this, and more than three quarters retired, the base scope is rebuilt without them.
const COMPACT_AT: usize = 2000;

/// An activation literal: a fresh Boolean that implies the formulas attached to it. Assumed only positively.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(pub(super) u32);

/// One scope of the assertion stack.
#[derive(Debug, Default)]
struct Level {
    /// What to send to a new process.
    text: Vec<u8>,
    /// What was asserted, for rebuilding the text: the formula, and the literal it hangs on.
    assertions: Vec<(Option<Lit>, TermId)>,
    declared: Vec<Symbol>,
    defined: Vec<TermId>,
    literals: Vec<Lit>,
    cached: Vec<TermId>,
}

/// What the last query on the current process state was answered with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum LastAnswer {
    /// Nothing, or the state has changed since.
    None,
    Sat,
    /// With the assumptions of that query.
    Unsat(Vec<Lit>),
}

/// A solver process with an assertion stack.
#[derive(Debug)]
pub struct SmtSolver {
    pub(super) config: SmtConfig,
    pub(super) cancel: CancelToken,
    pub(super) process: Option<SmtProcess>,
    /// The end of the prelude's output, while that has not been read.
    pub(super) prelude: Option<Marker>,
    pub(super) statistics: SmtStatistics,
    pub(super) last: LastAnswer,
    levels: Vec<Level>,
    names: Names,
    declared: HashSet<Symbol>,
    live: HashSet<Lit>,
    cache: HashMap<TermId, Lit>,
    retired: usize,
    next_literal: u32,
    next_definition: u32,
    /// Whether there was a process before.
    started: bool,
}

impl SmtSolver {
    /// A solver with an empty assertion stack. Starts no process yet.
    pub fn new(config: SmtConfig, cancel: CancelToken) -> SmtSolver {
        SmtSolver {
            config,
            cancel,
            process: None,
            prelude: None,
            statistics: SmtStatistics::default(),
            last: LastAnswer::None,
            levels: vec![Level::default()],
            names: Names::default(),
            declared: HashSet::new(),
            live: HashSet::new(),
            cache: HashMap::new(),
            retired: 0,
            next_literal: 0,
            next_definition: 0,
            started: false,
        }
    }

    /// The counts so far.
    pub fn statistics(&self) -> &SmtStatistics {
        &self.statistics
    }

    /// The counts since the last call, for adding to a sum.
    pub fn take_statistics(&mut self) -> SmtStatistics {
        std::mem::take(&mut self.statistics)
    }

    /// The configuration.
    pub fn config(&self) -> &SmtConfig {
        &self.config
    }

    /// The token that ends queries, and that they are charged to.
    pub fn cancel(&self) -> &CancelToken {
        &self.cancel
    }

    /// How many scopes are open.
    pub fn depth(&self) -> usize {
        self.levels.len() - 1
    }

    /// Opens a scope.
    pub fn push(&mut self) {
        self.levels.push(Level::default());
        self.transmit(b"(push 1)\n");
    }

    /// Closes the innermost `count` scopes (at most those that are open) and forgets what was asserted in them.
    /// Literals made in them must not be used any more.
    pub fn pop(&mut self, count: usize) {
        let count = count.min(self.depth());
        for _ in 0..count {
            let Some(level) = self.levels.pop() else { break };
            self.forget(&level);
        }
        if count > 0 {
            self.transmit(format!("(pop {count})\n").as_bytes());
        }
    }

    /// What a new process would be told: options, declarations and assertions, as a script.
    pub fn script(&self) -> String {
        let mut text = self.config.prelude(&self.cancel);
        for (depth, level) in self.levels.iter().enumerate() {
            if depth > 0 {
                text += "(push 1)\n";
            }
            text += &String::from_utf8_lossy(&level.text);
        }
        text
    }

    /// Empties the assertion stack.
    pub fn reset(&mut self) {
        self.give_process_back();
        self.pop(self.depth());
        let base = std::mem::take(&mut self.levels[0]);
        self.forget(&base);
        self.retired = 0;
        self.last = LastAnswer::None;
    }

    /// Whether nothing is left of what the process was told.
    fn is_clean(&self) -> bool {
        let Level { text, assertions, declared, defined, literals, cached } = &self.levels[0];
        let empty = text.is_empty()
            && assertions.is_empty()
            && declared.is_empty()
            && defined.is_empty()
            && literals.is_empty()
            && cached.is_empty();
        let known = !(self.names.is_empty() && self.declared.is_empty() && self.live.is_empty());
        self.depth() == 0 && empty && !known && self.cache.is_empty() && self.retired == 0
    }

    /// Leaves the process to others, if it can do other work.
    fn give_process_back(&mut self) {
        if let Some(process) = self.process.take() {
            self.config.spare.give_back(process, &self.config, &self.cancel, self.is_clean());
        }
        self.prelude = None;
    }

    fn forget(&mut self, level: &Level) {
        for symbol in &level.declared {
            self.declared.remove(symbol);
        }
        for &term in &level.defined {
            self.names.forget(term);
        }
        for literal in &level.literals {
            self.live.remove(literal);
        }
        for term in &level.cached {
            self.cache.remove(term);
        }
    }

    /// Asserts a formula in the current scope.
    pub fn assert(&mut self, store: &Store, formula: TermId) -> Result<(), SmtError> {
        self.assert_guarded(store, None, formula)
    }

    /// A fresh activation literal of the current scope.
    pub fn new_literal(&mut self) -> Lit {
        let literal = Lit(self.next_literal);
        self.next_literal += 1;
        let symbol = Symbol::Literal(literal.0);
        self.live.insert(literal);
        self.top().literals.push(literal);
        self.emit(format!("(declare-fun {symbol} () Bool)\n").as_bytes());
        literal
    }

    /// Asserts `literal → formula` in the current scope.
    pub fn assert_implied(&mut self, store: &Store, literal: Lit, formula: TermId) -> Result<(), SmtError> {
        self.check_live(literal)?;
        self.assert_guarded(store, Some(literal), formula)
    }

    /// A literal that implies `formula`, made at its first use in a scope and reused from then on. Such a literal must
    /// not be retired and nothing else be attached to it.
    pub fn literal_for(&mut self, store: &Store, formula: TermId) -> Result<Lit, SmtError> {
        if let Some(&literal) = self.cache.get(&formula) {
            return Ok(literal);
        }
        let literal = self.new_literal();
        self.assert_implied(store, literal, formula)?;
        self.cache.insert(formula, literal);
        self.top().cached.push(formula);
        Ok(literal)
    }

    /// Gives up a literal: what it implies is void from now on, and will be removed some time.
    pub fn retire(&mut self, literal: Lit) {
        if self.live.remove(&literal) {
            self.retired += 1;
            self.emit(format!("(assert (not {}))\n", Symbol::Literal(literal.0)).as_bytes());
        }
    }

    pub(super) fn check_live(&self, literal: Lit) -> Result<(), SmtError> {
        if self.live.contains(&literal) {
            return Ok(());
        }
        Err(SmtError::Unsupported(format!("use of the activation literal {} after its end", literal.0)))
    }

    fn assert_guarded(&mut self, store: &Store, literal: Option<Lit>, formula: TermId) -> Result<(), SmtError> {
        debug_assert_eq!(store.sort_of(formula), SortId::BOOL, "only formulas can be asserted");
        if self.levels.len() == 1 && self.retired > COMPACT_AT && self.retired > 3 * self.live.len() {
            self.compact(store)?;
        }
        self.top().assertions.push((literal, formula));
        let text = self.assertion_text(store, literal, formula)?;
        self.emit(&text);
        Ok(())
    }

    /// The assertion, after the declarations and definitions it needs.
    fn assertion_text(&mut self, store: &Store, literal: Option<Lit>, formula: TermId) -> Result<Vec<u8>, SmtError> {
        let mut text = Vec::new();
        self.prepare(store, formula, &mut text)?;
        let written = match literal {
            None => {
                text.extend_from_slice(b"(assert ");
                write_term(store, formula, &mut self.names, false, &mut text).and_then(|()| text.write_all(b")\n"))
            }
            Some(literal) => {
                let head = format!("(assert (or (not {}) ", Symbol::Literal(literal.0));
                text.extend_from_slice(head.as_bytes());
                write_term(store, formula, &mut self.names, false, &mut text).and_then(|()| text.write_all(b"))\n"))
            }
        };
        written.map_err(|error| SmtError::Unsupported(error.to_string()))?;
        Ok(text)
    }

    /// Writes the declarations and definitions that printing `term` relies on, and records them in the current scope.
    fn prepare(&mut self, store: &Store, term: TermId, text: &mut Vec<u8>) -> Result<(), SmtError> {
        let found = Exploration::new(store, term, &self.names);
        let unwritable = |error: std::io::Error| SmtError::Unsupported(error.to_string());
        let mut sorts: Vec<SortId> = Vec::new();
        let mut seen: HashSet<SortId> = HashSet::new();
        let mut note = |sort: SortId| {
            if seen.insert(sort) {
                sorts.push(sort);
            }
        };
        let mut variables = Vec::new();
        let mut functions = Vec::new();
        for &part in &found.order {
            let sort = store.sort_of(part);
            note(sort);
            match store.op(part) {
                Op::Var(index) => variables.push(Symbol::Var(*index, sort)),
                Op::Forall(vars) | Op::Exists(vars) => vars.iter().for_each(|(_, sort)| note(*sort)),
                Op::Aggregate(id) => functions.push((Symbol::Aggregate(*id), part)),
                Op::Call(id) => functions.push((Symbol::Function(*id), part)),
                _ => {}
            }
        }
        for sort in sorts {
            self.declare_datatypes(store, sort, text).map_err(unwritable)?;
        }
        for symbol in variables {
            if let Symbol::Var(_, sort) = symbol
                && self.declared.insert(symbol)
            {
                self.top().declared.push(symbol);
                write_function(store, symbol, &[], sort, text).map_err(unwritable)?;
            }
        }
        for (symbol, part) in functions {
            if self.declared.insert(symbol) {
                self.top().declared.push(symbol);
                let params: Vec<SortId> = store.args(part).iter().map(|&arg| store.sort_of(arg)).collect();
                write_function(store, symbol, &params, store.sort_of(part), text).map_err(unwritable)?;
            }
        }
        for part in definitions_for(store, &found, &self.names, term) {
            let symbol = Symbol::Definition(self.next_definition);
            self.next_definition += 1;
            write!(text, "(define-fun {symbol} () ")
                .and_then(|()| write_sort(store, store.sort_of(part), text))
                .and_then(|()| text.write_all(b" "))
                .and_then(|()| write_term(store, part, &mut self.names, false, text))
                .and_then(|()| text.write_all(b")\n"))
                .map_err(unwritable)?;
            self.names.define(part, symbol);
            self.top().defined.push(part);
        }
        Ok(())
    }

    fn declare_datatypes(&mut self, store: &Store, sort: SortId, text: &mut Vec<u8>) -> std::io::Result<()> {
        if sort.is_arith() || sort == SortId::BOOL {
            return Ok(());
        }
        let mut group: Vec<DatatypeId> = Vec::new();
        datatypes_of(store, sort, &mut group);
        group.retain(|&id| !self.declared.contains(&Symbol::Datatype(id)));
        if group.is_empty() {
            return Ok(());
        }
        for &id in &group {
            let symbol = Symbol::Datatype(id);
            self.declared.insert(symbol);
            self.top().declared.push(symbol);
        }
        write_datatypes(store, &group, text)
    }

    /// Whether the process knows the variable.
    pub(super) fn knows(&self, index: u32, sort: SortId) -> bool {
        self.declared.contains(&Symbol::Var(index, sort))
    }

    /// Rewrites the base scope without what hung on retired literals, for the next process.
    fn compact(&mut self, store: &Store) -> Result<(), SmtError> {
        let mut base = std::mem::take(&mut self.levels[0]);
        for symbol in &base.declared {
            self.declared.remove(symbol);
        }
        for &term in &base.defined {
            self.names.forget(term);
        }
        base.literals.retain(|literal| self.live.contains(literal));
        base.assertions.retain(|(literal, _)| literal.is_none_or(|literal| self.live.contains(&literal)));
        let mut text = Vec::new();
        for literal in &base.literals {
            text.extend_from_slice(format!("(declare-fun {} () Bool)\n", Symbol::Literal(literal.0)).as_bytes());
        }
        self.levels[0] = Level { literals: base.literals, cached: base.cached, ..Level::default() };
        for (literal, formula) in base.assertions {
            text.extend(self.assertion_text(store, literal, formula)?);
            self.levels[0].assertions.push((literal, formula));
        }
        self.levels[0].text = text;
        self.retired = 0;
        self.last = LastAnswer::None;
        self.process = None;
        Ok(())
    }

    fn top(&mut self) -> &mut Level {
        if self.levels.is_empty() {
            self.levels.push(Level::default());
        }
        let last = self.levels.len() - 1;
        &mut self.levels[last]
    }

    /// Records commands in the current scope and sends them.
    fn emit(&mut self, text: &[u8]) {
        self.top().text.extend_from_slice(text);
        self.transmit(text);
    }

    /// Sends commands to the process, if there is one. Changes its state.
    fn transmit(&mut self, text: &[u8]) {
        self.last = LastAnswer::None;
        if let Some(process) = &mut self.process {
            process.send(text);
        }
    }

    /// The running process, started and brought up to date if necessary.
    pub(super) fn ensure_process(&mut self) -> Result<&mut SmtProcess, SmtError> {
        if self.process.as_ref().is_none_or(|process| !process.is_usable()) {
            if self.cancel.is_cancelled() {
                return Err(SmtError::Cancelled);
            }
            let spec = self.config.spawn_spec(&self.cancel);
            let prelude = self.config.prelude(&self.cancel);
            let (mut process, told) = match self.config.spare.take(&self.config, &spec, &prelude, &self.cancel) {
                Some(spare) => spare,
                None => (SmtProcess::spawn(&spec)?, Told::Nothing),
            };
            if std::mem::replace(&mut self.started, true) {
                self.statistics.restarts += 1;
            }
            // Those that have done other work were counted then.
            if !told.is_used() {
                self.statistics.spawns += 1;
            }
            self.prelude = match told {
                Told::Prelude(told, marker) if told == prelude => marker,
                told => {
                    if !matches!(told, Told::Nothing) {
                        process.send(b"(reset)\n");
                        process.was_reset();
                    }
                    process.send(prelude.as_bytes());
                    Some(process.mark())
                }
            };
            for (depth, level) in self.levels.iter().enumerate() {
                if depth > 0 {
                    process.send(b"(push 1)\n");
                }
                process.send(&level.text);
            }
            self.process = Some(process);
        }
        match &mut self.process {
            Some(process) => Ok(process),
            None => unreachable!("just started"),
        }
    }
}

impl Drop for SmtSolver {
    fn drop(&mut self) {
        self.give_process_back();
    }
}

/// Declares a symbol.
fn write_function(
    store: &Store,
    symbol: Symbol,
    params: &[SortId],
    sort: SortId,
    w: &mut Vec<u8>,
) -> std::io::Result<()> {
    write!(w, "(declare-fun {symbol} (")?;
    for (at, &param) in params.iter().enumerate() {
        w.write_all(if at == 0 { b"" } else { b" " })?;
        write_sort(store, param, w)?;
    }
    w.write_all(b") ")?;
    write_sort(store, sort, w)?;
    w.write_all(b")\n")
}
