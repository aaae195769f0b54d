//! The state shared by everything that reads a script: names, scopes, declarations, and the system so far.

use super::aggregate::{Claim, Fold, Lambda};
use super::diagnostic::{Diagnostic, Span, line_column};
use super::formula::{Formulas, Value, Variables};
use super::provenance::{ClauseNames, Name};
use super::recursion::Recursive;
use super::sexpr::{NodeId, Tree};
use super::sorts::Sorts;
use super::symbol::{Symbol, Symbols};
use crate::system::{Origin, PredId, System};
use crate::term::{SortId, Store, TermId};
use hashbrown::{HashMap, HashSet};
use std::rc::Rc;

/// What a global name stands for.
#[derive(Clone, Debug)]
pub enum Global {
    /// A declared predicate.
    Pred(PredId),
    /// A defined function; an index into [`State::macros`].
    Macro(u32),
    /// Constructors of that name: datatype family and position in it.
    Constructors(Vec<(u32, u32)>),
    /// Selectors of that name: datatype family, constructor, field.
    Selectors(Vec<(u32, u32, u32)>),
    /// A declared constant or function that is no predicate: it may be declared, but not used.
    Uninterpreted {
        /// Whether it has no parameters.
        constant: bool,
    },
    /// A fold made by `define-aggregate`; an index into [`State::folds`].
    Fold(u32),
    /// The function that is being defined by `define-fun-rec`.
    Recursive,
    /// A variable of rules, made by `declare-var`.
    RuleVar(SortId),
}

/// A defined function: its parameters are `Var(0) …` of the body.
#[derive(Clone, Debug)]
pub struct Macro {
    /// The parameters.
    pub params: Vec<TermId>,
    /// The body.
    pub body: Value,
    /// What the variables of the body are called, by number; for those that are bound there.
    pub names: Rc<[Name]>,
}

/// The reader's state.
pub struct State<'a> {
    /// The whole text.
    pub text: &'a str,
    /// The names.
    pub symbols: Symbols<'a>,
    /// The terms.
    pub store: Store,
    /// The sorts and datatypes.
    pub sorts: Sorts,
    /// Datatypes that wait for sorts of their fields, with their numbers of parameters.
    pub waiting_datatypes: Vec<(u32, usize)>,
    /// The formulas.
    pub formulas: Formulas,
    /// What names mean globally.
    pub globals: HashMap<Symbol, Global>,
    /// What names mean in the scope being read, by symbol; `let` and quantifiers enter and leave here.
    pub locals: Vec<Option<Value>>,
    /// Defined functions.
    pub macros: Vec<Macro>,
    /// What becomes of universal quantifiers around predicates in bodies.
    pub quantified: super::quantified::Quantified,
    /// See [`super::command::Script::instances`].
    pub instances: Vec<crate::system::ClauseId>,
    /// Predicates made for all instances of others.
    pub(super) wholes: Vec<super::quantified::Whole>,
    /// How many heaps the script declares.
    pub heaps: usize,
    /// Operations on heaps of which there are several, told apart by the sort of the first argument: their definitions,
    /// indices into [`State::macros`].
    pub overloads: HashMap<Symbol, Vec<u32>>,
    /// Folds made by `define-aggregate`.
    pub folds: Vec<Fold>,
    /// The `lambda`s of the command being read, by their nodes.
    pub lambdas: HashMap<NodeId, Lambda>,
    /// The node of a `lambda` that is no argument of an aggregate and yet allowed.
    pub lambda_at: Option<NodeId>,
    /// What has to be checked before the script means anything.
    pub claims: Vec<Claim>,
    /// Applications of the function that is being defined by `define-fun-rec`: its arguments, and the variable for its
    /// value.
    pub recursive: Option<Recursive>,
    /// Predicates and clauses.
    pub system: System,
    /// Predicates made by the clausifier.
    pub auxiliary: Vec<PredId>,
    /// The variables of the assertion being read.
    pub variables: Variables,
    /// The names of the clauses' variables.
    pub clause_names: ClauseNames,
    /// Inside a `rule` or `query`: the rule variables met so far. Elsewhere they may not occur.
    pub rule_vars: Option<HashMap<Symbol, TermId>>,
    /// Inside the body of a function definition.
    pub in_definition: bool,
    /// See [`super::clause::SPLIT_LIMIT`]; tests lower it.
    pub split_limit: u32,
    /// How the script is read.
    pub dialect: super::command::Dialect,
    /// See [`super::command::Script::ignored`].
    pub ignored: Vec<String>,
    /// For each term the last walk that met it, and the number of the present walk.
    pub visited: Vec<u32>,
    /// See `visited`.
    pub visit: u32,
}

impl<'a> State<'a> {
    /// The state before the first command.
    pub fn new(text: &'a str) -> State<'a> {
        State {
            text,
            symbols: Symbols::new(),
            store: Store::new(),
            sorts: Sorts::default(),
            waiting_datatypes: Vec::new(),
            formulas: Formulas::default(),
            globals: HashMap::new(),
            locals: Vec::new(),
            macros: Vec::new(),
            quantified: Default::default(),
            instances: Vec::new(),
            wholes: Vec::new(),
            heaps: 0,
            overloads: HashMap::new(),
            folds: Vec::new(),
            lambdas: HashMap::new(),
            lambda_at: None,
            claims: Vec::new(),
            recursive: None,
            system: System::new(),
            auxiliary: Vec::new(),
            variables: Variables::default(),
            clause_names: ClauseNames::default(),
            rule_vars: None,
            in_definition: false,
            split_limit: super::clause::SPLIT_LIMIT,
            dialect: super::command::Dialect::default(),
            ignored: Vec::new(),
            visited: Vec::new(),
            visit: 0,
        }
    }

    /// An error about a span.
    pub fn error_at(&self, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(self.text, span, message)
    }

    /// An error about a node. For a list it points at the opening parenthesis.
    pub fn error(&self, tree: &Tree, node: NodeId, message: impl Into<String>) -> Diagnostic {
        self.error_at(tree.span(node), message)
    }

    /// An error about the place that a clause comes from.
    pub fn error_in(&self, origin: Origin, message: &str) -> Diagnostic {
        let text = self.text;
        let line_start =
            text.split_inclusive('\n').take(origin.line.saturating_sub(1) as usize).map(str::len).sum::<usize>();
        let line = text[line_start..].lines().next().unwrap_or("");
        let column = origin.column.saturating_sub(1) as usize;
        let within = line.char_indices().nth(column).map_or(line.len(), |(offset, _)| offset);
        let start = line_start + within;
        debug_assert_eq!(line_column(text.as_bytes(), start).0, origin.line.max(1));
        let end = text[start..].chars().next().map_or(start, |c| start + c.len_utf8());
        self.error_at(Span::new(start as u32, end as u32), message)
    }

    /// The name a symbol node spells, for messages.
    pub fn name(&self, symbol: Symbol) -> &'a str {
        self.symbols.name(symbol)
    }

    /// The symbol of a node that must be a name.
    pub fn expect_symbol(&self, tree: &Tree, node: NodeId, what: &str) -> Result<Symbol, Diagnostic> {
        match tree.symbol(node) {
            Some(symbol) => Ok(symbol),
            None => Err(self.error(tree, node, format!("expected {what}"))),
        }
    }

    /// Enters a global name; an error if it has a meaning already.
    pub fn declare(&mut self, tree: &Tree, node: NodeId, symbol: Symbol, global: Global) -> Result<(), Diagnostic> {
        self.check_new(tree, node, symbol)?;
        self.globals.insert(symbol, global);
        Ok(())
    }

    /// An error if a global name has a meaning already.
    pub fn check_new(&self, tree: &Tree, node: NodeId, symbol: Symbol) -> Result<(), Diagnostic> {
        let name = self.name(symbol);
        if symbol.word().is_some_and(super::theory::is_protected) {
            let message = format!("`{name}` is a symbol of the theory and can't be declared");
            return Err(self.error(tree, node, message));
        }
        if self.globals.contains_key(&symbol) {
            return Err(self.error(tree, node, format!("`{name}` is declared already")));
        }
        Ok(())
    }

    /// Gives the predicates made by the clausifier names that no other predicate has.
    pub fn name_auxiliary(&mut self) {
        if self.auxiliary.is_empty() {
            return;
        }
        let taken: HashSet<String> = self.system.preds.iter().map(|pred| pred.name.clone()).collect();
        let mut free = (0u32..).map(|number| format!("aux!{number}")).filter(|name| !taken.contains(name));
        for &pred in &self.auxiliary {
            self.system.preds[pred.index()].name = free.next().unwrap_or_default();
        }
    }

    /// The names of everything that is declared or defined, sorted.
    pub fn global_names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.globals.keys().map(|&symbol| self.name(symbol).to_owned()).collect();
        names.sort_unstable();
        names
    }

    /// The printed form of a sort, for messages.
    pub fn sort_name(&self, sort: SortId) -> String {
        super::print::sort_text(&self.store, sort, None)
    }
}
