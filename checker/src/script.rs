//! A script as the user wrote it: what its names mean, and the formulas it asserts, in order.
//!
//! Besides SMT-LIB's commands there are the rules and queries of Z3's fixedpoint engine: `(rule F)` asserts `F` for all
//! values of the declared variables, `(query F)` asserts that `F` holds for none.

use crate::Rejection;
use crate::qualify::qualify;
use crate::read::{Definition, Pred, Reader, Symbols};
use crate::sexpr::{NodeId, Tree};
use crate::sorts::Sorts;
use crate::term::{Name, Op, Sort, Term, Terms, Var};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// A script, read.
pub struct Script {
    /// Names, sorts, terms.
    pub terms: Terms,
    /// What the names of the script mean.
    pub symbols: Symbols,
    /// The asserted formulas, closed, with their lines.
    pub assertions: Vec<Assertion>,
    /// Declarations that the solver needs to know: sorts, datatypes, functions.
    pub prelude: String,
    /// Datatypes that are to be declared together with the next ones, as these have sorts of their fields.
    pub(crate) waiting: Vec<Datatypes>,
    /// The recursive functions of the script, command by command.
    pub recursive: Vec<Vec<(Name, Definition)>>,
    /// No symbol of the texts contains this: names of our own begin with it.
    pub prefix: String,
}

/// What one command says of datatypes.
pub struct Datatypes {
    /// `(name arity) …`, as the solver gets it.
    pub heads: String,
    /// The definitions, as the solver gets them.
    pub bodies: String,
    /// The sorts of the fields.
    pub fields: Vec<Sort>,
}

/// An assertion.
#[derive(Clone, Copy, Debug)]
pub struct Assertion {
    /// What is asserted.
    pub formula: Term,
    /// The line of the command.
    pub line: usize,
}

/// A text that stands in none of the texts.
fn unused_prefix(texts: [&str; 2]) -> String {
    let mut prefix = "chk!".to_string();
    while texts.iter().any(|text| text.contains(&prefix)) {
        prefix.push('!');
    }
    prefix
}

/// Reads a script. The answer's text is looked at for its symbols only.
pub fn read(text: &str, answer: &str) -> Result<Script, Rejection> {
    let tree = Tree::read(text);
    let mut script = Script {
        terms: Terms::default(),
        symbols: Symbols::default(),
        assertions: Vec::new(),
        prelude: String::new(),
        waiting: Vec::new(),
        recursive: Vec::new(),
        prefix: unused_prefix([text, answer]),
    };
    // The sorts of fields may be those of datatypes that later commands declare.
    script.name_datatypes(&tree);
    let mut lines = Lines { text, offset: 0, line: 1 };
    let (mut checked, mut ended) = (false, false);
    for command in tree.top() {
        let line = lines.at(tree.range(command).start);
        if !script.command(&tree, command, line, &mut checked).map_err(|rejection| rejection.within("the script"))? {
            ended = true;
            break;
        }
    }
    script.flush_datatypes();
    script.qualify();
    // What stands behind the end of a script does not count.
    match tree.error().filter(|_| !ended) {
        Some(error) => Err(crate::unreadable("the script", &tree, error)),
        None => Ok(script),
    }
}

/// Counts lines on the way through a text.
struct Lines<'t> {
    text: &'t str,
    offset: usize,
    line: usize,
}

impl Lines<'_> {
    fn at(&mut self, offset: usize) -> usize {
        self.line += self.text.as_bytes()[self.offset..offset].iter().filter(|&&byte| byte == b'\n').count();
        self.offset = offset;
        self.line
    }
}

impl Script {
    /// Executes a command; false at the end of the script.
    fn command(&mut self, tree: &Tree<'_>, node: NodeId, line: usize, checked: &mut bool) -> Result<bool, Rejection> {
        let reader = Reader::new(tree, &mut self.terms, &mut self.symbols);
        let head = if tree.is_list(node) && tree.next(node) > node + 1 { tree.symbol(node + 1) } else { None };
        let Some(word) = head else { return Err(reader.fault(node, "expected a command")) };
        if !matches!(word, "declare-datatypes" | "declare-datatype") {
            self.flush_datatypes();
        }
        let mut reader = Reader::new(tree, &mut self.terms, &mut self.symbols);
        match word {
            "set-logic"
            | "set-info"
            | "set-option"
            | "get-info"
            | "get-option"
            | "get-model"
            | "get-proof"
            | "get-assertions"
            | "get-assignment"
            | "get-unsat-core"
            | "get-unsat-assumptions"
            | "echo" => {}
            "check-sat" => *checked = true,
            "exit" => return Ok(false),
            "declare-fun" | "declare-const" | "declare-rel" => self.declare(tree, node, word)?,
            "declare-var" => {
                let Some([_, name, sort]) = tree.exactly(node) else { return Err(reader.fault(node, "bad command")) };
                let name = reader.symbol(name)?;
                let sort = reader.sort(sort, &HashMap::new())?;
                let var = reader.terms.fresh_var(name, sort);
                reader.symbols.rule_vars.insert(name, var);
                self.new_name(tree, node, name)?;
            }
            "define-fun" | "define-const" => {
                let (name, definition) = define(&mut reader, node, word)?;
                self.new_name(tree, node, name)?;
                self.symbols.definitions.insert(name, definition);
            }
            "define-fun-rec" | "define-funs-rec" => self.define_recursive(tree, node, word)?,
            "define-sort" => self.define_sort(tree, node)?,
            "declare-datatype" | "declare-datatypes" => self.declare_datatypes(tree, node, word)?,
            "assert" | "rule" | "query" if *checked && word != "query" => {
                return Err(reader.fault(node, "an assertion after the question"));
            }
            "assert" | "rule" | "query" => {
                *checked |= word == "query";
                let formula = self.asserted(tree, node, word)?;
                self.assertions.push(Assertion { formula, line });
            }
            _ => return Err(reader.fault(node, format!("the command `{word}` is not supported"))),
        }
        Ok(true)
    }

    /// Says the sorts of constructors where they follow from what is around.
    fn qualify(&mut self) {
        let Script { terms, symbols, assertions, .. } = self;
        if symbols.constructors.values().any(|constructor| constructor.parametric) {
            let mut sorts = Sorts::default();
            for assertion in assertions {
                assertion.formula = qualify(terms, symbols, &mut sorts, assertion.formula);
            }
        }
    }

    /// What the solver needs to know before anything is asked: the prelude, and a use of every instance of a datatype
    /// with parameters, as Z3 knows `is-c` of those only that it has met.
    pub fn declarations(&mut self) -> String {
        // What is tested may be of a sort that stands nowhere in the texts.
        let constructors = self.symbols.constructors.iter().filter(|(_, constructor)| constructor.parametric);
        let constructors: Vec<Name> = constructors.map(|(&name, _)| name).collect();
        let testers: HashSet<Name> =
            constructors.into_iter().map(|name| self.symbols.tester(&mut self.terms, name)).collect();
        let mut sorts = Sorts::default();
        for term in self.terms.all() {
            if let (Some(name), &[arg]) = (self.terms.head_name(term), self.terms.args(term))
                && testers.contains(&name)
            {
                sorts.of(&mut self.terms, &self.symbols, arg);
            }
        }
        let mut text = self.prelude.clone();
        for (number, sort) in self.terms.sorts().enumerate() {
            let datatype = self.symbols.datatypes.contains_key(&self.terms.sort_head(sort));
            if datatype && !self.terms.sort_parts(sort).1.is_empty() && !self.has_place(sort) {
                let _ = writeln!(text, "(declare-const {}s{number} {})", self.prefix, self.terms.sort_text(sort));
            }
        }
        text
    }

    /// The sort that stands for the parameter of that number in abbreviations and datatypes.
    pub(crate) fn place(&mut self, number: usize) -> Sort {
        self.terms.plain_sort(&format!("{}u{number}", self.prefix))
    }

    /// Whether such a sort is in the sort.
    fn has_place(&self, sort: Sort) -> bool {
        let mut stack = vec![sort];
        while let Some(sort) = stack.pop() {
            let (head, args) = self.terms.sort_parts(sort);
            if head.strip_prefix(&self.prefix).is_some_and(|rest| rest.starts_with('u')) {
                return true;
            }
            stack.extend(args);
        }
        false
    }

    /// A name gets a meaning; it must have none.
    pub(crate) fn new_name(&mut self, tree: &Tree<'_>, node: NodeId, name: Name) -> Result<(), Rejection> {
        Reader::new(tree, &mut self.terms, &mut self.symbols).new_name(node, name, "is declared twice")
    }

    /// A sort gets a meaning; it must have none.
    pub(crate) fn new_sort(&mut self, tree: &Tree<'_>, node: NodeId, name: Name) -> Result<(), Rejection> {
        let text = self.terms.text(name).to_string();
        let reader = Reader::new(tree, &mut self.terms, &mut self.symbols);
        if matches!(text.as_str(), "Bool" | "Int" | "Real" | "Array" | "BitVec") {
            return Err(reader.fault(node, format!("`{text}` is a sort of a theory")));
        }
        let symbols = &reader.symbols;
        let datatype = symbols.renamed_sorts.get(&name).is_some_and(|symbol| symbols.datatypes.contains_key(symbol));
        if datatype || symbols.aliases.contains_key(&name) {
            return Err(reader.fault(node, format!("`{text}` is declared twice")));
        }
        Ok(())
    }

    fn declare(&mut self, tree: &Tree<'_>, node: NodeId, word: &str) -> Result<(), Rejection> {
        let mut reader = Reader::new(tree, &mut self.terms, &mut self.symbols);
        let parts: Vec<NodeId> = tree.children(node).skip(1).collect();
        let (name, list, range) = match (word, &parts[..]) {
            ("declare-fun", &[name, list, range]) => (name, Some(list), Some(range)),
            ("declare-const", &[name, range]) => (name, None, Some(range)),
            ("declare-rel", &[name, list]) => (name, Some(list), None),
            _ => return Err(reader.fault(node, "bad declaration")),
        };
        let name = reader.symbol(name)?;
        let mut sorts = Vec::new();
        if let Some(list) = list {
            for sort in tree.children(list) {
                sorts.push(reader.sort(sort, &HashMap::new())?);
            }
        }
        let bool_sort = reader.terms.plain_sort("Bool");
        let range = match range {
            Some(range) => reader.sort(range, &HashMap::new())?,
            None => bool_sort,
        };
        self.new_name(tree, node, name)?;
        if range == bool_sort {
            let number = self.symbols.pred_list.len();
            let symbol = self.terms.name(&format!("{}p{number}", self.prefix));
            self.symbols.preds.insert(name, number);
            self.symbols.pred_symbols.insert(symbol);
            self.symbols.pred_list.push(Pred { name, symbol, sorts });
        } else {
            let signature = signature(&self.terms, &sorts, range);
            let symbol = self.symbols.add_function(&mut self.terms, &self.prefix, name, sorts, range);
            let _ = writeln!(self.prelude, "(declare-fun {} {signature})", self.terms.text(symbol));
        }
        Ok(())
    }

    /// Functions that the script itself defines by recursion mean what the solver takes them for.
    fn define_recursive(&mut self, tree: &Tree<'_>, node: NodeId, word: &str) -> Result<(), Rejection> {
        let heads = recursive_heads(&mut Reader::new(tree, &mut self.terms, &mut self.symbols), node, word)?;
        for head in &heads {
            self.new_name(tree, node, head.name)?;
            let sorts = head.params.iter().map(|&(_, var)| self.terms.var_info(var).sort).collect();
            self.symbols.add_function(&mut self.terms, &self.prefix, head.name, sorts, head.sort);
        }
        let definitions = recursive_bodies(&mut Reader::new(tree, &mut self.terms, &mut self.symbols), &heads)?;
        let text = recursive_text(&self.terms, &self.prefix, &definitions);
        self.prelude.push_str(&text);
        self.recursive.push(definitions);
        Ok(())
    }

    /// The sorts that stand for sort parameters, in order and by the names of these.
    pub(crate) fn sort_params(
        &mut self,
        tree: &Tree<'_>,
        params: impl Iterator<Item = NodeId>,
    ) -> Result<(Vec<Sort>, HashMap<Name, Sort>), Rejection> {
        let (mut places, mut scope) = (Vec::new(), HashMap::new());
        for (number, param) in params.enumerate() {
            let place = self.place(number);
            let reader = &mut Reader::new(tree, &mut self.terms, &mut self.symbols);
            let name = reader.symbol(param)?;
            if scope.insert(name, place).is_some() {
                return Err(reader.fault(param, "two sort parameters of one name"));
            }
            places.push(place);
        }
        Ok((places, scope))
    }

    fn define_sort(&mut self, tree: &Tree<'_>, node: NodeId) -> Result<(), Rejection> {
        let mut reader = Reader::new(tree, &mut self.terms, &mut self.symbols);
        let Some([_, name, params, body]) = tree.exactly(node).filter(|n| tree.is_list(n[2])) else {
            return Err(reader.fault(node, "expected `(define-sort name (names) sort)`"));
        };
        let name = reader.symbol(name)?;
        self.new_sort(tree, node, name)?;
        let (places, scope) = self.sort_params(tree, tree.children(params))?;
        let body = Reader::new(tree, &mut self.terms, &mut self.symbols).sort(body, &scope)?;
        self.symbols.aliases.insert(name, (places, body));
        Ok(())
    }

    /// The formula of an assertion, rule or query, closed.
    fn asserted(&mut self, tree: &Tree<'_>, node: NodeId, word: &str) -> Result<Term, Rejection> {
        let mut reader = Reader::new(tree, &mut self.terms, &mut self.symbols);
        let Some(body) = tree.children(node).nth(1) else { return Err(reader.fault(node, "expected a formula")) };
        if word == "assert" {
            if tree.children(node).count() != 2 {
                return Err(reader.fault(node, "expected `(assert formula)`"));
            }
            return reader.term(body);
        }
        reader.met = Some(Vec::new());
        let mut formula = reader.term(body)?;
        let mut vars = reader.met.take().unwrap_or_default();
        if word == "query" {
            // The bare name of a predicate stands for its application to any arguments.
            if let Some(pred) = reader.tree.symbol(body).map(|name| reader.terms.name(name))
                && let Some(&pred) = reader.symbols.preds.get(&pred)
            {
                let Pred { symbol, sorts, .. } = reader.symbols.pred_list[pred].clone();
                let mut args = Vec::new();
                for (number, sort) in sorts.into_iter().enumerate() {
                    let name = reader.terms.name(&format!("argument!{}", number + 1));
                    let var: Var = reader.terms.fresh_var(name, sort);
                    vars.push(var);
                    args.push(reader.terms.var(var));
                }
                formula = reader.terms.make(Op::Apply(symbol), &args);
            }
            formula = reader.terms.not(formula);
        }
        if vars.is_empty() {
            return Ok(formula);
        }
        Ok(self.terms.make(Op::Forall(vars.into()), &[formula]))
    }
}

/// `(sorts) sort`, as in a declaration.
pub fn signature(terms: &Terms, sorts: &[Sort], range: Sort) -> String {
    let sorts: Vec<String> = sorts.iter().map(|&sort| terms.sort_text(sort)).collect();
    format!("({}) {}", sorts.join(" "), terms.sort_text(range))
}

/// Reads `(define-fun name ((name sort) …) sort body)` or `(define-const name sort body)`.
pub fn define(reader: &mut Reader<'_, '_>, node: NodeId, word: &str) -> Result<(Name, Definition), Rejection> {
    let parts: Vec<NodeId> = reader.tree.children(node).skip(1).collect();
    let (name, list, sort, body) = match (word, &parts[..]) {
        ("define-fun", &[name, list, sort, body]) => (name, Some(list), sort, body),
        ("define-const", &[name, sort, body]) => (name, None, sort, body),
        _ => return Err(reader.fault(node, "bad definition")),
    };
    let name = reader.symbol(name)?;
    let params = match list {
        Some(list) => reader.params(list)?,
        None => Vec::new(),
    };
    let sort = reader.sort(sort, &HashMap::new())?;
    let names: Vec<Name> = params.iter().map(|p| p.0).collect();
    for &(name, var) in &params {
        let term = reader.terms.var(var);
        reader.enter(name, term);
    }
    let body = reader.term(body)?;
    reader.leave(&names);
    Ok((name, Definition { params: params.into_iter().map(|p| p.1).collect(), body, sort }))
}

/// The head of a recursive definition.
pub struct RecursiveHead {
    /// The function.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<(Name, Var)>,
    /// The sort of its values.
    pub sort: Sort,
    /// Where the body stands.
    pub body: NodeId,
}

/// Reads the heads of `define-fun-rec` and `define-funs-rec`.
pub fn recursive_heads(reader: &mut Reader<'_, '_>, node: NodeId, word: &str) -> Result<Vec<RecursiveHead>, Rejection> {
    let parts: Vec<NodeId> = reader.tree.children(node).skip(1).collect();
    let mut heads: Vec<([NodeId; 3], NodeId)> = Vec::new();
    match (word, &parts[..]) {
        ("define-fun-rec", &[name, list, sort, body]) => heads.push(([name, list, sort], body)),
        ("define-funs-rec", &[list, bodies])
            if reader.tree.children(list).count() == reader.tree.children(bodies).count() =>
        {
            for (head, body) in reader.tree.children(list).zip(reader.tree.children(bodies)) {
                let Some(head) = reader.tree.exactly(head) else { return Err(reader.fault(head, "bad definition")) };
                heads.push((head, body));
            }
        }
        _ => return Err(reader.fault(node, "bad definition")),
    }
    let mut found = Vec::new();
    for ([name, list, sort], body) in heads {
        let name = reader.symbol(name)?;
        let params = reader.params(list)?;
        let sort = reader.sort(sort, &HashMap::new())?;
        found.push(RecursiveHead { name, params, sort, body });
    }
    Ok(found)
}

/// Reads the bodies of recursive definitions.
pub fn recursive_bodies(
    reader: &mut Reader<'_, '_>,
    heads: &[RecursiveHead],
) -> Result<Vec<(Name, Definition)>, Rejection> {
    let mut definitions = Vec::new();
    for head in heads {
        let names: Vec<Name> = head.params.iter().map(|p| p.0).collect();
        for &(name, var) in &head.params {
            let term = reader.terms.var(var);
            reader.enter(name, term);
        }
        let body = reader.term(head.body)?;
        reader.leave(&names);
        let params = head.params.iter().map(|p| p.1).collect();
        let symbol = reader.symbols.renamed.get(&head.name).copied().unwrap_or(head.name);
        definitions.push((symbol, Definition { params, body, sort: head.sort }));
    }
    Ok(definitions)
}

/// Recursive definitions as a command.
pub fn recursive_text(terms: &Terms, prefix: &str, definitions: &[(Name, Definition)]) -> String {
    let (mut heads, mut bodies) = (String::new(), String::new());
    for (name, definition) in definitions {
        let _ = write!(heads, "({} (", terms.text(*name));
        for &var in &definition.params {
            let _ = write!(heads, "({prefix}v{var} {})", terms.sort_text(terms.var_info(var).sort));
        }
        let _ = write!(heads, ") {})", terms.sort_text(definition.sort));
        crate::print::write(&mut bodies, terms, prefix, definition.body);
        bodies.push(' ');
    }
    format!("(define-funs-rec ({heads}) ({bodies}))\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(script: &Script, number: usize) -> String {
        let mut out = String::new();
        crate::print::write(&mut out, &script.terms, "k!", script.assertions[number].formula);
        out
    }

    #[test]
    fn assertions_with_abbreviations_written_out() {
        let script = read(
            "(set-logic HORN)(define-sort A (T) (Array Int T))(declare-fun |p q| ((A Int)) Bool)
             (define-fun one ((x Int)) Int (+ x 1))
             (assert (forall ((a (A Int)) (x Int)) (let ((y (one x)) (x 3)) (=> (! (< y x) :named bound) (|p q| (store a y x))))))
             (check-sat)",
            "",
        )
        .expect("it can be read");
        assert_eq!(
            text(&script, 0),
            "(forall ((k!v1 (Array Int Int))(k!v2 Int)) (let ((k!l0 (+ k!v2 1))) \
             (=> (< k!l0 3) (chk!p0 (store k!v1 k!l0 3)))))"
        );
        assert_eq!(script.assertions[0].line, 3);
    }

    #[test]
    fn rules_and_queries_are_closed() {
        let script = read(
            "(declare-rel p (Int)) (declare-rel q ()) (declare-var x Int) (declare-var y Int)
             (rule (=> (> x y) (p x))) (rule (=> (p 1) q)) (query p)",
            "",
        )
        .expect("it can be read");
        assert_eq!(text(&script, 0), "(forall ((k!v0 Int)(k!v1 Int)) (=> (> k!v0 k!v1) (chk!p0 k!v0)))");
        assert_eq!(text(&script, 1), "(=> (chk!p0 1) chk!p1)");
        assert_eq!(text(&script, 2), "(forall ((k!v2 Int)) (not (chk!p0 k!v2)))");
    }

    #[test]
    fn datatypes_in_the_old_notation() {
        let script = read("(declare-datatypes (T) ((L nil (cons (head T) (tail L)))))", "").expect("it can be read");
        let expected = "(declare-datatypes ((chk!t0 1)) \
            ((par (chk!u0) ((chk!f0) (chk!f3 (chk!f1 chk!u0) (chk!f2 (chk!t0 chk!u0)))))))\n";
        assert_eq!(script.prelude, expected);
    }

    #[test]
    fn matches_become_tests() {
        let script = read(
            "(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))
             (assert (forall ((l L)) (= (match l ((nil 0) ((cons h t) h))) 1)))",
            "",
        )
        .expect("it can be read");
        assert_eq!(text(&script, 0), "(forall ((k!v0 chk!t0)) (= (ite ((_ is chk!f0) k!v0) 0 (chk!f1 k!v0)) 1))");
    }

    #[test]
    fn datatypes_that_name_each_other_across_commands() {
        let script = read(
            "(declare-datatypes ((S 0)) (((s (cells (Array Int T))))))\n(declare-datatype T ((t (val Int))))\n\
             (declare-datatypes ((U 0)) (((u))))\n(declare-fun p (S) Bool)",
            "",
        );
        let expected = "(declare-datatypes ((chk!t0 0)(chk!t1 0)) \
            (((chk!f1 (chk!f0 (Array Int chk!t1))))((chk!f3 (chk!f2 Int)))))\n\
            (declare-datatypes ((chk!t2 0)) (((chk!f4))))\n";
        assert_eq!(script.expect("it can be read").prelude, expected);
    }

    #[test]
    fn what_is_not_understood_is_named() {
        for (text, part) in [
            ("(push 1)", "`push`"),
            ("(declare-fun p () Bool)(declare-fun p () Bool)", "declared twice"),
            ("(assert (forall ((x Int)) (lambda ((y Int)) y)))", "`lambda`"),
            ("(check-sat)(assert true)", "after the question"),
            ("(assert (p ())", "`(`"),
        ] {
            let Err(Rejection::Unreadable(message)) = read(text, "").map(|_| ()) else { panic!("{text}") };
            assert!(message.contains(part), "{message}");
        }
    }
}
