//! Terms as a script writes them, each once, with `let`, definitions and annotations replaced by what they stand for.
//!
//! Alethe proofs speak about the assertions of a script word for word, so terms are not those of the solver's store,
//! where `(> x y)` has become something else.

use horn_solver::smt::sexpr::{AtomKind, Sexpr, SexprId, Sexprs};
use horn_solver::smtlib::print::symbol_text;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// A term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(u32);

/// What a term is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// A name or constant, quoted if it has to be.
    Atom(Rc<str>),
    /// A list.
    List(Rc<[Term]>),
}

/// All terms.
#[derive(Default)]
pub struct Pool {
    nodes: Vec<Node>,
    texts: Vec<Option<Rc<str>>>,
    table: HashMap<Node, Term>,
}

/// More terms than this are not kept.
const MOST_TERMS: usize = 400_000;

/// More characters than this are not written for one term.
const MOST_TEXT: usize = 4_000_000;

impl Pool {
    fn intern(&mut self, node: Node) -> Term {
        let next = Term(self.nodes.len() as u32);
        let term = *self.table.entry(node.clone()).or_insert(next);
        if term == next {
            self.nodes.push(node);
            self.texts.push(None);
        }
        term
    }

    /// A name or constant.
    pub fn atom(&mut self, text: &str) -> Term {
        self.intern(Node::Atom(text.into()))
    }

    /// A list.
    pub fn list(&mut self, items: &[Term]) -> Term {
        self.intern(Node::List(items.into()))
    }

    /// `(head a b …)`
    pub fn apply(&mut self, head: &str, args: &[Term]) -> Term {
        let mut items = vec![self.atom(head)];
        items.extend(args);
        self.list(&items)
    }

    /// The term that a text is.
    pub fn read(&mut self, text: &str) -> Result<Term, String> {
        let script = Sexprs::read(text).map_err(|error| error.to_string())?;
        match script.top() {
            [top] => convert(self, &script, *top, &HashMap::new()),
            _ => Err("one term was expected".to_string()),
        }
    }

    /// What a term is.
    pub fn node(&self, term: Term) -> &Node {
        &self.nodes[term.0 as usize]
    }

    /// The items of a list; none for an atom.
    pub fn items(&self, term: Term) -> Rc<[Term]> {
        match self.node(term) {
            Node::List(items) => items.clone(),
            Node::Atom(_) => Rc::default(),
        }
    }

    /// The name of an atom, or the empty text.
    pub fn name(&self, term: Term) -> Rc<str> {
        match self.node(term) {
            Node::Atom(text) => text.clone(),
            Node::List(_) => "".into(),
        }
    }

    /// The head of an application, if it is a name, and its arguments.
    pub fn application(&self, term: Term) -> Option<(Rc<str>, Rc<[Term]>)> {
        let items = self.items(term);
        let name = self.name(*items.first()?);
        (!name.is_empty()).then(|| (name, items[1..].into()))
    }

    /// The variables and the body of a quantified formula.
    pub fn quantified(&self, term: Term) -> Option<(Rc<str>, Vec<(Rc<str>, Term)>, Term)> {
        let (word, args) = self.application(term)?;
        let (["forall" | "exists"], &[vars, body]) = ([&*word], &*args) else { return None };
        let list = self.items(vars);
        let vars = list.iter().map(|&var| match *self.items(var) {
            [name, sort] => Some((self.name(name), sort)),
            _ => None,
        });
        let vars = vars.collect::<Option<_>>()?;
        Some((word, vars, body))
    }

    /// The text of a term; `Err` if it is too long.
    pub fn text(&mut self, term: Term) -> Result<Rc<str>, String> {
        let mut stack = vec![(term, false)];
        while let Some((term, open)) = stack.pop() {
            if self.texts[term.0 as usize].is_some() {
                continue;
            }
            let text: Rc<str> = match self.node(term).clone() {
                Node::Atom(text) => text,
                Node::List(items) if open => {
                    let mut text = String::from("(");
                    for (at, item) in items.iter().enumerate() {
                        text.push_str(if at > 0 { " " } else { "" });
                        text.push_str(self.texts[item.0 as usize].as_deref().unwrap_or(""));
                    }
                    text.push(')');
                    if text.len() > MOST_TEXT {
                        return Err(format!("no proof: a term of more than {MOST_TEXT} characters"));
                    }
                    text.into()
                }
                Node::List(items) => {
                    stack.push((term, true));
                    stack.extend(items.iter().map(|&item| (item, false)));
                    continue;
                }
            };
            self.texts[term.0 as usize] = Some(text);
        }
        Ok(self.texts[term.0 as usize].clone().unwrap_or_default())
    }

    /// The term with other terms for free names. `Err` if a quantifier would bind a name of one of these.
    pub fn substitute(&mut self, root: Term, images: &HashMap<Term, Term>) -> Result<Term, String> {
        if images.is_empty() {
            return Ok(root);
        }
        // Quantifiers that hide a name, or would capture one, are refused: proofs would need renaming.
        let mut names: Vec<Term> = images.keys().copied().collect();
        let inside = images.values().flat_map(|&image| self.postorder(image));
        names.extend(inside.filter(|&term| matches!(self.node(term), Node::Atom(_))));
        let mut results: HashMap<Term, Term> = HashMap::new();
        for term in self.postorder(root) {
            if let Some((_, vars, _)) = self.quantified(term) {
                for (name, _) in vars {
                    let name = self.atom(&name);
                    if names.contains(&name) {
                        return Err("a name is bound twice".to_string());
                    }
                }
            }
            let image = match self.node(term).clone() {
                Node::Atom(_) => images.get(&term).copied().unwrap_or(term),
                Node::List(items) => {
                    let items: Vec<Term> = items.iter().map(|item| results[item]).collect();
                    self.list(&items)
                }
            };
            if self.nodes.len() > MOST_TERMS {
                return Err("no proof: too many terms".to_string());
            }
            results.insert(term, image);
        }
        Ok(results[&root])
    }

    /// A term and all inside, the inner ones first, each once.
    pub fn postorder(&self, root: Term) -> Vec<Term> {
        let (mut order, mut seen) = (Vec::new(), HashSet::new());
        let mut stack = vec![(root, false)];
        while let Some((term, open)) = stack.pop() {
            if open {
                order.push(term);
            } else if seen.insert(term) {
                stack.push((term, true));
                if let Node::List(items) = self.node(term) {
                    stack.extend(items.iter().rev().map(|&item| (item, false)));
                }
            }
        }
        order
    }
}

/// The assertions of a script in plain SMT-LIB, in order; `Err` where it has other commands that mean something.
pub fn assertions(pool: &mut Pool, text: &str) -> Result<Vec<Term>, String> {
    let script = Sexprs::read(text).map_err(|error| error.to_string())?;
    let mut macros: HashMap<Rc<str>, (Vec<Term>, Term)> = HashMap::new();
    let mut formulas = Vec::new();
    for &command in script.top() {
        let Some((word, parts)) = script.application(command) else { return Err("a command was expected".to_string()) };
        match (word, parts) {
            ("assert", &[formula]) => formulas.push(convert(pool, &script, formula, &macros)?),
            ("define-fun", &[name, params, _, body]) | ("define-const", &[name, params, body]) => {
                let body = convert(pool, &script, body, &macros)?;
                let mut names = Vec::new();
                for &param in if word == "define-fun" { script.list(params).unwrap_or(&[]) } else { &[] } {
                    let first = script.list(param).and_then(|pair| pair.first());
                    names.push(symbol(pool, &script, *first.ok_or("a parameter was expected")?));
                }
                let name = symbol(pool, &script, name);
                macros.insert(pool.name(name), (names, body));
            }
            (
                "set-logic" | "set-info" | "set-option" | "declare-fun" | "declare-const" | "declare-sort"
                | "declare-rel" | "declare-datatypes" | "declare-datatype" | "check-sat" | "get-model" | "get-proof"
                | "get-info" | "echo" | "get-unsat-core" | "get-value" | "get-option" | "get-assertions"
                | "get-assignment",
                _,
            ) => {}
            ("exit", _) => break,
            (word, _) => return Err(format!("the proof is about the clauses: the script has the command {word}")),
        }
    }
    Ok(formulas)
}

fn symbol(pool: &mut Pool, script: &Sexprs<'_>, id: SexprId) -> Term {
    match script.get(id) {
        Sexpr::Atom(text, AtomKind::Quoted) => pool.atom(&symbol_text(text)),
        Sexpr::Atom(text, AtomKind::Text) => pool.atom(&format!("\"{text}\"")),
        Sexpr::Atom(text, AtomKind::Plain) => pool.atom(text),
        Sexpr::List(_) => pool.atom(""),
    }
}

/// A formula with `let`, definitions and annotations replaced.
fn convert(
    pool: &mut Pool,
    script: &Sexprs<'_>,
    root: SexprId,
    macros: &HashMap<Rc<str>, (Vec<Term>, Term)>,
) -> Result<Term, String> {
    let mut done: HashMap<SexprId, Term> = HashMap::new();
    let mut stack = vec![(root, false)];
    while let Some((id, open)) = stack.pop() {
        let term = match script.get(id) {
            Sexpr::Atom(..) => {
                let term = symbol(pool, script, id);
                match macros.get(&pool.name(term)) {
                    Some((params, body)) if params.is_empty() => *body,
                    _ => term,
                }
            }
            Sexpr::List(items) if !open => {
                stack.push((id, true));
                stack.extend(items.iter().map(|&item| (item, false)));
                continue;
            }
            Sexpr::List(items) => {
                let items: Vec<Term> = items.iter().map(|item| done[item]).collect();
                let head = items.first().map(|&head| pool.name(head)).unwrap_or_default();
                match (&*head, &items[..]) {
                    ("let", &[_, bindings, body]) => {
                        let mut images = HashMap::new();
                        for &binding in pool.items(bindings).iter() {
                            let [name, value] = *pool.items(binding) else {
                                return Err("a binding was expected".into());
                            };
                            images.insert(name, value);
                        }
                        pool.substitute(body, &images)?
                    }
                    ("!", &[_, inner, ..]) => inner,
                    (head, [_, args @ ..]) if macros.contains_key(head) => {
                        let (params, body) = &macros[head];
                        let images = params.iter().copied().zip(args.iter().copied()).collect();
                        pool.substitute(*body, &images)?
                    }
                    _ => pool.list(&items),
                }
            }
        };
        done.insert(id, term);
    }
    Ok(done[&root])
}
