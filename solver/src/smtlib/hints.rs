//! Hints files: initial predicates and templates for predicates, in Eldarica's syntax.
//!
//! `(initial-predicates name ((x Int) …) formula …)` and `(templates name ((x Int) …) (kind term cost) …)`, where the
//! kind is `predicate`, `predicate-2`, `term`, `inequality-term` or `inequality-term-2`; a template may also be
//! `(iterationThreshold n)`.

use super::diagnostic::{Diagnostic, Fault};
use super::formula::Value;
use super::provenance::Name;
use super::reader::State;
use super::sexpr::{NodeId, Reader, Tree};
use super::theory::Arg;
use crate::system::System;
use crate::term::{SortId, Store, TermId};

/// The hints for one predicate of a file.
#[derive(Clone, Debug)]
pub struct Hint {
    /// The name of the predicate.
    pub name: String,
    /// The sorts of the variables listed.
    pub sorts: Vec<SortId>,
    /// Initial predicates, over `Var(0) …`.
    pub initial: Vec<TermId>,
    /// Templates with their costs.
    pub templates: Vec<Template>,
}

/// A template of a file.
#[derive(Clone, Debug)]
pub struct Template {
    /// The word it begins with.
    pub kind: String,
    /// A term over `Var(0) …`; a formula for `predicate` and `predicate-2`.
    pub term: TermId,
    /// Lower is better.
    pub cost: u32,
}

/// Reads a hints file. The terms are added to the store; the store is lost if the file is wrong.
pub fn read_hints(bytes: &[u8], store: Store) -> Result<(Store, Vec<Hint>), Diagnostic> {
    let text = super::lexer::decode(bytes)?;
    let mut state = State::new(text);
    state.store = store;
    // Predicates may not occur in hints, but the checks of the reader ask for the system.
    state.system = System::new();
    let mut reader = Reader::new(text);
    let mut tree = Tree::default();
    let mut hints = Vec::new();
    while reader.read(&mut state.symbols, &mut tree)? {
        hints.push(state.hint(&tree)?);
    }
    Ok((state.store, hints))
}

impl State<'_> {
    fn hint(&mut self, tree: &Tree) -> Result<Hint, Diagnostic> {
        let root = Tree::ROOT;
        let usage =
            "expected `(initial-predicates name (variables) formula …)` or `(templates name (variables) template …)`";
        let mut parts: Vec<NodeId> = if tree.is_list(root) { tree.children(root).collect() } else { Vec::new() };
        if parts.len() < 3 {
            return Err(self.error(tree, root, usage).of(Fault::Syntax));
        }
        let rest = parts.split_off(3);
        let word = tree.span(parts[0]).text(self.text);
        let symbol = self.expect_symbol(tree, parts[1], "the name of a predicate")?;
        let mut hint =
            Hint { name: self.name(symbol).to_owned(), sorts: Vec::new(), initial: Vec::new(), templates: Vec::new() };
        self.expect_list(tree, parts[2], "a list of variables")?;
        self.variables.clear();
        let mut names = Vec::new();
        for var in tree.children(parts[2]) {
            let (name, sort) = self.sorted_var(tree, var)?;
            let var = self.variables.fresh(&mut self.store, sort, Name::None);
            hint.sorts.push(sort);
            names.push((name, Value::Term(var)));
        }
        self.locals.resize(self.symbols.len(), None);
        for &(name, value) in &names {
            self.locals[name.0 as usize] = Some(value);
        }
        let result = match word {
            "initial-predicates" => {
                rest.iter().try_for_each(|&node| self.hint_term(tree, node, true).map(|term| hint.initial.push(term)))
            }
            "templates" => rest.iter().try_for_each(|&node| {
                let template = self.template(tree, node)?;
                hint.templates.extend(template);
                Ok(())
            }),
            _ => Err(self.error(tree, parts[0], usage).of(Fault::Syntax)),
        };
        for &(name, _) in &names {
            self.locals[name.0 as usize] = None;
        }
        result.map(|()| hint)
    }

    /// `(kind term cost)`; nothing for `(iterationThreshold n)`, which has no meaning here.
    fn template(&mut self, tree: &Tree, node: NodeId) -> Result<Option<Template>, Diagnostic> {
        let usage = "expected a template: `(kind term cost)` or `(iterationThreshold n)`";
        let parts: Vec<NodeId> = if tree.is_list(node) { tree.children(node).collect() } else { Vec::new() };
        let word = parts.first().map_or("", |&first| tree.span(first).text(self.text));
        match (word, &parts[..]) {
            ("iterationThreshold", [_, count]) => self.count(tree, *count).map(|_| None),
            ("predicate" | "predicate-2" | "term" | "inequality-term" | "inequality-term-2", &[_, term, cost]) => {
                let cost = self.count(tree, cost)?;
                let term = self.hint_term(tree, term, word.starts_with("predicate"))?;
                Ok(Some(Template { kind: word.to_owned(), term, cost }))
            }
            _ => Err(self.error(tree, node, usage).of(Fault::Syntax)),
        }
    }

    fn hint_term(&mut self, tree: &Tree, node: NodeId, formula: bool) -> Result<TermId, Diagnostic> {
        let value = self.translate(tree, node)?;
        let arg = Arg { value, node };
        if formula { self.term_of_sort(tree, arg, SortId::BOOL) } else { self.term(tree, arg) }
    }

    fn count(&self, tree: &Tree, node: NodeId) -> Result<u32, Diagnostic> {
        let number = tree.span(node).text(self.text).parse::<u32>().ok().filter(|&number| number > 0);
        number.ok_or_else(|| self.error(tree, node, "expected a positive number").of(Fault::Syntax))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn predicates_and_templates() {
        let text = b"; a comment\n(initial-predicates |q r| ((x Int) (b Bool)) (>= x 0) b)\n\
            (templates p ((x Int) (y Int)) (term (- x y) 2) (predicate-2 (= x y) 1) (iterationThreshold 3) \
            (inequality-term (+ x (* 2 y)) 5))";
        let (mut store, hints) = read_hints(text, Store::new()).expect("a good file");
        let names: Vec<&str> = hints.iter().map(|hint| hint.name.as_str()).collect();
        assert_eq!(names, ["q r", "p"]);
        let (x, y) = (store.var(0, SortId::INT), store.var(1, SortId::INT));
        let zero = store.int(0);
        assert_eq!(hints[0].initial, [store.ge(x, zero), store.var(1, SortId::BOOL)]);
        let terms: Vec<TermId> = hints[1].templates.iter().map(|template| template.term).collect();
        let two = store.int(2);
        let double = store.mul(two, y);
        assert_eq!(terms, [store.sub(x, y), store.eq(x, y), store.add(&[x, double])]);
        assert_eq!(hints[1].templates[2].cost, 5);
    }

    #[test]
    fn mistakes_are_located() {
        let place = |text: &str| {
            let error = read_hints(text.as_bytes(), Store::new()).map(|_| ()).expect_err(text);
            (error.line, error.column)
        };
        assert_eq!(place("(inital p ())"), (1, 2));
        assert_eq!(place("(templates p ((x Int))\n (term x 0))"), (2, 10));
        assert_eq!(place("(templates p ((x Int))\n (word x 1))"), (2, 2));
        assert_eq!(place("(initial-predicates p ((x Int)) (+ x 1))").0, 1);
        assert_eq!(place("(initial-predicates p ((x Int)) (> y 1))"), (1, 36));
        assert_eq!(place("p"), (1, 1));
    }
}
