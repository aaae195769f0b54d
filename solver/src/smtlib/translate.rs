//! Expressions to values: scopes, `let`, quantifiers, annotations, `match`, and the order of evaluation.
//!
//! One loop with an explicit stack of frames; what an application means is decided in `apply.rs` and
//! `theory.rs`. Nested applications of one associative connective are collected into one argument list
//! before anything is built, so that `(and a (and b (and c …)))` of any depth takes linear time.

use super::diagnostic::Diagnostic;
use super::formula::Value;
use super::provenance::Name;
use super::reader::{Global, State};
use super::sexpr::{NodeId, NodeKind, Tree};
use super::symbol::{Symbol, Word};
use super::theory::Arg;
use super::waiting::Waiting;
use crate::term::{SortId, TermId};

/// The head of an application, resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Head {
    /// A theory symbol.
    Word(Word),
    /// An indexed theory symbol, `(_ f i)`; the node is read when the arguments are known.
    Indexed,
    /// A global name of the script.
    Global(Symbol),
    /// The tester of a constructor name.
    Tester(Symbol),
    /// `(as const S)`.
    ConstArray(SortId),
    /// `(as C S)`: constructor number of that datatype.
    Constructor(SortId, u32),
}

/// What is to be done once the expressions below are translated.
enum Frame {
    /// Translate the children from `next` on, then apply.
    Apply { node: NodeId, head: Head, next: NodeId, base: usize },
    /// Translate the bindings from `next` on, then enter them and translate the body.
    Let { node: NodeId, next: NodeId, base: usize },
    /// Leave a scope.
    Leave { undo: usize },
    /// Quantify the value.
    Quantify { node: NodeId, universal: bool, vars: Vec<TermId>, undo: usize },
    /// Make the value the body of a `lambda`.
    Lambda { node: NodeId, params: Vec<TermId>, undo: usize },
    /// Look at the attributes of an annotated term.
    Annotated { node: NodeId },
    /// Translate the cases from `next` on, then combine them.
    Match {
        node: NodeId,
        /// The matched term once it is known.
        matched: Option<TermId>,
        next: NodeId,
        /// The constructor each case so far is for; `None` for a variable that matches all.
        cases: Vec<Option<u32>>,
        base: usize,
        undo: usize,
    },
}

/// The machine's registers.
#[derive(Default)]
struct Machine {
    frames: Vec<Frame>,
    values: Vec<Arg>,
    /// Symbols whose local meaning was changed, with the meaning before.
    undo: Vec<(Symbol, Option<Value>)>,
    /// How many quantifiers and patterns are open.
    binders: usize,
    /// The values that wait for their sorts, in the order of their positions.
    waiting: Vec<Waiting>,
}

impl State<'_> {
    /// Translates an expression in the scope of the present locals.
    pub fn translate(&mut self, tree: &Tree, root: NodeId) -> Result<Value, Diagnostic> {
        let mut machine = Machine::default();
        let result = self.run(tree, root, &mut machine);
        // After an error scopes may still be open.
        self.leave(&mut machine, 0);
        result
    }

    fn run(&mut self, tree: &Tree, root: NodeId, machine: &mut Machine) -> Result<Value, Diagnostic> {
        let mut next = Some(root);
        loop {
            if let Some(node) = next {
                next = self.descend(tree, node, machine)?;
                continue;
            }
            match machine.frames.pop() {
                None => break,
                Some(frame) => next = self.resume(tree, frame, machine)?,
            }
        }
        match machine.values.pop() {
            Some(arg) => Ok(arg.value),
            None => Err(self.error(tree, root, "expected a term")),
        }
    }

    /// Starts on an expression: either its value is pushed, or a frame, and then the node to go on with is given.
    fn descend(&mut self, tree: &Tree, node: NodeId, machine: &mut Machine) -> Result<Option<NodeId>, Diagnostic> {
        if !tree.is_list(node) {
            let value = self.atom_value(tree, node)?;
            machine.values.push(Arg { value, node });
            return Ok(None);
        }
        let head = node + 1;
        if tree.end(node) == head {
            return Err(self.error(tree, node, "expected a term, found `()`"));
        }
        match tree.word(head) {
            Some(Word::Let) => {
                let Some([_, bindings, _]) = tree.exactly(node).filter(|n| tree.is_list(n[1])) else {
                    return Err(self.error(tree, node, "expected `(let (bindings) term)`"));
                };
                machine.frames.push(Frame::Let { node, next: bindings + 1, base: machine.values.len() });
                return Ok(None);
            }
            Some(word @ (Word::Forall | Word::Exists)) => {
                return self.enter_quantifier(tree, node, word == Word::Forall, machine);
            }
            Some(Word::Bang) => {
                let Some(term) = tree.children(node).nth(1) else {
                    return Err(self.error(tree, node, "expected `(! term attributes)`"));
                };
                machine.frames.push(Frame::Annotated { node });
                return Ok(Some(term));
            }
            Some(Word::Match) => {
                let parts = tree.exactly::<3>(node).filter(|n| tree.is_list(n[2]));
                let Some([_, matched, cases]) = parts else {
                    return Err(self.error(tree, node, "expected `(match term (cases))`"));
                };
                machine.frames.push(Frame::Match {
                    node,
                    matched: None,
                    next: cases + 1,
                    cases: Vec::new(),
                    base: machine.values.len(),
                    undo: machine.undo.len(),
                });
                return Ok(Some(matched));
            }
            Some(Word::Lambda) => {
                let aggregate = match machine.frames.last() {
                    Some(&Frame::Apply { head: Head::Global(symbol), .. }) => {
                        matches!(self.globals.get(&symbol), Some(Global::Fold(_)))
                    }
                    Some(&Frame::Apply { head: Head::Word(word), .. }) => super::aggregate::is_aggregate(word),
                    _ => self.lambda_at == Some(node),
                };
                if !aggregate {
                    let message = "`lambda` is supported only as an argument of an aggregate such as `agg.sum`";
                    return Err(self.error(tree, node, message));
                }
                let (body, params, undo) = self.enter_scope(tree, node, machine)?;
                machine.frames.push(Frame::Lambda { node, params, undo });
                return Ok(Some(body));
            }
            Some(Word::As | Word::Underscore) => {
                let value = self.identifier_value(tree, node)?;
                machine.values.push(Arg { value, node });
                return Ok(None);
            }
            _ => {}
        }
        let resolved = self.resolve_head(tree, head)?;
        machine.frames.push(Frame::Apply { node, head: resolved, next: tree.end(head), base: machine.values.len() });
        Ok(None)
    }

    /// Goes on with a frame: gives the next expression to translate, if there is one, having pushed the
    /// frame again; otherwise finishes it.
    fn resume(&mut self, tree: &Tree, frame: Frame, machine: &mut Machine) -> Result<Option<NodeId>, Diagnostic> {
        match frame {
            Frame::Apply { node, head, mut next, base } => {
                let end = tree.end(node);
                // Arguments that are no lists are translated here, without a detour over the stack.
                while next < end && !tree.is_list(next) {
                    let value = match self.global_name(tree, next) {
                        Some(name) => {
                            let none = (&machine.values[..], machine.values.len());
                            self.wait(&mut machine.waiting, next, name, none)?
                        }
                        None => None,
                    };
                    let value = match value {
                        Some(value) => value,
                        None => self.atom_value(tree, next)?,
                    };
                    machine.values.push(Arg { value, node: next });
                    next += 1;
                }
                if next < end {
                    let child = next;
                    let next = tree.end(child);
                    machine.frames.push(Frame::Apply { node, head, next, base });
                    return Ok(Some(child));
                }
                if !machine.waiting.is_empty() {
                    self.settle(tree, &mut machine.waiting, head, &mut machine.values, base)?;
                }
                if machine.splices(tree, head, base) {
                    return Ok(None);
                }
                // What it is an argument of may say its sort.
                let value = match head {
                    Head::Global(name) if matches!(machine.frames.last(), Some(Frame::Apply { .. })) => {
                        self.wait(&mut machine.waiting, node, name, (&machine.values, base))?
                    }
                    _ => None,
                };
                let value = match value {
                    Some(value) => value,
                    None => self.apply(tree, node, head, &machine.values[base..])?,
                };
                machine.values.truncate(base);
                machine.values.push(Arg { value, node });
                Ok(None)
            }
            Frame::Let { node, next, base } => {
                let bindings = tree.end(node + 1);
                let bindings_end = tree.end(bindings);
                if next < bindings_end {
                    let Some([name, value]) = tree.exactly(next) else {
                        return Err(self.error(tree, next, "expected `(name term)`"));
                    };
                    self.expect_symbol(tree, name, "the name of a variable")?;
                    let after = tree.end(next);
                    machine.frames.push(Frame::Let { node, next: after, base });
                    return Ok(Some(value));
                }
                machine.frames.push(Frame::Leave { undo: machine.undo.len() });
                let count = machine.values.len() - base;
                for (binding, position) in tree.children(bindings).zip(base..base + count) {
                    let name = self.expect_symbol(tree, binding + 1, "the name of a variable")?;
                    self.bind(machine, name, machine.values[position].value);
                }
                machine.values.truncate(base);
                Ok(Some(bindings_end))
            }
            Frame::Leave { undo } => {
                self.leave(machine, undo);
                Ok(None)
            }
            Frame::Quantify { node, universal, vars, undo } => {
                self.leave(machine, undo);
                machine.binders -= 1;
                if let Some(body) = machine.values.pop() {
                    let body = self.expect_bool(tree, body)?;
                    let span = tree.span(node);
                    let value = self.formulas.quantify(universal, &vars, body, span);
                    machine.values.push(Arg { value, node });
                }
                Ok(None)
            }
            Frame::Lambda { node, params, undo } => {
                self.leave(machine, undo);
                machine.binders -= 1;
                if let Some(body) = machine.values.pop() {
                    let value = self.finish_lambda(tree, node, params, body)?;
                    machine.values.push(Arg { value, node });
                }
                Ok(None)
            }
            Frame::Annotated { node } => {
                self.annotate(tree, node, machine)?;
                Ok(None)
            }
            Frame::Match { node, matched, next, cases, base, undo } => {
                self.resume_match(tree, machine, (node, matched, next, cases, base, undo))
            }
        }
    }

    fn bind(&mut self, machine: &mut Machine, name: Symbol, value: Value) {
        let index = name.0 as usize;
        if index >= self.locals.len() {
            self.locals.resize(self.symbols.len().max(index + 1), None);
        }
        machine.undo.push((name, self.locals[index]));
        self.locals[index] = Some(value);
    }

    fn leave(&mut self, machine: &mut Machine, to: usize) {
        while machine.undo.len() > to {
            if let Some((name, before)) = machine.undo.pop() {
                self.locals[name.0 as usize] = before;
            }
        }
    }

    fn enter_quantifier(
        &mut self,
        tree: &Tree,
        node: NodeId,
        universal: bool,
        machine: &mut Machine,
    ) -> Result<Option<NodeId>, Diagnostic> {
        let (body, vars, undo) = self.enter_scope(tree, node, machine)?;
        machine.frames.push(Frame::Quantify { node, universal, vars, undo });
        Ok(Some(body))
    }

    /// Enters the variables of `(forall ((name sort) …) term)` or of a `lambda`: the term, the variables, and how far
    /// to undo.
    fn enter_scope(
        &mut self,
        tree: &Tree,
        node: NodeId,
        machine: &mut Machine,
    ) -> Result<(NodeId, Vec<TermId>, usize), Diagnostic> {
        let Some([_, list, body]) = tree.exactly(node).filter(|n| tree.is_list(n[1])) else {
            let message = format!("expected `({} ((name sort) …) term)`", tree.span(node + 1).text(self.text));
            return Err(self.error(tree, node, message));
        };
        let undo = machine.undo.len();
        let mut vars = Vec::new();
        for binding in tree.children(list) {
            let (name, sort) = self.sorted_var(tree, binding)?;
            let var = self.variables.fresh(&mut self.store, sort, Name::Symbol(name));
            self.bind(machine, name, Value::Term(var));
            vars.push(var);
        }
        machine.binders += 1;
        Ok((body, vars, undo))
    }

    /// Reads `(name sort)`.
    pub fn sorted_var(&mut self, tree: &Tree, node: NodeId) -> Result<(Symbol, SortId), Diagnostic> {
        let Some([name, sort]) = tree.exactly(node) else {
            return Err(self.error(tree, node, "expected `(name sort)`"));
        };
        let name = self.expect_symbol(tree, name, "the name of a variable")?;
        Ok((name, self.sort(tree, sort)?))
    }

    /// Attributes carry no meaning, except that `:named` gives a closed term a global name.
    fn annotate(&mut self, tree: &Tree, node: NodeId, machine: &mut Machine) -> Result<(), Diagnostic> {
        let mut children = tree.children(node).skip(2).peekable();
        while let Some(attribute) = children.next() {
            if tree.kind(attribute) != NodeKind::Keyword {
                return Err(self.error(tree, attribute, "expected an attribute such as `:named`"));
            }
            let value = children.next_if(|&value| tree.kind(value) != NodeKind::Keyword);
            if tree.word(attribute) != Some(Word::Named) {
                continue;
            }
            let Some(value) = value else {
                return Err(self.error(tree, attribute, "`:named` needs a name"));
            };
            let name = self.expect_symbol(tree, value, "a name")?;
            if machine.binders == 0
                && self.variables_are_closed()
                && let Some(named) = machine.values.last()
            {
                let named = named.value;
                self.define_named(tree, value, name, named)?;
            }
        }
        Ok(())
    }

    /// `C x y`, `C` or `x` as the pattern of a `match` case: enters its variables.
    fn enter_pattern(
        &mut self,
        tree: &Tree,
        pattern: NodeId,
        matched: TermId,
        machine: &mut Machine,
    ) -> Result<Option<u32>, Diagnostic> {
        let sort = self.store.sort_of(matched);
        let head = if tree.is_list(pattern) { pattern + 1 } else { pattern };
        if tree.is_list(pattern) && tree.end(pattern) == head {
            return Err(self.error(tree, pattern, "expected a pattern, found `()`"));
        }
        let name = self.expect_symbol(tree, head, "a pattern")?;
        let Some(constructor) = self.constructor_number(sort, name) else {
            if tree.is_list(pattern) {
                let message = format!("`{}` is no constructor of {}", self.name(name), self.sort_name(sort));
                return Err(self.error(tree, head, message));
            }
            self.bind(machine, name, Value::Term(matched));
            return Ok(None);
        };
        let vars: Vec<NodeId> = tree.children(pattern).skip(1).collect();
        let datatype = self.store.datatype_of(sort);
        let fields = datatype
            .map_or(0, |datatype| self.store.datatype(datatype).constructors[constructor as usize].fields.len());
        if vars.len() != fields {
            let message = format!("`{}` has {fields} fields, {} given", self.name(name), vars.len());
            return Err(self.error(tree, pattern, message));
        }
        for (field, var) in vars.into_iter().enumerate() {
            let name = self.expect_symbol(tree, var, "the name of a variable")?;
            let value = self.store.project(constructor, field as u32, matched);
            self.bind(machine, name, Value::Term(value));
        }
        Ok(Some(constructor))
    }

    #[allow(clippy::type_complexity)] // the fields of one frame, taken apart
    fn resume_match(
        &mut self,
        tree: &Tree,
        machine: &mut Machine,
        (node, matched, next, mut cases, base, undo): (NodeId, Option<TermId>, NodeId, Vec<Option<u32>>, usize, usize),
    ) -> Result<Option<NodeId>, Diagnostic> {
        let list = tree.end(tree.end(node + 1));
        let term = match matched {
            Some(term) => {
                self.leave(machine, undo);
                machine.binders -= 1;
                term
            }
            None => {
                let Some(arg) = machine.values.pop() else {
                    return Err(self.error(tree, node, "expected a term"));
                };
                let term = self.term(tree, arg)?;
                let sort = self.store.sort_of(term);
                if self.store.datatype_of(sort).is_none() {
                    let message = format!("`match` needs a datatype, not {}", self.sort_name(sort));
                    return Err(self.error(tree, arg.node, message));
                }
                term
            }
        };
        if next < tree.end(list) {
            let Some([pattern, body]) = tree.exactly(next) else {
                return Err(self.error(tree, next, "expected `(pattern term)`"));
            };
            cases.push(self.enter_pattern(tree, pattern, term, machine)?);
            machine.binders += 1;
            machine.frames.push(Frame::Match { node, matched: Some(term), next: tree.end(next), cases, base, undo });
            return Ok(Some(body));
        }
        let results: Vec<Arg> = machine.values.split_off(base);
        let constructors = self
            .store
            .datatype_of(self.store.sort_of(term))
            .map_or(0, |datatype| self.store.datatype(datatype).constructors.len());
        let covers = |case: &Option<u32>| case.is_none();
        let all = (0..constructors as u32).all(|c| cases.contains(&Some(c)));
        if results.is_empty() || !(all || cases.iter().any(covers)) {
            return Err(self.error(tree, node, "this `match` does not cover all constructors"));
        }
        // What follows a variable is never reached; the last case needs no test.
        let used = cases.iter().position(Option::is_none).map_or(cases.len(), |last| last + 1);
        let mut combined = results[used - 1];
        for position in (0..used - 1).rev() {
            let Some(constructor) = cases[position] else { continue };
            let test = self.store.test(constructor, term);
            let value = Value::Term(test);
            let args = [Arg { value, node }, results[position], combined];
            let value = self.apply(tree, node, Head::Word(Word::Ite), &args)?;
            combined = Arg { value, node };
        }
        machine.values.push(combined);
        Ok(None)
    }

    /// Whether no variable is in scope, so that a term can be given a global name.
    fn variables_are_closed(&self) -> bool {
        self.rule_vars.is_none() && !self.in_definition
    }

    fn define_named(&mut self, tree: &Tree, node: NodeId, name: Symbol, body: Value) -> Result<(), Diagnostic> {
        let index = self.macros.len() as u32;
        self.declare(tree, node, name, Global::Macro(index))?;
        let names = self.variables.names().into();
        self.macros.push(super::reader::Macro { params: Vec::new(), body, names });
        Ok(())
    }
}

impl Machine {
    /// Whether the application just completed (its arguments are the values from `base` on) only adds its
    /// arguments to those of the application around it.
    fn splices(&self, tree: &Tree, head: Head, base: usize) -> bool {
        let Some(&Frame::Apply { node, head: outer, next, .. }) = self.frames.last() else {
            return false;
        };
        let count = self.values.len() - base;
        outer == head
            && match head {
                Head::Word(Word::And | Word::Or | Word::Plus) => count > 0,
                // Implication associates to the right.
                Head::Word(Word::Implies) => count > 1 && next == tree.end(node),
                _ => false,
            }
    }
}
