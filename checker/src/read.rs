//! Terms and sorts of a text: s-expressions become graphs, with the names of the script resolved.
//!
//! What is understood is what binds or abbreviates: `let`, quantifiers, `match`, attributes, defined functions, sort
//! abbreviations, and which names are predicates. All else is passed on as it is spelled. The reader keeps its own
//! stack.

use crate::Rejection;
use crate::sexpr::{Kind, NodeId, Tree, plain};
use crate::term::{Name, Op, Sort, Term, Terms, Var};
use std::collections::{HashMap, HashSet};

/// A defined function: the body over the parameters.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The parameters.
    pub params: Vec<Var>,
    /// The body.
    pub body: Term,
    /// The declared sort of the body.
    pub sort: Sort,
}

/// A declared predicate.
#[derive(Clone, Debug)]
pub struct Pred {
    /// Its name in the script.
    pub name: Name,
    /// The name it has here and towards the solver: no text uses it.
    pub symbol: Name,
    /// The sorts of its arguments.
    pub sorts: Vec<Sort>,
}

/// A constructor of a datatype.
#[derive(Clone, Debug)]
pub struct Constructor {
    /// Its fields: selector and sort, over the places of the datatype's parameters.
    pub fields: Vec<(Name, Sort)>,
    /// The sort of what it builds, over the same places.
    pub sort: Sort,
    /// Whether the datatype has parameters.
    pub parametric: bool,
}

impl Symbols {
    /// A name of its own for something that the text calls `name`.
    pub fn rename(&mut self, terms: &mut Terms, prefix: &str, name: Name) -> Name {
        let symbol = terms.name(&format!("{prefix}f{}", self.renamed.len()));
        self.renamed.insert(name, symbol);
        symbol
    }

    /// A function of these sorts, under a name of its own; the name.
    pub fn add_function(&mut self, terms: &mut Terms, prefix: &str, name: Name, sorts: Vec<Sort>, range: Sort) -> Name {
        let symbol = self.rename(terms, prefix, name);
        self.functions.insert(symbol, (sorts, range));
        symbol
    }

    /// The name in the text of a function that is called `symbol` here.
    pub fn spelled(&self, symbol: Name) -> Name {
        self.renamed.iter().find(|(_, here)| **here == symbol).map_or(symbol, |(name, _)| *name)
    }

    /// The number of arguments of a declared function, constructor or selector.
    fn arity(&self, symbol: Name) -> Option<usize> {
        match (self.functions.get(&symbol), self.constructors.get(&symbol)) {
            (Some((sorts, _)), _) => Some(sorts.len()),
            (None, Some(constructor)) => Some(constructor.fields.len()),
            (None, None) => self.selectors.contains_key(&symbol).then_some(1),
        }
    }

    /// The constructor that a text calls `name`, under the name it has here.
    fn constructor(&self, name: Name) -> Option<Name> {
        self.renamed.get(&name).copied().filter(|symbol| self.constructors.contains_key(symbol))
    }

    /// The test for a constructor, as Z3 understands it: of several instances of one datatype it finds `is-c` only.
    pub fn tester(&self, terms: &mut Terms, constructor: Name) -> Name {
        let parametric = self.constructors.get(&constructor).is_some_and(|c| c.parametric);
        let name = terms.text(constructor);
        let text = if parametric { format!("is-{name}") } else { format!("(_ is {name})") };
        terms.name(&text)
    }
}

/// What the names of a script mean.
#[derive(Default)]
pub struct Symbols {
    /// Sort abbreviations: number of parameters, and the sort over the placeholders.
    pub aliases: HashMap<Name, (Vec<Sort>, Sort)>,
    /// Defined functions, which are unfolded where they are used.
    pub definitions: HashMap<Name, Definition>,
    /// Predicates by name.
    pub preds: HashMap<Name, usize>,
    /// The predicates in the order of declaration.
    pub pred_list: Vec<Pred>,
    /// The names that predicates have here, as what a term's head is looked for in.
    pub pred_symbols: HashSet<Name>,
    /// Declared and recursive functions, constructors and selectors by name: what they are called here and towards the
    /// solver. No text uses these names, so that nothing is taken for what a theory has, for the test of a constructor
    /// or, as `|-5|` by Z3, for a number.
    pub renamed: HashMap<Name, Name>,
    /// Datatypes by name: what they are called here and towards the solver.
    pub renamed_sorts: HashMap<Name, Name>,
    /// Functions that stay in terms: sorts of the arguments and of the result, where they are known.
    pub functions: HashMap<Name, (Vec<Sort>, Sort)>,
    /// Constructors, by the names they have here.
    pub constructors: HashMap<Name, Constructor>,
    /// Selectors, by the names they have here: constructor and position.
    pub selectors: HashMap<Name, (Name, usize)>,
    /// The constructors of each datatype, in order, by the names they have here.
    pub datatypes: HashMap<Name, Vec<Name>>,
    /// The sorts of qualified identifiers: of `(as nil S)` and of what `(as const S)` makes, `S`.
    pub qualified: HashMap<Name, Sort>,
    /// Variables of rules (`declare-var`).
    pub rule_vars: HashMap<Name, Var>,
    /// Every name that the script gives a meaning.
    pub known: HashSet<Name>,
}

/// What a head in front of arguments is.
#[derive(Clone, Copy)]
enum Head {
    /// Any symbol.
    Plain(Name),
    /// A predicate.
    Pred(usize),
    /// A defined function of the script.
    Defined(Name),
}

enum Frame {
    /// An application; the arguments read so far begin at `base`, the next one is `next`.
    Apply { head: Head, next: NodeId, end: NodeId, base: usize, node: NodeId },
    /// The definitions of a `let`; then its body.
    Let { next: NodeId, bindings: NodeId, base: usize },
    /// The end of a scope: so many names are dropped.
    Leave { names: Vec<Name> },
    /// The end of a quantifier.
    Quantify { universal: bool, vars: Vec<Var>, names: Vec<Name> },
    /// A `match` whose term is read first, then the case `next`; conditions of the cases so far.
    Match {
        term: Option<Term>,
        next: NodeId,
        end: NodeId,
        base: usize,
        tests: Vec<Option<Name>>,
        names: Vec<Name>,
        node: NodeId,
    },
    /// `(! t …)`.
    Attributes { node: NodeId },
}

/// Reads terms of one text.
pub struct Reader<'r, 't> {
    /// The text.
    pub tree: &'r Tree<'t>,
    /// The terms.
    pub terms: &'r mut Terms,
    /// The names.
    pub symbols: &'r mut Symbols,
    /// Names in scope: the innermost meaning last.
    scope: HashMap<Name, Vec<Term>>,
    /// Rule variables met, in the order in which they were.
    pub met: Option<Vec<Var>>,
}

impl<'r, 't> Reader<'r, 't> {
    /// A reader without names in scope.
    pub fn new(tree: &'r Tree<'t>, terms: &'r mut Terms, symbols: &'r mut Symbols) -> Reader<'r, 't> {
        Reader { tree, terms, symbols, scope: HashMap::new(), met: None }
    }

    /// A rejection because of what stands at a node.
    pub fn fault(&self, node: NodeId, message: impl std::fmt::Display) -> Rejection {
        let (line, column) = self.tree.place(self.tree.range(node).start);
        Rejection::Unreadable(format!("{line}:{column}: {message}"))
    }

    /// The name of a symbol node.
    pub fn symbol(&mut self, node: NodeId) -> Result<Name, Rejection> {
        match self.tree.symbol(node) {
            Some(text) => Ok(self.terms.name(text)),
            None => Err(self.fault(node, "expected a symbol")),
        }
    }

    /// A name gets a meaning; an error, with that message, if it has one.
    pub fn new_name(&mut self, node: NodeId, name: Name, message: &str) -> Result<(), Rejection> {
        let text = self.terms.text(name);
        if CORE.contains(&text) {
            return Err(self.fault(node, format!("`{text}` is a symbol of the theory and can't be declared")));
        }
        if !self.symbols.known.insert(name) {
            return Err(self.fault(node, format!("`{text}` {message}")));
        }
        Ok(())
    }

    /// Whether a variable in scope has the name.
    fn is_bound(&self, name: Name) -> bool {
        self.scope.get(&name).is_some_and(|meanings| !meanings.is_empty())
    }

    /// Gives a name a meaning for what is read from now on.
    pub fn enter(&mut self, name: Name, term: Term) {
        self.scope.entry(name).or_default().push(term);
    }

    /// Takes the last meaning from names.
    pub fn leave(&mut self, names: &[Name]) {
        for name in names {
            if let Some(meanings) = self.scope.get_mut(name) {
                meanings.pop();
            }
        }
    }

    /// A sort; abbreviations are written out. `params` are the names of sort parameters in scope.
    pub fn sort(&mut self, node: NodeId, params: &HashMap<Name, Sort>) -> Result<Sort, Rejection> {
        let mut stack: Vec<(NodeId, NodeId, Vec<Sort>)> = Vec::new();
        let mut at = node;
        'next: loop {
            let mut sort = match self.tree.kind(at) {
                Kind::Symbol => self.named_sort(at, params)?,
                Kind::List => {
                    let mut children = self.tree.children(at);
                    let Some(head) = children.next() else { return Err(self.fault(at, "expected a sort")) };
                    if self.tree.symbol(head) == Some("_") {
                        let text = self.canonical(at)?;
                        self.terms.plain_sort(&text)
                    } else {
                        let Some(first) = children.next() else {
                            return Err(self.fault(at, "expected arguments of a sort"));
                        };
                        stack.push((at, first, Vec::new()));
                        at = first;
                        continue 'next;
                    }
                }
                _ => return Err(self.fault(at, "expected a sort")),
            };
            loop {
                let Some((list, child, mut args)) = stack.pop() else { return Ok(sort) };
                args.push(sort);
                let next = self.tree.next(child);
                if next < self.tree.next(list) {
                    stack.push((list, next, args));
                    at = next;
                    continue 'next;
                }
                let head = self.symbol(list + 1)?;
                sort = match self.symbols.aliases.get(&head) {
                    Some((places, body)) if places.len() == args.len() => {
                        let images: HashMap<Sort, Sort> = places.iter().copied().zip(args).collect();
                        let body = *body;
                        self.terms.sort_image(body, &images)
                    }
                    Some(_) => return Err(self.fault(list, "wrong number of arguments of a sort")),
                    None => {
                        let head = self.symbols.renamed_sorts.get(&head).copied().unwrap_or(head);
                        self.terms.sort(head, &args)
                    }
                };
            }
        }
    }

    fn named_sort(&mut self, node: NodeId, params: &HashMap<Name, Sort>) -> Result<Sort, Rejection> {
        let name = self.symbol(node)?;
        if let Some(&param) = params.get(&name) {
            return Ok(param);
        }
        match self.symbols.aliases.get(&name) {
            Some((places, body)) if places.is_empty() => Ok(*body),
            Some(_) => Err(self.fault(node, "wrong number of arguments of a sort")),
            None => {
                let name = self.symbols.renamed_sorts.get(&name).copied().unwrap_or(name);
                Ok(self.terms.sort(name, &[]))
            }
        }
    }

    /// The tokens of a node with single spaces between them.
    fn canonical(&self, node: NodeId) -> Result<String, Rejection> {
        let mut text = String::from("(");
        for (number, child) in self.tree.children(node).enumerate() {
            if self.tree.is_list(child) {
                return Err(self.fault(child, "unexpected list in an identifier"));
            }
            if number > 0 {
                text.push(' ');
            }
            text.push_str(self.tree.symbol(child).unwrap_or_else(|| self.tree.text(child)));
        }
        text.push(')');
        Ok(text)
    }

    /// An identifier that is a list: `(_ f 1)`, `(_ is c)`, `(as c S)`.
    fn identifier(&mut self, node: NodeId) -> Result<Name, Rejection> {
        match self.tree.symbol(node + 1) {
            Some("_") => {
                if let Some([_, is, constructor]) = self.tree.exactly(node)
                    && self.tree.symbol(is) == Some("is")
                {
                    // `(_ is c)`, or `(_ is (c (S …) T))`: the sorts are those of the argument.
                    let listed = self.tree.is_list(constructor) && self.tree.next(constructor) > constructor + 1;
                    let name = self.symbol(if listed { constructor + 1 } else { constructor })?;
                    let Some(constructor) = self.symbols.constructor(name) else {
                        return Err(self.fault(node, "a test for something that is no constructor"));
                    };
                    return Ok(self.symbols.tester(self.terms, constructor));
                }
                let text = self.canonical(node)?;
                Ok(self.terms.name(&text))
            }
            Some("as") => {
                let Some([_, symbol, sort]) = self.tree.exactly(node) else {
                    return Err(self.fault(node, "expected `(as symbol sort)`"));
                };
                let mut name = self.symbol(symbol)?;
                let sort = self.sort(sort, &HashMap::new())?;
                let is_array = self.terms.text(name) == "const" && self.terms.sort_parts(sort).0 == "Array";
                match self.symbols.renamed.get(&name).map(|&here| (here, self.symbols.functions.get(&here))) {
                    // A constructor `const` makes no arrays: those are the theory's.
                    Some((here, _)) if is_array && self.symbols.constructors.contains_key(&here) => {}
                    // With one sort it needs none: under another name it would be another function here.
                    Some((here, Some((_, range)))) => {
                        return if *range == sort { Ok(here) } else { Err(self.fault(symbol, "it has another sort")) };
                    }
                    Some((here, _)) if self.symbols.constructors.contains_key(&here) => name = here,
                    None if !self.symbols.known.contains(&name) && !self.is_bound(name) => {}
                    _ => return Err(self.fault(symbol, "`as` stands before constructors and functions only")),
                }
                let text = format!("(as {} {})", self.terms.text(name), self.terms.sort_text(sort));
                let name = self.terms.name(&text);
                self.symbols.qualified.insert(name, sort);
                Ok(name)
            }
            _ => Err(self.fault(node, "expected a function symbol")),
        }
    }

    /// The parameters `((name sort) …)` as fresh variables.
    pub fn params(&mut self, list: NodeId) -> Result<Vec<(Name, Var)>, Rejection> {
        if !self.tree.is_list(list) {
            return Err(self.fault(list, "expected `((name sort) …)`"));
        }
        let mut params = Vec::new();
        for param in self.tree.children(list) {
            let Some([name, sort]) = self.tree.exactly(param) else {
                return Err(self.fault(param, "expected `(name sort)`"));
            };
            let name = self.symbol(name)?;
            let sort = self.sort(sort, &HashMap::new())?;
            params.push((name, self.terms.fresh_var(name, sort)));
        }
        Ok(params)
    }

    /// Reads a term.
    pub fn term(&mut self, node: NodeId) -> Result<Term, Rejection> {
        let mut frames: Vec<Frame> = Vec::new();
        let mut values: Vec<Term> = Vec::new();
        let mut at = Some(node);
        loop {
            if let Some(node) = at {
                at = self.open(node, &mut frames, &mut values)?;
                continue;
            }
            let Some(frame) = frames.pop() else { break };
            at = self.resume(frame, &mut frames, &mut values)?;
        }
        values.pop().ok_or_else(|| self.fault(node, "expected a term"))
    }

    fn open(
        &mut self,
        node: NodeId,
        frames: &mut Vec<Frame>,
        values: &mut Vec<Term>,
    ) -> Result<Option<NodeId>, Rejection> {
        let tree = self.tree;
        if !tree.is_list(node) {
            let term = self.leaf(node)?;
            values.push(term);
            return Ok(None);
        }
        let head = node + 1;
        let end = tree.next(node);
        if head == end {
            return Err(self.fault(node, "expected a term, found `()`"));
        }
        match tree.symbol(head) {
            Some("let") => {
                let Some([_, bindings, _]) = tree.exactly(node).filter(|n| tree.is_list(n[1])) else {
                    return Err(self.fault(node, "expected `(let ((name term) …) term)`"));
                };
                frames.push(Frame::Let { next: bindings + 1, bindings, base: values.len() });
                Ok(None)
            }
            Some(word @ ("forall" | "exists")) => {
                let Some([_, vars, body]) = tree.exactly(node) else {
                    return Err(self.fault(node, format!("expected `({word} ((name sort) …) term)`")));
                };
                let params = self.params(vars)?;
                let names: Vec<Name> = params.iter().map(|p| p.0).collect();
                for &(name, var) in &params {
                    let term = self.terms.var(var);
                    self.enter(name, term);
                }
                let vars = params.into_iter().map(|p| p.1).collect();
                frames.push(Frame::Quantify { universal: word == "forall", vars, names });
                Ok(Some(body))
            }
            Some("match") => {
                let Some([_, term, cases]) = tree.exactly(node).filter(|n| tree.is_list(n[2])) else {
                    return Err(self.fault(node, "expected `(match term ((pattern term) …))`"));
                };
                let (next, end) = (cases + 1, tree.next(cases));
                let base = values.len();
                frames.push(Frame::Match { term: None, next, end, base, tests: Vec::new(), names: Vec::new(), node });
                Ok(Some(term))
            }
            Some("!") => {
                if tree.next(head) == end {
                    return Err(self.fault(node, "expected `(! term attribute …)`"));
                }
                frames.push(Frame::Attributes { node });
                Ok(Some(tree.next(head)))
            }
            Some(word @ ("lambda" | "par" | "choose")) => Err(self.fault(node, format!("`{word}` is not supported"))),
            Some("_" | "as") => {
                let name = self.identifier(node)?;
                let term = self.terms.make(Op::Apply(name), &[]);
                values.push(term);
                Ok(None)
            }
            Some(_) => {
                let name = self.symbol(head)?;
                let head_kind = self.head(head, name)?;
                frames.push(Frame::Apply { head: head_kind, next: tree.next(head), end, base: values.len(), node });
                Ok(None)
            }
            None if tree.is_list(head) && tree.next(head) > head + 1 => {
                let name = self.identifier(head)?;
                let next = tree.next(head);
                frames.push(Frame::Apply { head: Head::Plain(name), next, end, base: values.len(), node });
                Ok(None)
            }
            None => Err(self.fault(head, "expected a function symbol")),
        }
    }

    /// What a symbol in front of arguments is.
    fn head(&mut self, node: NodeId, name: Name) -> Result<Head, Rejection> {
        if self.is_bound(name) {
            return Err(self.fault(node, "a variable is no function"));
        }
        if let Some(&pred) = self.symbols.preds.get(&name) {
            return Ok(Head::Pred(pred));
        }
        if let Some(&symbol) = self.symbols.renamed.get(&name) {
            return Ok(Head::Plain(symbol));
        }
        if self.symbols.definitions.contains_key(&name) {
            return Ok(Head::Defined(name));
        }
        // Z3's names of divisions, which other solvers don't know. Declared functions don't come here.
        if let Some(standard) = self.terms.text(name).strip_suffix("_i")
            && matches!(standard, "bvsdiv" | "bvudiv" | "bvsrem" | "bvurem" | "bvsmod")
            && !self.symbols.known.contains(&name)
        {
            let standard = standard.to_string();
            return Ok(Head::Plain(self.terms.name(&standard)));
        }
        Ok(Head::Plain(name))
    }

    /// An atom: a variable in scope, a constant of the script, or a symbol or literal of a theory.
    fn leaf(&mut self, node: NodeId) -> Result<Term, Rejection> {
        match self.tree.kind(node) {
            Kind::Number | Kind::Text => {
                let text = self.tree.text(node);
                if self.tree.kind(node) == Kind::Number && !is_literal(text) {
                    return Err(self.fault(node, format!("`{text}` is no number")));
                }
                Ok(self.terms.apply(text, &[]))
            }
            Kind::Symbol => {
                let name = self.symbol(node)?;
                if let Some(&term) = self.scope.get(&name).and_then(|meanings| meanings.last()) {
                    return Ok(term);
                }
                if let Some(&pred) = self.symbols.preds.get(&name) {
                    let Pred { symbol, sorts, .. } = &self.symbols.pred_list[pred];
                    let symbol = *symbol;
                    // The query of Z3's fixedpoint engine may name a predicate alone.
                    if !sorts.is_empty() && self.met.is_none() {
                        return Err(self.fault(node, "a predicate without its arguments"));
                    }
                    return Ok(self.terms.make(Op::Apply(symbol), &[]));
                }
                if let Some(&symbol) = self.symbols.renamed.get(&name) {
                    if self.symbols.arity(symbol).is_some_and(|arity| arity > 0) {
                        return Err(self.fault(node, "a function without its arguments"));
                    }
                    return Ok(self.terms.make(Op::Apply(symbol), &[]));
                }
                if let Some(definition) = self.symbols.definitions.get(&name) {
                    if !definition.params.is_empty() {
                        return Err(self.fault(node, "a defined function without its arguments"));
                    }
                    return Ok(definition.body);
                }
                if let Some(met) = &mut self.met
                    && let Some(&var) = self.symbols.rule_vars.get(&name)
                {
                    if !met.contains(&var) {
                        met.push(var);
                    }
                    return Ok(self.terms.var(var));
                }
                // `-5`, which Z3 reads as a number where nothing is called so.
                if let Some(digits) = self.terms.text(name).strip_prefix('-')
                    && is_literal(digits)
                    && !self.symbols.known.contains(&name)
                {
                    let digits = digits.to_string();
                    let number = self.terms.apply(&digits, &[]);
                    return Ok(self.terms.apply("-", &[number]));
                }
                Ok(self.terms.make(Op::Apply(name), &[]))
            }
            Kind::Keyword | Kind::List => Err(self.fault(node, "expected a term")),
        }
    }

    fn resume(
        &mut self,
        frame: Frame,
        frames: &mut Vec<Frame>,
        values: &mut Vec<Term>,
    ) -> Result<Option<NodeId>, Rejection> {
        let tree = self.tree;
        match frame {
            Frame::Apply { head, mut next, end, base, node } => {
                while next < end && !tree.is_list(next) {
                    let term = self.leaf(next)?;
                    values.push(term);
                    next = tree.next(next);
                }
                if next < end {
                    frames.push(Frame::Apply { head, next: tree.next(next), end, base, node });
                    return Ok(Some(next));
                }
                let term = self.applied(node, head, &values[base..])?;
                values.truncate(base);
                values.push(term);
                Ok(None)
            }
            Frame::Let { next, bindings, base } => {
                let end = tree.next(bindings);
                if next < end {
                    let Some([_, value]) = tree.exactly(next) else {
                        return Err(self.fault(next, "expected `(name term)`"));
                    };
                    frames.push(Frame::Let { next: tree.next(next), bindings, base });
                    return Ok(Some(value));
                }
                let mut names = Vec::new();
                let found: Vec<Term> = values.split_off(base);
                for (binding, term) in tree.children(bindings).zip(found) {
                    let name = self.symbol(binding + 1)?;
                    self.enter(name, term);
                    names.push(name);
                }
                frames.push(Frame::Leave { names });
                Ok(Some(end))
            }
            Frame::Leave { names } => {
                self.leave(&names);
                Ok(None)
            }
            Frame::Quantify { universal, vars, names } => {
                self.leave(&names);
                if let Some(body) = values.pop() {
                    let vars = vars.into_boxed_slice();
                    let op = if universal { Op::Forall(vars) } else { Op::Exists(vars) };
                    let term = self.terms.make(op, &[body]);
                    values.push(term);
                }
                Ok(None)
            }
            Frame::Attributes { node } => {
                self.attributes(node, values)?;
                Ok(None)
            }
            Frame::Match { term, next, end, base, mut tests, names, node } => {
                let term = match term {
                    Some(term) => {
                        self.leave(&names);
                        term
                    }
                    None => match values.pop() {
                        Some(term) => term,
                        None => return Err(self.fault(node, "expected a term")),
                    },
                };
                if next < end {
                    let Some([pattern, body]) = tree.exactly(next) else {
                        return Err(self.fault(next, "expected `(pattern term)`"));
                    };
                    let (test, names) = self.pattern(pattern, term)?;
                    tests.push(test);
                    let next = tree.next(next);
                    frames.push(Frame::Match { term: Some(term), next, end, base, tests, names, node });
                    return Ok(Some(body));
                }
                let results = values.split_off(base);
                let Some(mut result) = results.last().copied() else {
                    return Err(self.fault(node, "a `match` without cases"));
                };
                self.covers(node, &tests)?;
                // The last case needs no test, as the cases cover everything.
                for (test, &case) in tests.iter().zip(&results).rev().skip(1) {
                    let Some(constructor) = test else {
                        result = case;
                        continue;
                    };
                    let tester = self.symbols.tester(self.terms, *constructor);
                    let condition = self.terms.make(Op::Apply(tester), &[term]);
                    result = self.terms.apply("ite", &[condition, case, result]);
                }
                values.push(result);
                Ok(None)
            }
        }
    }

    /// An error unless every constructor, and none of another datatype, has a case.
    fn covers(&self, node: NodeId, tests: &[Option<Name>]) -> Result<(), Rejection> {
        let mut sorts = tests.iter().flatten().map(|constructor| self.symbols.constructors[constructor].sort);
        let Some(sort) = sorts.next() else { return Ok(()) };
        if sorts.any(|other| other != sort) {
            return Err(self.fault(node, "a `match` with constructors of several datatypes"));
        }
        let all = self.symbols.datatypes.get(&self.terms.sort_head(sort)).map_or(&[][..], |list| list);
        if tests.contains(&None) || all.iter().all(|&constructor| tests.contains(&Some(constructor))) {
            return Ok(());
        }
        Err(self.fault(node, "a `match` without a case for every constructor"))
    }

    /// The variables of a pattern enter the scope; the constructor to test for, if any.
    fn pattern(&mut self, pattern: NodeId, term: Term) -> Result<(Option<Name>, Vec<Name>), Rejection> {
        let first = self.tree.children(pattern).next();
        let head = if self.tree.is_list(pattern) { first } else { Some(pattern) };
        let Some(head) = head else { return Err(self.fault(pattern, "expected a pattern, found `()`")) };
        let name = self.symbol(head)?;
        let Some(symbol) = self.symbols.constructor(name) else {
            if self.tree.is_list(pattern) {
                return Err(self.fault(pattern, "unknown constructor in a pattern"));
            }
            self.enter(name, term);
            return Ok((None, vec![name]));
        };
        let vars: Vec<NodeId> =
            if self.tree.is_list(pattern) { self.tree.children(pattern).skip(1).collect() } else { Vec::new() };
        let fields = self.symbols.constructors[&symbol].fields.clone();
        if vars.len() != fields.len() {
            return Err(self.fault(pattern, "wrong number of variables in a pattern"));
        }
        let mut names = Vec::new();
        for (var, (selector, _)) in vars.into_iter().zip(fields) {
            let var = self.symbol(var)?;
            let field = self.terms.make(Op::Apply(selector), &[term]);
            self.enter(var, field);
            names.push(var);
        }
        Ok((Some(symbol), names))
    }

    /// `:named` gives a closed term a global name; other attributes say nothing.
    fn attributes(&mut self, node: NodeId, values: &[Term]) -> Result<(), Rejection> {
        let mut children = self.tree.children(node).skip(2);
        while let Some(child) = children.next() {
            if self.tree.text(child) != ":named" {
                continue;
            }
            let Some(name) = children.next() else { break };
            let name = self.symbol(name)?;
            if let Some(&body) = values.last()
                && !self.symbols.known.contains(&name)
                && self.terms.free_vars(body).is_empty()
            {
                self.new_name(node, name, "")?;
                let sort = self.terms.plain_sort("Bool");
                self.symbols.definitions.insert(name, Definition { params: Vec::new(), body, sort });
            }
        }
        Ok(())
    }

    /// `is-c`, the older spelling of `(_ is c)`, in the one that is used here; other names as they are, above all those
    /// that the script itself calls so.
    fn tester(&mut self, name: Name) -> Name {
        let text = self.terms.text(name);
        let inside = text.strip_prefix('|').and_then(|rest| rest.strip_suffix('|')).unwrap_or(text);
        let Some(quoted) = inside.strip_prefix("is-").map(|constructor| format!("|{constructor}|")) else {
            return name;
        };
        let constructor = self.terms.name(plain(&quoted));
        match self.symbols.constructor(constructor) {
            Some(constructor) if !self.symbols.known.contains(&name) => self.symbols.tester(self.terms, constructor),
            _ => name,
        }
    }

    /// An application; definitions are unfolded.
    fn applied(&mut self, node: NodeId, head: Head, args: &[Term]) -> Result<Term, Rejection> {
        let name = match head {
            Head::Plain(name) => {
                if self.symbols.arity(name).is_some_and(|arity| arity != args.len()) {
                    return Err(self.fault(node, "wrong number of arguments"));
                }
                if let &[arg] = args
                    && let Some(number) = self.terms.text(name).strip_prefix("(_ divisible ")
                    && let Some(number) = number.strip_suffix(')').map(str::to_string)
                {
                    // Not every Z3 knows the predicate; this is its definition.
                    let number = self.terms.apply(&number, &[]);
                    let (rest, zero) = (self.terms.apply("mod", &[arg, number]), self.terms.apply("0", &[]));
                    return Ok(self.terms.apply("=", &[rest, zero]));
                }
                let name = self.tester(name);
                return Ok(self.terms.make(Op::Apply(name), args));
            }
            Head::Pred(pred) => {
                let Pred { symbol, sorts, .. } = &self.symbols.pred_list[pred];
                if sorts.len() != args.len() {
                    return Err(self.fault(node, "wrong number of arguments"));
                }
                let symbol = *symbol;
                return Ok(self.terms.make(Op::Apply(symbol), args));
            }
            Head::Defined(name) => name,
        };
        let definition = &self.symbols.definitions[&name];
        if definition.params.len() != args.len() {
            return Err(self.fault(node, "wrong number of arguments"));
        }
        let images: HashMap<Var, Term> = definition.params.iter().copied().zip(args.iter().copied()).collect();
        let body = definition.body;
        Ok(self.terms.substitute(body, &images))
    }
}

/// The symbols of SMT-LIB's core theory, which every script has.
const CORE: &[&str] = &["true", "false", "not", "and", "or", "=>", "xor", "=", "distinct", "ite"];

/// Whether the text is a numeral, decimal, hexadecimal or binary constant: one token for every solver.
fn is_literal(text: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if let Some(bits) = text.strip_prefix("#b") {
        return !bits.is_empty() && bits.bytes().all(|byte| matches!(byte, b'0' | b'1'));
    }
    if let Some(hex) = text.strip_prefix("#x") {
        return !hex.is_empty() && hex.bytes().all(|byte| byte.is_ascii_hexdigit());
    }
    match text.split_once('.') {
        Some((whole, part)) => digits(whole) && digits(part),
        None => digits(text),
    }
}
