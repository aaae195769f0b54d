//! Terms out of answers: models and simplified formulas, read back into the [`Store`].
//!
//! The text is a solver's, so it may use everything SMT-LIB has and a few words of Z3's own; what we have no term for
//! is [`SmtError::Unsupported`]. Sorts and arities are checked before a term is built: a wrong answer of the process is
//! an error value here, never a panic or an ill-sorted term.

use super::error::SmtError;
use super::fold::{Algebra, fold_with};
use super::names::Symbol;
use super::numeral::{self, Numeral};
use super::operators;
use super::sexpr::{AtomKind, Sexpr, SexprId, Sexprs};
use crate::term::{Op, SortId, Store, TermId};
use hashbrown::HashMap;

/// One `define-fun` of a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// The name as printed; [`Symbol::parse`] says what it stands for.
    pub name: String,
    /// The sorts of the parameters.
    pub params: Vec<SortId>,
    /// The body, over `Var(0) … Var(n-1)` for the parameters.
    pub body: TermId,
}

/// Reads the answer to `get-model`: all functions it defines, those that others use before the users.
pub fn read_definitions(store: &mut Store, text: &str) -> Result<Vec<Definition>, SmtError> {
    let answer = Sexprs::read(text).map_err(|error| SmtError::garbage(&error.to_string(), text))?;
    let garbage = || SmtError::garbage("a model was expected", text);
    let mut found: Vec<(&str, &[SexprId])> = Vec::new();
    for &top in answer.top() {
        let inside = match answer.application(top) {
            Some(("define-fun", _)) => std::slice::from_ref(&top),
            _ => answer.list(top).ok_or_else(garbage)?,
        };
        for &item in inside {
            match answer.application(item) {
                Some(("define-fun" | "define-fun-rec", parts @ [name, _, _, _])) => {
                    found.push((answer.symbol(*name).ok_or_else(garbage)?, parts));
                }
                // `model` in the head of old models, declarations of sorts, cardinality constraints.
                Some(("declare-fun" | "declare-sort" | "declare-datatypes" | "forall", _)) | None => {}
                Some(_) => return Err(garbage()),
            }
        }
    }
    let order = dependency_order(&answer, &found)?;
    let mut reader = TermReader { store, functions: HashMap::new() };
    let mut definitions = Vec::with_capacity(found.len());
    for at in order {
        let (name, parts) = found[at];
        let [_, parameters, sort, body] = parts else { return Err(garbage()) };
        let mut params = Vec::new();
        let mut bound = Vec::new();
        for &parameter in answer.list(*parameters).ok_or_else(garbage)? {
            let Some([parameter, sort]) = answer.list(parameter) else { return Err(garbage()) };
            let sort = read_sort(reader.store, &answer, *sort)?;
            let index = u32::try_from(params.len()).map_err(|_| garbage())?;
            bound.push((answer.symbol(*parameter).ok_or_else(garbage)?, reader.store.var(index, sort)));
            params.push(sort);
        }
        let sort = read_sort(reader.store, &answer, *sort)?;
        let body = fold_with(&mut reader, &answer, *body, &bound)?;
        let body = operators::fit(reader.store, body, sort).ok_or_else(garbage)?;
        reader.functions.insert(name.to_string(), (params.clone(), body));
        definitions.push(Definition { name: name.to_string(), params, body });
    }
    Ok(definitions)
}

/// Reads one term in which free variables go by our own names.
pub fn read_term(store: &mut Store, text: &str) -> Result<TermId, SmtError> {
    let answer = Sexprs::read(text).map_err(|error| SmtError::garbage(&error.to_string(), text))?;
    let [top] = answer.top() else { return Err(SmtError::garbage("one term was expected", text)) };
    fold_with(&mut TermReader { store, functions: HashMap::new() }, &answer, *top, &[])
}

/// Numbers of the definitions, each after those that its body mentions.
fn dependency_order(s: &Sexprs<'_>, found: &[(&str, &[SexprId])]) -> Result<Vec<usize>, SmtError> {
    let index: HashMap<&str, usize> = found.iter().enumerate().map(|(at, (name, _))| (*name, at)).collect();
    let mut order = Vec::with_capacity(found.len());
    // 0: not visited, 1: on the path, 2: done.
    let mut state = vec![0u8; found.len()];
    for root in 0..found.len() {
        let mut path = vec![(root, false)];
        while let Some((at, finished)) = path.pop() {
            if finished {
                state[at] = 2;
                order.push(at);
                continue;
            }
            match state[at] {
                2 => continue,
                1 => return Err(SmtError::Unsupported("a recursive definition in a model".to_string())),
                _ => {}
            }
            state[at] = 1;
            path.push((at, true));
            let mut inside: Vec<SexprId> = found[at].1.last().copied().into_iter().collect();
            while let Some(id) = inside.pop() {
                match s.get(id) {
                    Sexpr::List(list) => inside.extend_from_slice(list),
                    Sexpr::Atom(name, _) => match index.get(name) {
                        Some(&used) if state[used] == 1 && used != at => {
                            return Err(SmtError::Unsupported("a recursive definition in a model".to_string()));
                        }
                        Some(&used) if state[used] != 2 => path.push((used, false)),
                        _ => {}
                    },
                }
            }
        }
    }
    Ok(order)
}

/// Reads a sort expression.
pub(super) fn read_sort(store: &mut Store, s: &Sexprs<'_>, id: SexprId) -> Result<SortId, SmtError> {
    sort_within(store, s, id, 500)
}

/// `fuel` bounds the nesting.
fn sort_within(store: &mut Store, s: &Sexprs<'_>, id: SexprId, fuel: u32) -> Result<SortId, SmtError> {
    let unknown = || SmtError::Unsupported("a sort in an answer".to_string());
    let fuel = fuel.checked_sub(1).ok_or_else(unknown)?;
    match s.get(id) {
        Sexpr::Atom("Bool", _) => Ok(SortId::BOOL),
        Sexpr::Atom("Int", _) => Ok(SortId::INT),
        Sexpr::Atom("Real", _) => Ok(SortId::REAL),
        Sexpr::Atom(name, _) => {
            let data = Symbol::parse_datatype(name, store).ok_or_else(unknown)?;
            store
                .sorts()
                .find(|(_, sort)| **sort == crate::term::Sort::Datatype(data))
                .map(|(id, _)| id)
                .ok_or_else(unknown)
        }
        Sexpr::List([head, a, b]) => match s.plain(*head) {
            Some("_") if s.plain(*a) == Some("BitVec") => {
                let width = s.plain(*b).and_then(|width| width.parse::<u32>().ok()).filter(|&width| width > 0);
                Ok(store.bv_sort(width.ok_or_else(unknown)?))
            }
            Some("Array") => {
                let index = sort_within(store, s, *a, fuel)?;
                let element = sort_within(store, s, *b, fuel)?;
                Ok(store.array_sort(index, element))
            }
            _ => Err(unknown()),
        },
        Sexpr::List(_) => Err(unknown()),
    }
}

/// The algebra of terms.
struct TermReader<'a> {
    store: &'a mut Store,
    /// Parameters and body of the functions defined so far.
    functions: HashMap<String, (Vec<SortId>, TermId)>,
}

fn unsupported(name: &str) -> SmtError {
    SmtError::Unsupported(format!("{name} in an answer"))
}

impl TermReader<'_> {
    /// A symbol applied to arguments.
    fn call(&mut self, name: &str, args: &[TermId]) -> Result<TermId, SmtError> {
        if let Some((params, body)) = self.functions.get(name) {
            let (params, body) = (params.clone(), *body);
            if params.len() != args.len() {
                return Err(SmtError::Garbage(format!("{name} with {} arguments", args.len())));
            }
            let mut fitted = Vec::with_capacity(args.len());
            for (&arg, sort) in args.iter().zip(params) {
                fitted.push(
                    operators::fit(self.store, arg, sort)
                        .ok_or_else(|| SmtError::Garbage(format!("ill-sorted {name}")))?,
                );
            }
            return Ok(self.store.instantiate(body, &fitted));
        }
        if let Some(tested) = name.strip_prefix("is-") {
            return self.tester(tested, args);
        }
        match (Symbol::parse(name, self.store), args) {
            (Some(Symbol::Var(index, sort)), []) => Ok(self.store.var(index, sort)),
            (Some(Symbol::Constructor(data, constructor)), args) => {
                let sorts: Vec<SortId> = self.store.datatype(data).constructors[constructor as usize]
                    .fields
                    .iter()
                    .map(|field| field.sort)
                    .collect();
                let sort =
                    self.store.sorts().find(|(_, sort)| **sort == crate::term::Sort::Datatype(data)).map(|(id, _)| id);
                let fitted: Option<Vec<TermId>> =
                    args.iter().zip(&sorts).map(|(&arg, &sort)| operators::fit(self.store, arg, sort)).collect();
                match (sort, fitted) {
                    (Some(sort), Some(fitted)) if args.len() == sorts.len() => {
                        Ok(self.store.construct(sort, constructor, &fitted))
                    }
                    _ => Err(SmtError::Garbage(format!("ill-sorted {name}"))),
                }
            }
            (Some(Symbol::Selector(data, constructor, field)), [arg])
                if self.store.datatype_of(self.store.sort_of(*arg)) == Some(data) =>
            {
                Ok(self.store.project(constructor, field, *arg))
            }
            _ => operators::apply(self.store, name, &[], args),
        }
    }

    fn tester(&mut self, constructor: &str, args: &[TermId]) -> Result<TermId, SmtError> {
        match (Symbol::parse(constructor, self.store), args) {
            (Some(Symbol::Constructor(data, constructor)), [arg])
                if self.store.datatype_of(self.store.sort_of(*arg)) == Some(data) =>
            {
                Ok(self.store.test(constructor, *arg))
            }
            _ => Err(unsupported(constructor)),
        }
    }
}

impl Algebra for TermReader<'_> {
    type Item = TermId;

    fn atom(&mut self, text: &str, kind: AtomKind) -> Result<TermId, SmtError> {
        match (kind, text) {
            (AtomKind::Text, _) => return Err(unsupported("a string")),
            (AtomKind::Plain, "true") => return Ok(Store::TRUE),
            (AtomKind::Plain, "false") => return Ok(Store::FALSE),
            (AtomKind::Plain, _) => match numeral::parse(text) {
                Some(Numeral::Int(value)) => return Ok(self.store.int_big(value)),
                Some(Numeral::Real(value)) => return Ok(self.store.num(value, SortId::REAL)),
                Some(Numeral::Bits(value, width)) => return Ok(self.store.bv(&value, width)),
                None => {}
            },
            (AtomKind::Quoted, _) => {}
        }
        self.call(text, &[])
    }

    fn indexed(&mut self, s: &Sexprs<'_>, id: SexprId) -> Result<TermId, SmtError> {
        match s.application(id) {
            Some(("_", [value, width])) => {
                let parsed =
                    s.plain(*value).zip(s.plain(*width)).and_then(|(value, width)| numeral::parse_bv(value, width));
                let (value, width) = parsed.ok_or_else(|| unsupported(s.plain(*value).unwrap_or("(_ …)")))?;
                Ok(self.store.bv(&value, width))
            }
            Some(("as", [name, _])) => match s.symbol(*name) {
                Some(name) => self.call(name, &[]),
                None => Err(unsupported("(as …)")),
            },
            _ => Err(unsupported("(_ …)")),
        }
    }

    fn apply(&mut self, s: &Sexprs<'_>, head: SexprId, args: Vec<TermId>) -> Result<TermId, SmtError> {
        if let Some(name) = s.symbol(head) {
            return self.call(name, &args);
        }
        match s.application(head) {
            Some(("as", [name, sort])) => match (s.symbol(*name), args.as_slice()) {
                (Some("const"), [value]) => {
                    let sort = read_sort(self.store, s, *sort)?;
                    let element = self.store.array_sorts(sort).map(|(_, element)| element);
                    let value = element.and_then(|element| operators::fit(self.store, *value, element));
                    value
                        .map(|value| self.store.const_array(sort, value))
                        .ok_or_else(|| unsupported("a constant array"))
                }
                (Some(name), args) => self.call(name, args),
                (None, _) => Err(unsupported("(as …)")),
            },
            Some(("_", [name, rest @ ..])) => {
                let name = s.symbol(*name).ok_or_else(|| unsupported("(_ …)"))?;
                if name == "is" {
                    // `(_ is c)`, or `(_ is (c () D))`.
                    let [tested] = rest else { return Err(unsupported("is")) };
                    let tested = s.symbol(*tested).or_else(|| s.application(*tested).map(|(name, _)| name));
                    return self.tester(tested.ok_or_else(|| unsupported("is"))?, &args);
                }
                let indices: Option<Vec<&str>> = rest.iter().map(|&index| s.plain(index)).collect();
                let indices = indices.ok_or_else(|| unsupported(name))?;
                operators::apply(self.store, name, &indices, &args)
            }
            _ => Err(unsupported("an application")),
        }
    }

    fn enter(&mut self, s: &Sexprs<'_>, binder: &str, vars: &[(&str, SexprId)]) -> Result<Vec<TermId>, SmtError> {
        if binder == "lambda" {
            return Err(unsupported(binder));
        }
        let mut items = Vec::with_capacity(vars.len());
        for (_, sort) in vars {
            let sort = read_sort(self.store, s, *sort)?;
            let index = self.store.fresh_bound();
            items.push(self.store.bound(index, sort));
        }
        Ok(items)
    }

    fn leave(&mut self, binder: &str, vars: Vec<TermId>, body: TermId) -> Result<TermId, SmtError> {
        if self.store.sort_of(body) != SortId::BOOL {
            return Err(SmtError::Garbage(format!("{binder} over a term")));
        }
        let vars: Vec<(u32, SortId)> = vars
            .iter()
            .filter_map(|&var| match self.store.op(var) {
                Op::Bound(index) => Some((*index, self.store.sort_of(var))),
                _ => None,
            })
            .collect();
        Ok(if binder == "forall" { self.store.forall(&vars, body) } else { self.store.exists(&vars, body) })
    }
}
