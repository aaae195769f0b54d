//! Declarations of datatypes.
//!
//! Datatypes, their constructors and their selectors get names of their own, and the solver gets the declarations that
//! are written with these: whatever a script calls them, they are taken for nothing else.

use crate::Rejection;
use crate::read::{Constructor, Reader};
use crate::script::{Datatypes, Script};
use crate::sexpr::{NodeId, Tree};
use crate::term::{Name, Sort};
use std::collections::HashMap;
use std::fmt::Write;

/// A datatype of a command: its name, the number of its parameters where that is announced, the parameters, and the
/// constructors.
struct Declared {
    name: NodeId,
    arity: Option<NodeId>,
    params: Vec<NodeId>,
    constructors: Vec<NodeId>,
    /// Whether the datatypes of the command have their parameters without being given them, as in the old notation.
    implicit: bool,
}

impl Script {
    /// Gives names to the datatypes that the script is going to declare.
    pub fn name_datatypes(&mut self, tree: &Tree<'_>) {
        for command in tree.top() {
            let head = if tree.is_list(command) { tree.children(command).next() } else { None };
            let Some(word) = head.and_then(|head| tree.symbol(head)) else { continue };
            if !matches!(word, "declare-datatypes" | "declare-datatype") {
                continue;
            }
            // What is wrong with the command is told when its turn comes.
            for datatype in declared(tree, command, word).unwrap_or_default() {
                let Some(name) = tree.symbol(datatype.name).map(|name| self.terms.name(name)) else { continue };
                let number = self.symbols.renamed_sorts.len();
                let symbol = self.terms.name(&format!("{}t{number}", self.prefix));
                self.symbols.renamed_sorts.entry(name).or_insert(symbol);
            }
        }
    }

    /// Executes `declare-datatype` or `declare-datatypes`.
    pub fn declare_datatypes(&mut self, tree: &Tree<'_>, node: NodeId, word: &str) -> Result<(), Rejection> {
        let list = declared(tree, node, word).map_err(|(node, message)| self.fault(tree, node, message))?;
        if list.is_empty() {
            return Err(self.fault(tree, node, "expected a datatype"));
        }
        let mut text = Datatypes { heads: String::new(), bodies: String::new(), fields: Vec::new() };
        let mut group = Vec::new();
        for datatype in list.iter().filter(|datatype| datatype.implicit) {
            let name = Reader::new(tree, &mut self.terms, &mut self.symbols).symbol(datatype.name)?;
            group.push(name);
        }
        for datatype in list {
            let count = datatype.params.len();
            if let Some(arity) = datatype.arity.filter(|&arity| tree.text(arity).parse() != Ok(count)) {
                let message = format!("{} sort parameters announced, {count} given", tree.text(arity));
                return Err(self.fault(tree, arity, &message));
            }
            let name = Reader::new(tree, &mut self.terms, &mut self.symbols).symbol(datatype.name)?;
            let Some(&symbol) = self.symbols.renamed_sorts.get(&name) else {
                return Err(self.fault(tree, datatype.name, "bad datatype"));
            };
            self.new_sort(tree, datatype.name, name)?;
            if datatype.constructors.is_empty() {
                return Err(self.fault(tree, datatype.name, "a datatype needs a constructor"));
            }
            let (places, mut scope) = self.sort_params(tree, datatype.params.into_iter())?;
            for other in &group {
                let sort = self.terms.sort(self.symbols.renamed_sorts[other], &places);
                scope.entry(*other).or_insert(sort);
            }
            let sort = self.terms.sort(symbol, &places);
            let constructors = self.constructors(tree, sort, &scope, &datatype.constructors)?;
            self.write_datatype(&mut text, symbol, &places, &constructors);
            self.symbols.datatypes.insert(symbol, constructors);
        }
        self.add_datatypes(text);
        Ok(())
    }

    fn fault(&mut self, tree: &Tree<'_>, node: NodeId, message: &str) -> Rejection {
        Reader::new(tree, &mut self.terms, &mut self.symbols).fault(node, message)
    }

    /// The constructors of a sort.
    fn constructors(
        &mut self,
        tree: &Tree<'_>,
        sort: Sort,
        params: &HashMap<Name, Sort>,
        list: &[NodeId],
    ) -> Result<Vec<Name>, Rejection> {
        let parametric = !self.terms.sort_parts(sort).1.is_empty();
        let mut all = Vec::new();
        for &constructor in list {
            // `nil` alone is allowed for `(nil)`.
            let mut parts =
                if tree.is_list(constructor) { tree.children(constructor).collect() } else { vec![constructor] };
            if parts.is_empty() {
                return Err(self.fault(tree, constructor, "expected a constructor, found `()`"));
            }
            let head = parts.remove(0);
            let mut fields = Vec::new();
            for field in parts {
                let mut reader = Reader::new(tree, &mut self.terms, &mut self.symbols);
                let Some([selector, field_sort]) = tree.exactly(field) else {
                    return Err(reader.fault(field, "expected `(selector sort)`"));
                };
                let name = reader.symbol(selector)?;
                let field_sort = reader.sort(field_sort, params)?;
                self.new_name(tree, selector, name)?;
                let selector = self.function(name, vec![sort], field_sort, parametric);
                fields.push((selector, field_sort));
            }
            let name = Reader::new(tree, &mut self.terms, &mut self.symbols).symbol(head)?;
            self.new_name(tree, head, name)?;
            let sorts = fields.iter().map(|field| field.1).collect();
            let symbol = self.function(name, sorts, sort, parametric);
            for (at, field) in fields.iter().enumerate() {
                self.symbols.selectors.insert(field.0, (symbol, at));
            }
            self.symbols.constructors.insert(symbol, Constructor { fields, sort, parametric });
            all.push(symbol);
        }
        Ok(all)
    }

    /// The name of a constructor or selector. Those of datatypes with parameters have no sorts of their own.
    fn function(&mut self, name: Name, sorts: Vec<Sort>, range: Sort, parametric: bool) -> Name {
        if parametric {
            self.symbols.rename(&mut self.terms, &self.prefix, name)
        } else {
            self.symbols.add_function(&mut self.terms, &self.prefix, name, sorts, range)
        }
    }

    fn write_datatype(&mut self, text: &mut Datatypes, symbol: Name, places: &[Sort], constructors: &[Name]) {
        let terms = &self.terms;
        let _ = write!(text.heads, "({} {})", terms.text(symbol), places.len());
        let mut body = String::new();
        for (number, &constructor) in constructors.iter().enumerate() {
            let separator = if number == 0 { "" } else { " " };
            let _ = write!(body, "{separator}({}", terms.text(constructor));
            for &(selector, sort) in &self.symbols.constructors[&constructor].fields {
                let _ = write!(body, " ({} {})", terms.text(selector), terms.sort_text(sort));
                text.fields.push(sort);
            }
            body.push(')');
        }
        let names: Vec<String> = places.iter().map(|&place| terms.sort_text(place)).collect();
        let _ = match names.is_empty() {
            true => write!(text.bodies, "({body})"),
            false => write!(text.bodies, "(par ({}) ({body}))", names.join(" ")),
        };
    }

    /// Datatypes are declared as soon as all that their fields are made of is declared with them.
    fn add_datatypes(&mut self, text: Datatypes) {
        self.waiting.push(text);
        let mut stack: Vec<Sort> = self.waiting.iter().flat_map(|datatypes| datatypes.fields.iter().copied()).collect();
        while let Some(sort) = stack.pop() {
            let name = self.terms.sort_head(sort);
            let is_datatype =
                self.terms.text(name).strip_prefix(&self.prefix).is_some_and(|rest| rest.starts_with('t'));
            if is_datatype && !self.symbols.datatypes.contains_key(&name) {
                return;
            }
            stack.extend(self.terms.sort_parts(sort).1);
        }
        self.flush_datatypes();
    }

    /// Declares the datatypes that wait, whatever they lack: the solver says so.
    pub fn flush_datatypes(&mut self) {
        let waiting = std::mem::take(&mut self.waiting);
        if waiting.is_empty() {
            return;
        }
        let (heads, bodies): (String, String) = waiting.into_iter().map(|one| (one.heads, one.bodies)).unzip();
        let _ = writeln!(self.prelude, "(declare-datatypes ({heads}) ({bodies}))");
    }
}

/// The datatypes that a command declares; what is wrong with it otherwise, and where.
fn declared(tree: &Tree<'_>, node: NodeId, word: &str) -> Result<Vec<Declared>, (NodeId, &'static str)> {
    if word == "declare-datatype" {
        let Some([_, name, body]) = tree.exactly(node) else { return Err((node, "bad datatype")) };
        return Ok(vec![defined(tree, name, None, body)]);
    }
    let Some([_, names, bodies]) = tree.exactly(node) else { return Err((node, "bad datatypes")) };
    // A constructor without fields may stand without parentheses, so only the first list tells the notations apart.
    let is_old = tree.children(names).all(|name| !tree.is_list(name));
    if is_old {
        return old_datatypes(tree, names, bodies);
    }
    if tree.children(names).count() != tree.children(bodies).count() {
        return Err((node, "as many definitions as datatypes are needed"));
    }
    let mut list = Vec::new();
    for (head, body) in tree.children(names).zip(tree.children(bodies)) {
        let Some([name, arity]) = tree.exactly(head) else { return Err((head, "bad datatypes")) };
        list.push(defined(tree, name, Some(arity), body));
    }
    Ok(list)
}

/// `(constructor …)` or `(par (params) (constructor …))`.
fn defined(tree: &Tree<'_>, name: NodeId, arity: Option<NodeId>, body: NodeId) -> Declared {
    let (params, list) = match tree.exactly(body) {
        Some([par, params, list]) if tree.symbol(par) == Some("par") => (tree.children(params).collect(), list),
        _ => (Vec::new(), body),
    };
    Declared { name, arity, params, constructors: tree.children(list).collect(), implicit: false }
}

/// `(declare-datatypes (T) ((List nil (cons (head T) (tail List)))))`, as Z3 had it before SMT-LIB 2.6.
fn old_datatypes(tree: &Tree<'_>, params: NodeId, bodies: NodeId) -> Result<Vec<Declared>, (NodeId, &'static str)> {
    let mut list = Vec::new();
    for body in tree.children(bodies) {
        let mut parts = tree.children(body);
        let Some(name) = parts.next() else { return Err((body, "bad datatype")) };
        let constructors = parts.collect();
        let params = tree.children(params).collect();
        list.push(Declared { name, arity: None, params, constructors, implicit: true });
    }
    Ok(list)
}
