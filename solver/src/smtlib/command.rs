//! Commands: what each command of a script does to the reader's state.
//!
//! The answer is about the whole script, so what would make it depend on the place in the script (a second
//! set of assertions after `check-sat`, `push`, `pop`, `reset`) is refused. Z3's fixedpoint commands are read as
//! clauses: `(rule F)` asserts `F` for all values of the variables, and `(query F)` asserts that `F` can't be
//! derived. So a query that *is* reachable makes the system **`unsat`**, as in the CHC-COMP format (Z3 itself prints
//! `sat` for it).

use super::aggregate::Claim;
use super::diagnostic::{Diagnostic, Fault};
use super::formula::Value;
use super::provenance::{Name, VariableNames};
use super::quantified::Quantified;
use super::reader::{Global, Macro, State};
use super::sexpr::{NodeId, NodeKind, Reader, Tree};
use super::symbol::{Symbol, Word};
use crate::system::{ClauseId, Origin, PredId, System};
use crate::term::{SortId, Store, TermId};
use hashbrown::HashMap;
use std::rc::Rc;

/// How a script is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// As the standard says.
    #[default]
    Standard,
    /// As Eldarica reads it: the assertions of the whole text are one set of clauses, wherever `check-sat` stands and
    /// whatever follows `exit`, and an empty text is a script.
    Eldarica,
}

/// What a script says.
#[derive(Debug)]
pub struct Script {
    /// The terms of the system.
    pub store: Store,
    /// Predicates and clauses. Predicates are in the order of declaration, clauses in the order of the
    /// assertions they come from.
    pub system: System,
    /// The predicates of the system that the reader has introduced; they have no place in what users see.
    pub auxiliary: Vec<PredId>,
    /// Laws the script relies on: they must be checked before its answer means anything.
    pub claims: Vec<Claim>,
    /// The answer `(set-info :status …)` announces: `Some(true)` for `sat`.
    pub status: Option<bool>,
    /// Clauses that are stronger than what the script says: a quantified part of the body has been replaced by
    /// instances. A refutation that uses one proves nothing.
    pub instances: Vec<ClauseId>,
    /// Whether the clauses say less than the script, see [`Quantified::Whole`]: a model of them proves nothing.
    pub weaker: bool,
    /// The commands that have been passed over and might have been expected to do something, in order.
    pub ignored: Vec<String>,
    /// The empty heap of each `declare-heap`, as a term of the encoding, in order.
    pub heaps: Vec<TermId>,
    /// What the script calls the variables of the clauses; `None` where the clauses are not instances of the text's
    /// assertions: with heaps, and with [`Quantified::Whole`].
    pub variables: Option<VariableNames>,
}

/// Reads a script. Bytes after `(exit)` are not looked at, apart from being text.
pub fn read(bytes: &[u8]) -> Result<Script, Diagnostic> {
    read_as(bytes, Dialect::Standard)
}

/// Reads a script in a dialect.
pub fn read_as(bytes: &[u8], dialect: Dialect) -> Result<Script, Diagnostic> {
    read_quantified(bytes, dialect, Quantified::Refused)
}

/// Reads a script; says what becomes of universal quantifiers around predicates in bodies.
pub fn read_quantified(bytes: &[u8], dialect: Dialect, quantified: Quantified) -> Result<Script, Diagnostic> {
    let text = super::lexer::decode(bytes).map_err(|error| error.of(Fault::Syntax))?;
    let Some(expanded) = super::heap::expand(text)? else {
        let mut state = State::new(text);
        (state.dialect, state.quantified) = (dialect, quantified);
        return read_into(state);
    };
    let mut state = State::new(&expanded.text);
    (state.dialect, state.quantified) = (dialect, quantified);
    state.heaps = expanded.heaps;
    read_into(state).map_err(|error| expanded.original(error, text))
}

/// Reads the text of a fresh state.
pub(super) fn read_into(mut state: State<'_>) -> Result<Script, Diagnostic> {
    let text = state.text;
    let mut reader = Reader::new(text);
    let mut tree = Tree::default();
    let mut progress = Progress::default();
    while reader.read(&mut state.symbols, &mut tree).map_err(|error| error.of(Fault::Syntax))? {
        progress.commands += 1;
        if !state.command(&tree, &mut progress)? {
            break;
        }
    }
    state.finish_datatypes()?;
    if progress.commands == 0 && state.dialect == Dialect::Standard {
        let span = super::Span::new(0, 0);
        return Err(Diagnostic::new(text, span, "the file contains no command"));
    }
    let weaker = !state.wholes.is_empty();
    state.define_wholes();
    if state.heaps > 0 {
        state.close_heaps()?;
    }
    state.close_sizes()?;
    state.name_auxiliary();
    let faithful = state.heaps == 0 && state.wholes.is_empty() && !state.has_sizes();
    let variables = faithful.then(|| state.clause_names.finish(&state.symbols, state.global_names()));
    let heaps = state.empty_heaps();
    Ok(Script {
        variables,
        heaps,
        store: state.store,
        system: state.system,
        auxiliary: state.auxiliary,
        claims: state.claims,
        instances: state.instances,
        weaker,
        status: progress.status,
        ignored: state.ignored,
    })
}

/// The options that Eldarica takes without a warning.
const ELDARICA_OPTIONS: &[&str] = &[
    ":print-success",
    ":produce-models",
    ":produce-proofs",
    ":produce-interpolants",
    ":produce-unsat-cores",
    ":boolean-functions-as-predicates",
    ":inline-let",
    ":inline-definitions",
    ":inline-size-limit",
    ":totality-axiom",
    ":functionality-axiom",
    ":timeout-per",
    ":parse-transducers",
];

/// How far the script has been read.
#[derive(Default)]
struct Progress {
    commands: u32,
    assertions: u32,
    /// The question has been asked.
    checked: bool,
    status: Option<bool>,
    /// The place up to which lines have been counted: offset, line.
    counted: (usize, u32),
}

impl State<'_> {
    /// Executes a command. False means that the script ends here.
    fn command(&mut self, tree: &Tree, progress: &mut Progress) -> Result<bool, Diagnostic> {
        let root = Tree::ROOT;
        if !tree.is_list(root) || tree.end(root) == root + 1 {
            if self.dialect == Dialect::Eldarica && tree.is_list(root) {
                return Ok(true);
            }
            return Err(self.error(tree, root, "expected a command").of(Fault::Syntax));
        }
        let head = root + 1;
        let name = self.expect_symbol(tree, head, "the name of a command").map_err(|error| error.of(Fault::Syntax))?;
        if !matches!(name.word(), Some(Word::DeclareDatatypes | Word::DeclareDatatype)) {
            self.finish_datatypes()?;
        }
        match name.word() {
            Some(Word::SetLogic) => {}
            Some(Word::SetOption) => self.set_option(tree),
            Some(Word::GetInterpolants) if self.dialect == Dialect::Eldarica => {}
            Some(
                Word::GetInfo
                | Word::GetOption
                | Word::GetModel
                | Word::GetProof
                | Word::GetAssertions
                | Word::GetAssignment
                | Word::GetUnsatCore
                | Word::GetUnsatAssumptions
                | Word::Echo,
            ) => self.ignored.push(self.name(name).to_owned()),
            Some(Word::GetValue | Word::Reset | Word::DeclareSort) if self.dialect == Dialect::Eldarica => {
                self.ignored.push(self.name(name).to_owned());
            }
            Some(Word::SetInfo) => self.set_info(tree, progress)?,
            Some(Word::CheckSat) => progress.checked = true,
            Some(Word::Exit) => {
                self.ignored.push("exit".to_owned());
                return Ok(self.dialect == Dialect::Eldarica);
            }
            Some(Word::DeclareFun | Word::DeclareRel) => self.declare_fun(tree)?,
            Some(Word::DeclareConst) => self.declare_const(tree)?,
            Some(Word::DeclareVar) => self.declare_var(tree)?,
            Some(Word::DefineFun) => self.define_fun(tree)?,
            Some(Word::DefineFunRec) => self.define_fun_rec(tree)?,
            Some(Word::DefineAggregate) => self.define_aggregate(tree)?,
            Some(Word::DefineConst) => self.define_const(tree)?,
            Some(Word::DefineSort) => self.define_sort(tree)?,
            Some(Word::DeclareDatatypes) => self.declare_datatypes(tree)?,
            Some(Word::DeclareDatatype) => self.declare_datatype(tree)?,
            Some(Word::Assert) => {
                self.check_open(tree, progress)?;
                self.assertion(tree, progress)?;
            }
            Some(Word::Rule) => {
                self.check_open(tree, progress)?;
                self.rule(tree, progress)?;
            }
            Some(Word::Query) => {
                self.query(tree, progress)?;
                progress.checked = true;
            }
            Some(
                Word::DefineFunsRec
                | Word::DeclareSort
                | Word::Push
                | Word::Pop
                | Word::Reset
                | Word::ResetAssertions
                | Word::CheckSatAssuming
                | Word::GetValue
                | Word::GetInterpolants
                | Word::Simplify,
            ) => {
                let message = format!("the command `{}` is not supported", self.name(name));
                return Err(self.error(tree, head, message).of(Fault::Command));
            }
            _ => {
                let message = format!("unknown command `{}`", self.name(name));
                return Err(self.error(tree, head, message).of(Fault::Syntax));
            }
        }
        Ok(true)
    }

    /// The arguments of the command if their number is right.
    pub fn arguments<const N: usize>(&self, tree: &Tree, usage: &str) -> Result<[NodeId; N], Diagnostic> {
        let mut children = tree.children(Tree::ROOT).skip(1);
        let mut found = [0; N];
        for slot in &mut found {
            match children.next() {
                Some(node) => *slot = node,
                None => return Err(self.error(tree, Tree::ROOT, format!("expected `{usage}`"))),
            }
        }
        match children.next() {
            None => Ok(found),
            Some(node) => Err(self.error(tree, node, format!("expected `{usage}`"))),
        }
    }

    /// An error unless a node is a list.
    pub fn expect_list(&self, tree: &Tree, node: NodeId, what: &str) -> Result<(), Diagnostic> {
        if tree.is_list(node) { Ok(()) } else { Err(self.error(tree, node, format!("expected {what}"))) }
    }

    /// An assertion must come before the question.
    fn check_open(&self, tree: &Tree, progress: &Progress) -> Result<(), Diagnostic> {
        if progress.checked && self.dialect == Dialect::Standard {
            let message = "an assertion after `check-sat` or `query` is not supported";
            return Err(self.error(tree, Tree::ROOT, message));
        }
        Ok(())
    }

    /// No option changes anything here; Eldarica warns about those it does not know.
    fn set_option(&mut self, tree: &Tree) {
        if self.dialect == Dialect::Eldarica
            && let Some(key) = tree.children(Tree::ROOT).nth(1)
            && let name = tree.span(key).text(self.text)
            && !ELDARICA_OPTIONS.contains(&name)
        {
            self.ignored.push(format!("option {name}"));
        }
    }

    fn set_info(&mut self, tree: &Tree, progress: &mut Progress) -> Result<(), Diagnostic> {
        if let Some([_, key, value]) = tree.exactly(Tree::ROOT)
            && tree.span(key).text(self.text) == ":status"
        {
            progress.status = match tree.span(value).text(self.text) {
                "sat" => Some(true),
                "unsat" => Some(false),
                _ => None,
            };
        }
        Ok(())
    }

    fn declare_function(
        &mut self,
        tree: &Tree,
        name: NodeId,
        sorts: Vec<SortId>,
        range: SortId,
    ) -> Result<(), Diagnostic> {
        let symbol = self.expect_symbol(tree, name, "a name")?;
        if range != SortId::BOOL {
            let constant = sorts.is_empty();
            return self.declare(tree, name, symbol, Global::Uninterpreted { constant });
        }
        self.check_new(tree, name, symbol)?;
        let text = self.name(symbol).to_owned();
        let pred = self.system.add_pred(text, sorts);
        self.declare(tree, name, symbol, Global::Pred(pred))
    }

    fn sort_list(&mut self, tree: &Tree, list: NodeId) -> Result<Vec<SortId>, Diagnostic> {
        self.expect_list(tree, list, "a list of sorts")?;
        tree.children(list).map(|node| self.sort(tree, node)).collect()
    }

    /// `(declare-fun name (sorts) sort)` and `(declare-rel name (sorts))`.
    fn declare_fun(&mut self, tree: &Tree) -> Result<(), Diagnostic> {
        if tree.word(Tree::ROOT + 1) == Some(Word::DeclareRel) {
            let [name, list] = self.arguments(tree, "(declare-rel name (sorts))")?;
            let sorts = self.sort_list(tree, list)?;
            return self.declare_function(tree, name, sorts, SortId::BOOL);
        }
        let [name, list, range] = self.arguments(tree, "(declare-fun name (sorts) sort)")?;
        let sorts = self.sort_list(tree, list)?;
        let range = self.sort(tree, range)?;
        self.declare_function(tree, name, sorts, range)
    }

    fn declare_const(&mut self, tree: &Tree) -> Result<(), Diagnostic> {
        let [name, sort] = self.arguments(tree, "(declare-const name sort)")?;
        let sort = self.sort(tree, sort)?;
        self.declare_function(tree, name, Vec::new(), sort)
    }

    fn declare_var(&mut self, tree: &Tree) -> Result<(), Diagnostic> {
        let [name, sort] = self.arguments(tree, "(declare-var name sort)")?;
        let symbol = self.expect_symbol(tree, name, "a name")?;
        let sort = self.sort(tree, sort)?;
        self.declare(tree, name, symbol, Global::RuleVar(sort))
    }

    fn define_fun(&mut self, tree: &Tree) -> Result<(), Diagnostic> {
        let usage = "(define-fun name ((name sort) …) sort term)";
        let [name, params, sort, body] = self.arguments(tree, usage)?;
        self.expect_list(tree, params, "a list of parameters")?;
        self.define(tree, name, Some(params), sort, body)
    }

    fn define_const(&mut self, tree: &Tree) -> Result<(), Diagnostic> {
        let [name, sort, body] = self.arguments(tree, "(define-const name sort term)")?;
        self.define(tree, name, None, sort, body)
    }

    fn define(
        &mut self,
        tree: &Tree,
        name: NodeId,
        params: Option<NodeId>,
        sort: NodeId,
        body: NodeId,
    ) -> Result<(), Diagnostic> {
        let symbol = self.expect_symbol(tree, name, "a name")?;
        let overloads = self.heaps > 1 && super::heap::is_operation(self.name(symbol));
        if !overloads {
            self.check_new(tree, name, symbol)?;
        }
        self.variables.clear();
        let mut bound = Vec::new();
        let mut terms = Vec::new();
        if let Some(list) = params {
            for param in tree.children(list) {
                let (name, sort) = self.sorted_var(tree, param)?;
                let var = self.variables.fresh(&mut self.store, sort, Name::None);
                bound.push((name, Value::Term(var)));
                terms.push(var);
            }
        }
        let sort = self.sort(tree, sort)?;
        self.locals.resize(self.symbols.len(), None);
        for &(name, value) in &bound {
            self.locals[name.0 as usize] = Some(value);
        }
        self.in_definition = true;
        let value = self.translate(tree, body);
        self.in_definition = false;
        for &(name, _) in &bound {
            self.locals[name.0 as usize] = None;
        }
        let arg = super::theory::Arg { value: value?, node: body };
        let value = match arg.value {
            Value::Formula(_) if sort == SortId::BOOL => arg.value,
            _ => Value::Term(self.term_of_sort(tree, arg, sort)?),
        };
        let index = self.macros.len() as u32;
        let first = terms.first().map(|&term| self.store.sort_of(term));
        let names = self.variables.names().into();
        self.macros.push(Macro { params: terms, body: value, names });
        if overloads {
            let known = self.overloads.entry(symbol).or_default();
            let sort_of =
                |&index: &u32| self.macros[index as usize].params.first().map(|&param| self.store.sort_of(param));
            if !known.iter().any(|index| sort_of(index) == first) {
                known.push(index);
                self.globals.entry(symbol).or_insert(Global::Macro(index));
                return Ok(());
            }
        }
        self.declare(tree, name, symbol, Global::Macro(index))
    }

    /// The name of a sort that is about to be declared.
    pub fn new_sort_name(&self, tree: &Tree, node: NodeId) -> Result<Symbol, Diagnostic> {
        let name = self.expect_symbol(tree, node, "the name of a sort")?;
        if self.sorts.is_declared(name) {
            let message = format!("the sort `{}` is declared already", self.name(name));
            return Err(self.error(tree, node, message));
        }
        Ok(name)
    }

    /// A list of sort parameters.
    pub fn symbol_list(&self, tree: &Tree, list: NodeId) -> Result<Vec<Symbol>, Diagnostic> {
        self.expect_list(tree, list, "a list of sort parameters")?;
        tree.children(list).map(|node| self.expect_symbol(tree, node, "a sort parameter")).collect()
    }

    fn define_sort(&mut self, tree: &Tree) -> Result<(), Diagnostic> {
        let [name, params, body] = self.arguments(tree, "(define-sort name (names) sort)")?;
        let symbol = self.new_sort_name(tree, name)?;
        let params = self.symbol_list(tree, params)?;
        // Evaluated once for its errors, before the name is known: a definition can't use itself.
        self.check_sort(tree, body, &params)?;
        self.sorts.add_alias(symbol, params, Rc::new(tree.clone()), body);
        Ok(())
    }

    /// Where the command stands, and which assertion it is.
    fn origin(&self, tree: &Tree, progress: &mut Progress) -> Origin {
        let start = tree.span(Tree::ROOT).start as usize;
        let (counted, line) = progress.counted;
        let between = &self.text.as_bytes()[counted..start];
        let line = line + between.iter().filter(|&&byte| byte == b'\n').count() as u32;
        progress.counted = (start, line);
        let line_start =
            self.text.as_bytes()[..start].iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        let column = self.text[line_start..start].chars().count() as u32 + 1;
        let assertion = progress.assertions;
        progress.assertions += 1;
        Origin { assertion, line: line + 1, column }
    }

    fn assertion(&mut self, tree: &Tree, progress: &mut Progress) -> Result<(), Diagnostic> {
        let [body] = self.arguments(tree, "(assert formula)")?;
        self.clauses_of(tree, body, false, progress)
    }

    /// `(rule formula)`, `(rule formula name)`.
    fn rule(&mut self, tree: &Tree, progress: &mut Progress) -> Result<(), Diagnostic> {
        let Some(body) = tree.children(Tree::ROOT).nth(1) else {
            return Err(self.error(tree, Tree::ROOT, "expected `(rule formula)`"));
        };
        self.rule_vars = Some(HashMap::new());
        let result = self.clauses_of(tree, body, false, progress);
        self.rule_vars = None;
        result
    }

    /// `(query formula attributes…)`; the formula may be the bare name of a predicate with arguments.
    fn query(&mut self, tree: &Tree, progress: &mut Progress) -> Result<(), Diagnostic> {
        let mut children = tree.children(Tree::ROOT).skip(1);
        let Some(body) = children.next() else {
            return Err(self.error(tree, Tree::ROOT, "expected `(query formula)`"));
        };
        if let Some(extra) = children.next()
            && tree.kind(extra) != NodeKind::Keyword
        {
            return Err(self.error(tree, extra, "expected `(query formula)`"));
        }
        self.rule_vars = Some(HashMap::new());
        let result = self.clauses_of(tree, body, true, progress);
        self.rule_vars = None;
        result
    }

    /// Adds the clauses of a formula, or of its negation.
    fn clauses_of(
        &mut self,
        tree: &Tree,
        body: NodeId,
        negate: bool,
        progress: &mut Progress,
    ) -> Result<(), Diagnostic> {
        let mark = self.formulas.mark();
        let macros = self.macros.len();
        self.variables.clear();
        let value = match self.bare_predicate(tree, body, negate) {
            Some(value) => value,
            None => {
                let value = self.translate(tree, body)?;
                self.expect_bool(tree, super::theory::Arg { value, node: body })?
            }
        };
        let span = tree.span(body);
        let value = if negate { self.formulas.not(&mut self.store, value, span) } else { value };
        let origin = self.origin(tree, progress);
        self.assert(value, span, origin)?;
        // Formulas named by `:named` live on.
        if self.macros.len() == macros {
            self.formulas.release(mark);
        }
        Ok(())
    }

    /// In a query, the name of a predicate stands for the predicate applied to any arguments; they are named
    /// `argument!1` ….
    fn bare_predicate(&mut self, tree: &Tree, body: NodeId, query: bool) -> Option<Value> {
        let symbol = tree.symbol(body).filter(|_| query)?;
        let Some(&Global::Pred(pred)) = self.globals.get(&symbol) else {
            return None;
        };
        let sorts = self.system.pred(pred).sorts.clone();
        let mut args = Vec::with_capacity(sorts.len());
        for (number, sort) in (1..).zip(sorts) {
            args.push(self.variables.fresh(&mut self.store, sort, Name::Argument(number)));
        }
        Some(Value::Formula(self.formulas.atom(pred, &args, tree.span(body))))
    }
}
