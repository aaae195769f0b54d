//! `declare-datatype` and `declare-datatypes`, in the syntax of SMT-LIB 2.6 and the older one.
//!
//! Fields may be of sorts that the next such commands declare, as the files made from Solidity have them: datatypes
//! wait for these, and all that wait are made together.

use super::diagnostic::Diagnostic;
use super::reader::{Global, State};
use super::sexpr::{NodeId, Tree};
use super::sorts::{ConstructorDecl, Family};
use super::symbol::{Symbol, Word};
use std::rc::Rc;

impl State<'_> {
    /// `(declare-datatype name (constructors))`.
    pub fn declare_datatype(&mut self, tree: &Tree) -> Result<(), Diagnostic> {
        let [name, body] = self.arguments(tree, "(declare-datatype name (constructors))")?;
        let kept = Rc::new(tree.clone());
        let family = self.add_family(tree, &kept, name)?;
        let arity = self.define_family(tree, &kept, family, body, None)?;
        self.datatypes_declared(&[(family, arity)])
    }

    /// Both syntaxes: `((name arity) …) (constructors …)` and the older `(params) ((name constructor …) …)`.
    pub fn declare_datatypes(&mut self, tree: &Tree) -> Result<(), Diagnostic> {
        let usage = "(declare-datatypes ((name arity) …) ((constructor …) …))";
        let [first, second] = self.arguments(tree, usage)?;
        self.expect_list(tree, first, "a list of sorts")?;
        self.expect_list(tree, second, "a list of datatypes")?;
        let kept = Rc::new(tree.clone());
        let mut families = Vec::new();
        let old_syntax = tree.children(first).all(|node| !tree.is_list(node));
        if old_syntax {
            let params = self.symbol_list(tree, first)?;
            let mut decls = Vec::new();
            for decl in tree.children(second) {
                self.expect_list(tree, decl, "`(name constructor …)`")?;
                let Some(name) = tree.children(decl).next() else {
                    return Err(self.error(tree, decl, "expected `(name constructor …)`"));
                };
                decls.push((self.add_family(tree, &kept, name)?, decl));
            }
            for (family, decl) in decls {
                let old = Some(params.as_slice());
                families.push((family, self.define_family(tree, &kept, family, decl, old)?));
            }
        } else {
            let mut names = Vec::new();
            for decl in tree.children(first) {
                let Some([name, arity]) = tree.exactly(decl) else {
                    return Err(self.error(tree, decl, "expected `(name arity)`"));
                };
                let arity = self.index(tree, arity)?;
                names.push((self.add_family(tree, &kept, name)?, arity));
            }
            let bodies: Vec<NodeId> = tree.children(second).collect();
            if bodies.len() != names.len() {
                let message = format!("{} datatypes named, {} given", names.len(), bodies.len());
                return Err(self.error(tree, second, message));
            }
            for (&(family, declared), &body) in names.iter().zip(&bodies) {
                let arity = self.define_family(tree, &kept, family, body, None)?;
                if arity != declared as usize {
                    let message = format!("{declared} sort parameters announced, {arity} given");
                    return Err(self.error(tree, body, message));
                }
                families.push((family, arity));
            }
        }
        self.datatypes_declared(&families)
    }

    fn add_family(&mut self, tree: &Tree, kept: &Rc<Tree>, node: NodeId) -> Result<u32, Diagnostic> {
        let name = self.new_sort_name(tree, node)?;
        if self.name(name).starts_with('(') {
            // Instances of parametric datatypes are named by their sort expressions.
            return Err(self.error(tree, node, "the name of a datatype can't start with `(`"));
        }
        Ok(self.sorts.add_family(Family {
            name,
            params: Vec::new(),
            constructors: Vec::new(),
            tree: kept.clone(),
            node,
        }))
    }

    /// Reads the constructors of a family: `(constructor …)`, `(par (params) (constructor …))`, or, in the old syntax
    /// where the parameters are given before, `(name constructor …)`. Gives the number of parameters.
    fn define_family(
        &mut self,
        tree: &Tree,
        kept: &Rc<Tree>,
        family: u32,
        body: NodeId,
        old_params: Option<&[Symbol]>,
    ) -> Result<usize, Diagnostic> {
        self.expect_list(tree, body, "a list of constructors")?;
        let (params, list) = match (tree.word(body + 1), old_params) {
            (_, Some(params)) => (params.to_vec(), body),
            (Some(Word::Par), None) if tree.end(body) > body + 1 => {
                let Some([_, params, list]) = tree.exactly(body) else {
                    return Err(self.error(tree, body, "expected `(par (names) (constructors))`"));
                };
                (self.symbol_list(tree, params)?, list)
            }
            _ => (Vec::new(), body),
        };
        self.expect_list(tree, list, "a list of constructors")?;
        let mut constructors: Vec<ConstructorDecl> = Vec::new();
        let mut selectors: Vec<(Symbol, NodeId, u32, u32)> = Vec::new();
        let skip = usize::from(old_params.is_some());
        for node in tree.children(list).skip(skip) {
            let head = if tree.is_list(node) { node + 1 } else { node };
            if tree.is_list(node) && tree.end(node) == head {
                return Err(self.error(tree, node, "expected a constructor, found `()`"));
            }
            let name = self.expect_symbol(tree, head, "the name of a constructor")?;
            let number = constructors.len() as u32;
            self.declare_constructor(tree, head, name, (family, number))?;
            let mut fields = Vec::new();
            for field in tree.children(node).skip(1) {
                let Some([selector, sort]) = tree.exactly(field) else {
                    return Err(self.error(tree, field, "expected `(selector sort)`"));
                };
                let symbol = self.expect_symbol(tree, selector, "the name of a selector")?;
                selectors.push((symbol, selector, number, fields.len() as u32));
                fields.push((symbol, sort));
            }
            constructors.push(ConstructorDecl { name, fields });
        }
        if constructors.is_empty() {
            return Err(self.error(tree, list, "a datatype needs a constructor"));
        }
        for (symbol, node, constructor, field) in selectors {
            self.declare_selector(tree, node, symbol, (family, constructor, field))?;
        }
        let arity = params.len();
        debug_assert!(Rc::ptr_eq(&self.sorts.family(family).tree, kept));
        self.sorts.define_family(family, params, constructors);
        Ok(arity)
    }

    fn declare_constructor(
        &mut self,
        tree: &Tree,
        node: NodeId,
        name: Symbol,
        entry: (u32, u32),
    ) -> Result<(), Diagnostic> {
        if let Some(Global::Constructors(list)) = self.globals.get_mut(&name)
            && list.iter().all(|known| known.0 != entry.0)
        {
            list.push(entry);
            return Ok(());
        }
        self.declare(tree, node, name, Global::Constructors(vec![entry]))
    }

    fn declare_selector(
        &mut self,
        tree: &Tree,
        node: NodeId,
        name: Symbol,
        entry: (u32, u32, u32),
    ) -> Result<(), Diagnostic> {
        if let Some(Global::Selectors(list)) = self.globals.get_mut(&name)
            && list.iter().all(|known| known.0 != entry.0)
        {
            list.push(entry);
            return Ok(());
        }
        self.declare(tree, node, name, Global::Selectors(vec![entry]))
    }

    /// Makes the datatypes of a command, and those that wait, unless one of their sorts is still to be declared.
    fn datatypes_declared(&mut self, families: &[(u32, usize)]) -> Result<(), Diagnostic> {
        let mut waiting = std::mem::take(&mut self.waiting_datatypes);
        waiting.extend_from_slice(families);
        let waits = waiting.iter().any(|&(family, _)| self.lacks_a_sort(family));
        self.waiting_datatypes = waiting;
        if waits { Ok(()) } else { self.finish_datatypes() }
    }

    /// Whether a field of the datatype is of a sort that is not declared.
    fn lacks_a_sort(&self, family: u32) -> bool {
        let family = self.sorts.family(family);
        let known = |symbol: Symbol| {
            symbol.word().is_some() || family.params.contains(&symbol) || self.sorts.is_declared(symbol)
        };
        let fields = family.constructors.iter().flat_map(|constructor| &constructor.fields);
        let mut nodes = fields.flat_map(|&(_, sort)| sort..family.tree.end(sort).max(sort + 1));
        nodes.any(|node| family.tree.symbol(node).is_some_and(|symbol| !known(symbol)))
    }

    /// Makes the datatypes without parameters that wait: no other command declares what they lack.
    pub fn finish_datatypes(&mut self) -> Result<(), Diagnostic> {
        for (family, arity) in std::mem::take(&mut self.waiting_datatypes) {
            if arity == 0 {
                self.instance(family, &[])?;
            }
        }
        Ok(())
    }
}
