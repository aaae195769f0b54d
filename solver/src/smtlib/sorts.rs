//! Sort expressions: built-in sorts, defined sorts, and instances of (parametric) datatypes.
//!
//! A parametric definition is kept as the text's tree and evaluated again for each list of arguments it is
//! applied to; what came out is remembered. The solver's store knows instances only: `(List Int)` is a
//! datatype of that name. Evaluation is a stack machine, so depth of a sort expression costs no call stack.

use super::diagnostic::Diagnostic;
use super::reader::State;
use super::sexpr::{NodeId, NodeKind, Tree};
use super::symbol::{Symbol, Word};
use crate::term::{DatatypeId, SortId};
use hashbrown::HashMap;
use std::rc::Rc;

/// The widest bit-vector accepted. Constants are stored bit by bit, so a file must not ask for billions.
pub const MAX_WIDTH: u32 = 1 << 16;

/// The most instances of parametric datatypes made for one script. Only a datatype whose definition
/// mentions ever larger instances of itself gets there; it would go on forever.
const MAX_INSTANCES: usize = 10_000;

/// The longest name of an instance, which spells its arguments: in a definition that doubles them it is the names that
/// explode.
const MAX_NAME: usize = 1 << 14;

/// What a sort name stands for.
#[derive(Clone, Copy, Debug)]
enum Definition {
    /// A datatype; an index into `families`.
    Family(u32),
    /// A defined sort; an index into `aliases`.
    Alias(u32),
}

/// A datatype as declared: possibly parametric, possibly one of several declared together.
#[derive(Clone)]
pub struct Family {
    /// Its name.
    pub name: Symbol,
    /// Its sort parameters.
    pub params: Vec<Symbol>,
    /// The constructors in order.
    pub constructors: Vec<ConstructorDecl>,
    /// The tree the nodes below are in.
    pub tree: Rc<Tree>,
    /// Where the name stands.
    pub node: NodeId,
}

/// A constructor as declared.
#[derive(Clone)]
pub struct ConstructorDecl {
    /// Its name.
    pub name: Symbol,
    /// The fields: selector name and sort expression.
    pub fields: Vec<(Symbol, NodeId)>,
}

/// A defined sort.
struct Alias {
    params: Vec<Symbol>,
    tree: Rc<Tree>,
    body: NodeId,
    known: HashMap<Vec<SortId>, SortId>,
}

/// The sort definitions of a script.
#[derive(Default)]
pub struct Sorts {
    table: HashMap<Symbol, Definition>,
    families: Vec<Family>,
    aliases: Vec<Alias>,
    instances: HashMap<(u32, Vec<SortId>), SortId>,
    /// For each datatype of the store its family and arguments.
    origins: Vec<(u32, Vec<SortId>)>,
    /// Instances whose constructors have not been made yet.
    pending: Vec<DatatypeId>,
}

/// The tree a frame works in: the command being read, or a kept definition.
#[derive(Clone)]
enum Source<'t> {
    Current(&'t Tree),
    Kept(Rc<Tree>),
}

impl std::ops::Deref for Source<'_> {
    type Target = Tree;
    fn deref(&self) -> &Tree {
        match self {
            Source::Current(tree) => tree,
            Source::Kept(tree) => tree,
        }
    }
}

/// The meaning of sort parameters.
pub type Env = Rc<Vec<(Symbol, SortId)>>;

/// What is still to be done with the sorts computed since `base`.
enum Frame<'t> {
    /// Evaluate the children from `next` on, then apply the head to all of them.
    Apply { source: Source<'t>, env: Env, node: NodeId, next: NodeId, base: usize },
    /// Remember the last sort as the value of an alias.
    Remember { alias: u32, args: Vec<SortId> },
}

impl Sorts {
    /// A datatype family.
    pub fn family(&self, index: u32) -> &Family {
        &self.families[index as usize]
    }

    /// The family and arguments of a datatype of the store.
    pub fn origin(&self, datatype: DatatypeId) -> (u32, &[SortId]) {
        let (family, args) = &self.origins[datatype.index()];
        (*family, args)
    }

    /// Adds a datatype family under its name; its constructors may be filled in later.
    pub fn add_family(&mut self, family: Family) -> u32 {
        let index = self.families.len() as u32;
        self.table.insert(family.name, Definition::Family(index));
        self.families.push(family);
        index
    }

    /// Gives a family its parameters and constructors.
    pub fn define_family(&mut self, index: u32, params: Vec<Symbol>, list: Vec<ConstructorDecl>) {
        let family = &mut self.families[index as usize];
        family.params = params;
        family.constructors = list;
    }

    /// Whether a name is a sort already.
    pub fn is_declared(&self, name: Symbol) -> bool {
        self.table.contains_key(&name)
            || matches!(name.word(), Some(Word::Bool | Word::Int | Word::Real | Word::Array | Word::BitVec))
    }

    /// Defines a sort.
    pub fn add_alias(&mut self, name: Symbol, params: Vec<Symbol>, tree: Rc<Tree>, body: NodeId) {
        let index = self.aliases.len() as u32;
        self.table.insert(name, Definition::Alias(index));
        self.aliases.push(Alias { params, tree, body, known: HashMap::new() });
    }
}

impl State<'_> {
    /// The sort a node of the command being read stands for.
    pub fn sort(&mut self, tree: &Tree, node: NodeId) -> Result<SortId, Diagnostic> {
        // The common case: a name of a basic sort.
        match tree.word(node) {
            Some(Word::Int) => return Ok(SortId::INT),
            Some(Word::Bool) => return Ok(SortId::BOOL),
            Some(Word::Real) => return Ok(SortId::REAL),
            _ => {}
        }
        let sort = self.evaluate_sort(Source::Current(tree), node, Env::default())?;
        self.complete_datatypes()?;
        Ok(sort)
    }

    /// Evaluates a sort expression with each parameter standing for Bool, for the sake of its errors.
    pub fn check_sort(&mut self, tree: &Tree, node: NodeId, params: &[Symbol]) -> Result<SortId, Diagnostic> {
        let env: Env = Rc::new(params.iter().map(|&param| (param, SortId::BOOL)).collect());
        let sort = self.evaluate_sort(Source::Current(tree), node, env)?;
        self.complete_datatypes()?;
        Ok(sort)
    }

    /// The instance of a family for these arguments, constructors included.
    pub fn instance(&mut self, family: u32, args: &[SortId]) -> Result<SortId, Diagnostic> {
        let sort = self.instance_sort(family, args)?;
        self.complete_datatypes()?;
        Ok(sort)
    }

    fn instance_sort(&mut self, family: u32, args: &[SortId]) -> Result<SortId, Diagnostic> {
        if let Some(&sort) = self.sorts.instances.get(&(family, args.to_vec())) {
            return Ok(sort);
        }
        let decl = self.sorts.family(family).clone();
        if !args.is_empty() && self.sorts.origins.len() >= MAX_INSTANCES {
            let message = format!("the datatype `{}` has infinitely many instances", self.name(decl.name));
            return Err(self.error(&decl.tree, decl.node, message));
        }
        let name = if args.is_empty() {
            self.name(decl.name).to_owned()
        } else {
            let mut text = format!("({}", super::print::symbol_text(self.name(decl.name)));
            for &arg in args {
                text.push(' ');
                text.push_str(&self.sort_name(arg));
            }
            text + ")"
        };
        if name.len() > MAX_NAME {
            let message = format!(
                "the datatype `{}` has infinitely many instances, or one with a name longer than {MAX_NAME} bytes",
                self.name(decl.name)
            );
            return Err(self.error(&decl.tree, decl.node, message));
        }
        let (datatype, sort) = self.store.declare_datatype(&name);
        self.sorts.origins.push((family, args.to_vec()));
        self.sorts.pending.push(datatype);
        self.sorts.instances.insert((family, args.to_vec()), sort);
        Ok(sort)
    }

    /// Makes the constructors of all instances that lack them (which may make further instances).
    fn complete_datatypes(&mut self) -> Result<(), Diagnostic> {
        let mut done = 0;
        while let Some(&datatype) = self.sorts.pending.get(done) {
            done += 1;
            let (family, args) = self.sorts.origin(datatype);
            let (decl, args) = (self.sorts.family(family).clone(), args.to_vec());
            let env: Env = Rc::new(decl.params.iter().copied().zip(args).collect());
            let mut constructors = Vec::with_capacity(decl.constructors.len());
            for constructor in &decl.constructors {
                let mut fields = Vec::with_capacity(constructor.fields.len());
                for &(selector, node) in &constructor.fields {
                    let source = Source::Kept(decl.tree.clone());
                    let sort = self.evaluate_sort(source, node, env.clone())?;
                    let name = self.name(selector).to_owned();
                    fields.push(crate::term::Field { name, sort });
                }
                let name = self.name(constructor.name).to_owned();
                constructors.push(crate::term::Constructor { name, fields });
            }
            self.store.define_datatype(datatype, constructors);
        }
        let fresh = std::mem::take(&mut self.sorts.pending);
        self.check_inhabited(&fresh)
    }

    /// Every datatype must have a value: one built without needing a value of itself first.
    fn check_inhabited(&self, fresh: &[DatatypeId]) -> Result<(), Diagnostic> {
        let mut empty: Vec<DatatypeId> = fresh.to_vec();
        loop {
            let count = empty.len();
            let still: hashbrown::HashSet<DatatypeId> = empty.iter().copied().collect();
            empty.retain(|&datatype| {
                !self.store.datatype(datatype).constructors.iter().any(|c| {
                    c.fields.iter().all(|field| {
                        // The elements of an array must exist for the array to.
                        let mut sort = field.sort;
                        while let Some((_, element)) = self.store.array_sorts(sort) {
                            sort = element;
                        }
                        self.store.datatype_of(sort).is_none_or(|inner| !still.contains(&inner))
                    })
                })
            });
            if empty.len() == count {
                break;
            }
        }
        match empty.first() {
            None => Ok(()),
            Some(&datatype) => {
                let family = self.sorts.family(self.sorts.origin(datatype).0);
                let message = format!(
                    "the datatype `{}` has no values (every constructor needs one first)",
                    self.name(family.name)
                );
                Err(self.error(&family.tree, family.node, message))
            }
        }
    }

    fn evaluate_sort<'t>(&mut self, source: Source<'t>, node: NodeId, env: Env) -> Result<SortId, Diagnostic> {
        let mut values: Vec<SortId> = Vec::new();
        let mut frames: Vec<Frame<'t>> = Vec::new();
        let mut next = Some((source, node, env));
        loop {
            if let Some((source, node, env)) = next.take() {
                if source.is_list(node) && !is_indexed(&source, node) {
                    let first = self.check_application(&source, node)?;
                    frames.push(Frame::Apply { source, env, node, next: first, base: values.len() });
                } else {
                    match self.simple_sort(&source, node, &env)? {
                        Simple::Sort(sort) => values.push(sort),
                        Simple::Alias(alias) => {
                            next = self.enter_alias(alias, Vec::new(), &mut values, &mut frames);
                        }
                    }
                }
                continue;
            }
            match frames.pop() {
                None => break,
                Some(Frame::Remember { alias, args }) => {
                    if let Some(&sort) = values.last() {
                        self.sorts.aliases[alias as usize].known.insert(args, sort);
                    }
                }
                Some(Frame::Apply { source, env, node, next: child, base }) => {
                    if child < source.end(node) {
                        next = Some((source.clone(), child, env.clone()));
                        let after = source.end(child);
                        frames.push(Frame::Apply { source, env, node, next: after, base });
                        continue;
                    }
                    let args = values.split_off(base);
                    let head = source.symbol(node + 1);
                    let definition = head.and_then(|name| self.sorts.table.get(&name).copied());
                    match definition {
                        Some(Definition::Family(family)) => {
                            let sort = self.instance_sort(family, &args)?;
                            values.push(sort);
                        }
                        Some(Definition::Alias(alias)) => {
                            next = self.enter_alias(alias, args, &mut values, &mut frames);
                        }
                        // Nothing else passed the check but `Array`.
                        None => values.push(self.store.array_sort(args[0], args[1])),
                    }
                }
            }
        }
        Ok(values[0])
    }

    /// Starts the evaluation of a defined sort, unless its value is known.
    fn enter_alias<'t>(
        &self,
        alias: u32,
        args: Vec<SortId>,
        values: &mut Vec<SortId>,
        frames: &mut Vec<Frame<'t>>,
    ) -> Option<(Source<'t>, NodeId, Env)> {
        let entry = &self.sorts.aliases[alias as usize];
        if let Some(&sort) = entry.known.get(&args) {
            values.push(sort);
            return None;
        }
        let env: Env = Rc::new(entry.params.iter().copied().zip(args.iter().copied()).collect());
        frames.push(Frame::Remember { alias, args });
        Some((Source::Kept(entry.tree.clone()), entry.body, env))
    }

    /// Checks the head and the number of arguments of a sort application; gives the first argument.
    fn check_application(&self, tree: &Tree, node: NodeId) -> Result<NodeId, Diagnostic> {
        let mut children = tree.children(node);
        let Some(head) = children.next() else {
            return Err(self.error(tree, node, "expected a sort"));
        };
        let name = self.expect_symbol(tree, head, "the name of a sort")?;
        let arity = match self.sorts.table.get(&name) {
            Some(&Definition::Family(family)) => self.sorts.family(family).params.len(),
            Some(&Definition::Alias(alias)) => self.sorts.aliases[alias as usize].params.len(),
            None if name.word() == Some(Word::Array) => 2,
            None => return Err(self.unknown_sort(tree, head, name)),
        };
        let given = children.clone().count();
        if given != arity {
            let message = format!("the sort `{}` takes {arity} arguments, {given} given", self.name(name));
            return Err(self.error(tree, head, message));
        }
        Ok(tree.end(head))
    }

    fn unknown_sort(&self, tree: &Tree, node: NodeId, name: Symbol) -> Diagnostic {
        self.error(tree, node, format!("unknown sort `{}`", self.name(name)))
    }

    /// A sort given by a name or an indexed identifier.
    fn simple_sort(&mut self, tree: &Tree, node: NodeId, env: &Env) -> Result<Simple, Diagnostic> {
        if tree.is_list(node) {
            let width = match tree.exactly::<3>(node) {
                Some([_, name, width]) if tree.word(name) == Some(Word::BitVec) => width,
                _ => return Err(self.error(tree, node, "unknown sort")),
            };
            let width = self.index(tree, width)?;
            if width == 0 || width > MAX_WIDTH {
                let message = format!("the width of a bit-vector must be in 1 .. {MAX_WIDTH}");
                return Err(self.error(tree, node, message));
            }
            return Ok(Simple::Sort(self.store.bv_sort(width)));
        }
        let name = self.expect_symbol(tree, node, "a sort")?;
        if let Some(&(_, sort)) = env.iter().rev().find(|(param, _)| *param == name) {
            return Ok(Simple::Sort(sort));
        }
        let arity = match self.sorts.table.get(&name).copied() {
            Some(Definition::Family(family)) => {
                let arity = self.sorts.family(family).params.len();
                if arity == 0 {
                    return Ok(Simple::Sort(self.instance_sort(family, &[])?));
                }
                arity
            }
            Some(Definition::Alias(alias)) => {
                let arity = self.sorts.aliases[alias as usize].params.len();
                if arity == 0 {
                    return Ok(Simple::Alias(alias));
                }
                arity
            }
            None => match name.word() {
                Some(Word::Bool) => return Ok(Simple::Sort(SortId::BOOL)),
                Some(Word::Int) => return Ok(Simple::Sort(SortId::INT)),
                Some(Word::Real) => return Ok(Simple::Sort(SortId::REAL)),
                Some(Word::Array) => 2,
                _ => return Err(self.unknown_sort(tree, node, name)),
            },
        };
        let message = format!("the sort `{}` takes {arity} arguments, 0 given", self.name(name));
        Err(self.error(tree, node, message))
    }

    /// A numeral that serves as an index: a machine-sized natural number.
    pub fn index(&self, tree: &Tree, node: NodeId) -> Result<u32, Diagnostic> {
        let text = tree.span(node).text(self.text);
        if tree.kind(node) != NodeKind::Numeral {
            return Err(self.error(tree, node, "expected a numeral"));
        }
        text.parse().map_err(|_| self.error(tree, node, format!("the index {text} is too large")))
    }

    /// Derives the parameters of a family from the actual sorts of a constructor's fields: `None` for a
    /// parameter no field of a known sort determines. Contradictions are left to the check of the arguments.
    pub fn infer_params(&self, family: u32, constructor: u32, actual: &[Option<SortId>]) -> Option<Vec<SortId>> {
        let decl = self.sorts.family(family);
        let mut found: Vec<Option<SortId>> = vec![None; decl.params.len()];
        let fields = &decl.constructors[constructor as usize].fields;
        let mut pairs: Vec<(NodeId, SortId)> =
            fields.iter().zip(actual).filter_map(|(&(_, node), &sort)| Some((node, sort?))).collect();
        let tree = &decl.tree;
        while let Some((node, sort)) = pairs.pop() {
            if let Some(name) = tree.symbol(node) {
                if let Some(position) = decl.params.iter().position(|&param| param == name) {
                    found[position].get_or_insert(sort);
                }
                continue;
            }
            let mut children = tree.children(node);
            let Some(name) = children.next().and_then(|head| tree.symbol(head)) else {
                continue;
            };
            if let Some((index, element)) = self.store.array_sorts(sort)
                && name.word() == Some(Word::Array)
            {
                pairs.extend(children.zip([index, element]));
            } else if let Some(datatype) = self.store.datatype_of(sort) {
                let (inner, args) = self.sorts.origin(datatype);
                if self.sorts.family(inner).name == name {
                    pairs.extend(children.zip(args.iter().copied()));
                }
            }
        }
        found.into_iter().collect()
    }
}

/// What a name stands for, one step at a time.
enum Simple {
    Sort(SortId),
    Alias(u32),
}

/// Whether a list is an indexed identifier `(_ …)`.
fn is_indexed(tree: &Tree, node: NodeId) -> bool {
    tree.children(node).next().is_some_and(|head| tree.word(head) == Some(Word::Underscore))
}
