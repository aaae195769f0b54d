//! Values out of models: what `get-value` prints, read back as [`Value`].
//!
//! Solvers print arrays in several ways: `store` chains over constant arrays, `lambda`s (Z3), and references to
//! functions of the model (`(_ as-array k!0)`, older Z3). The latter two are recognised where they are finite maps:
//! nested `ite`s that compare the argument with values. Everything else is [`SmtError::Unsupported`], never a guess; a
//! value that is not of the sort asked for is [`SmtError::Garbage`].

use super::error::SmtError;
use super::fold::{Algebra, fold, fold_with};
use super::names::Symbol;
use super::numeral;
use super::print::SmtTerm;
use super::sexpr::{AtomKind, Sexpr, SexprId, Sexprs};
use super::solver::{LastAnswer, SmtSolver};
use crate::num::{Int, Rat};
use crate::term::{ArrayValue, Assignment, Evaluator, Op, Sort, SortId, Store, TermId, Value, free_vars};
use hashbrown::HashMap;
use std::collections::BTreeMap;
use std::sync::Arc;

impl SmtSolver {
    /// After a `sat`: the values of terms in one and the same model. Variables that no assertion mentions get a
    /// default.
    ///
    /// Values are asked of the solver, which gives one even where SMT-LIB leaves it open (division by zero). A term
    /// with variables unknown to the solver is evaluated here, and an open value is then an error.
    pub fn eval(&mut self, store: &Store, terms: &[TermId]) -> Result<Vec<Value>, SmtError> {
        if self.last != LastAnswer::Sat {
            return Err(SmtError::Unsupported("values without a sat answer".to_string()));
        }
        // What can be asked directly, and the variables of what cannot.
        let mut asked: Vec<TermId> = Vec::new();
        let mut unknown: Vec<TermId> = Vec::new();
        let mut remote = Vec::with_capacity(terms.len());
        for &term in terms {
            let vars = free_vars(store, &[term]);
            let (known, new): (Vec<TermId>, Vec<TermId>) =
                vars.iter().partition(|&&var| self.knows_variable(store, var));
            let direct = new.is_empty() && !known.is_empty();
            remote.push(direct);
            asked.extend(if direct { vec![term] } else { known });
            unknown.extend(new);
        }
        let mut place: HashMap<TermId, usize> = HashMap::new();
        asked.retain(|&term| {
            let next = place.len();
            let first = !place.contains_key(&term);
            if first {
                place.insert(term, next);
            }
            first
        });
        let values = self.get_values(store, &asked)?;
        let mut assignment = Assignment::default();
        let mut sorts_of: HashMap<u32, SortId> = HashMap::new();
        let mut clash = false;
        for &var in asked.iter().chain(&unknown) {
            let Op::Var(index) = store.op(var) else { continue };
            clash |= sorts_of.insert(*index, store.sort_of(var)).is_some_and(|sort| sort != store.sort_of(var));
            let value = match place.get(&var) {
                Some(&at) => values[at].clone(),
                None => Value::default_of(store, store.sort_of(var))
                    .ok_or_else(|| SmtError::Unsupported("a sort without a value".to_string()))?,
            };
            assignment.set(*index, value);
        }
        let mut evaluator = Evaluator::new(store, &assignment);
        let mut out = Vec::with_capacity(terms.len());
        for (&term, direct) in terms.iter().zip(remote) {
            out.push(if direct {
                values[place[&term]].clone()
            } else if clash && store.as_var(term).is_none() {
                return Err(SmtError::Unsupported(
                    "variables of one number and different sorts in a model".to_string(),
                ));
            } else if store.as_var(term).is_some() {
                Value::default_of(store, store.sort_of(term))
                    .ok_or_else(|| SmtError::Unsupported("a sort without a value".to_string()))?
            } else {
                evaluator
                    .eval(term)
                    .ok_or_else(|| SmtError::Unsupported("a term without a definite value".to_string()))?
            });
        }
        Ok(out)
    }

    /// After a `sat`: the values of variables; the same as [`SmtSolver::eval`].
    pub fn model(&mut self, store: &Store, vars: &[TermId]) -> Result<Vec<Value>, SmtError> {
        self.eval(store, vars)
    }

    fn knows_variable(&self, store: &Store, var: TermId) -> bool {
        store.as_var(var).is_some_and(|index| self.knows(index, store.sort_of(var)))
    }

    /// Asks for values of terms whose symbols are all declared.
    fn get_values(&mut self, store: &Store, terms: &[TermId]) -> Result<Vec<Value>, SmtError> {
        if terms.is_empty() {
            return Ok(Vec::new());
        }
        let mut command = String::from("(get-value (");
        for &term in terms {
            command += &SmtTerm(store, term).text();
            command.push(' ');
        }
        command += "))\n";
        let text = self.ask(command.as_bytes())?;
        let sorts: Vec<SortId> = terms.iter().map(|&term| store.sort_of(term)).collect();
        match read_values(store, &text, &sorts, None) {
            Err(SmtError::Unsupported(_)) if text.contains("as-array") => {
                let model = self.ask(b"(get-model)\n")?;
                read_values(store, &text, &sorts, Some(&model))
            }
            result => result,
        }
    }
}

/// Reads the answer to a `get-value` of terms of the given sorts. `model` is the text of `get-model`, for arrays given
/// as functions.
pub(super) fn read_values(
    store: &Store,
    text: &str,
    sorts: &[SortId],
    model: Option<&str>,
) -> Result<Vec<Value>, SmtError> {
    let garbage = || SmtError::garbage("values were expected", text);
    let read = |text| Sexprs::read(text).map_err(|error| SmtError::garbage(&error.to_string(), text));
    let answer = read(text)?;
    let model = model.map(read).transpose()?;
    let [list] = answer.top() else { return Err(garbage()) };
    let pairs = answer.list(*list).ok_or_else(garbage)?;
    if pairs.len() != sorts.len() {
        return Err(garbage());
    }
    let mut reader = ValueReader { store, model: model.as_ref(), depth: 0 };
    let mut values = Vec::with_capacity(sorts.len());
    for (&pair, &sort) in pairs.iter().zip(sorts) {
        let Some([_, value]) = answer.list(pair) else { return Err(garbage()) };
        let value = match fold(&mut reader, &answer, *value)? {
            Part::Value(value) => value,
            _ => return Err(garbage()),
        };
        values.push(normal(store, value, sort)?.ok_or_else(garbage)?);
    }
    Ok(values)
}

/// What a part of a value's text means.
#[derive(Clone)]
enum Part {
    Value(Value),
    /// The argument of the function that is being read.
    Argument,
    /// "The argument is (positive) or is not (negative) one of these."
    Among(Vec<Value>, bool),
    /// A finite map of the argument: first match counts, then the default.
    Cases(Vec<(Value, Value)>, Value),
}

struct ValueReader<'a> {
    store: &'a Store,
    /// The `define-fun`s that `as-array` refers to.
    model: Option<&'a Sexprs<'a>>,
    depth: u32,
}

fn unsupported(what: &str) -> SmtError {
    SmtError::Unsupported(format!("value {what}"))
}

impl ValueReader<'_> {
    fn constructor(&self, name: &str, args: Vec<Part>) -> Result<Part, SmtError> {
        let Some(Symbol::Constructor(data, constructor)) = Symbol::parse(name, self.store) else {
            return Err(unsupported(name));
        };
        let fields = &self.store.datatype(data).constructors[constructor as usize].fields;
        if fields.len() != args.len() {
            return Err(SmtError::Garbage(format!("{name} with {} arguments", args.len())));
        }
        let values: Result<Vec<Value>, SmtError> = args.into_iter().map(plain).collect();
        Ok(Part::Value(Value::Data(constructor, values?.into())))
    }

    /// The map that a function of the model describes.
    fn function(&mut self, name: &str) -> Result<Part, SmtError> {
        let Some(model) = self.model else { return Err(unsupported("as-array")) };
        if self.depth > 100 {
            return Err(unsupported("as-array that refers to itself"));
        }
        // `(model …)` or, from newer solvers, just `(…)`; some print the definitions without a list.
        let tops = model.top().iter();
        let definitions = tops.flat_map(|&top| match model.application(top) {
            Some(("define-fun", _)) => std::slice::from_ref(&top).to_vec(),
            _ => model.list(top).unwrap_or(&[]).to_vec(),
        });
        for definition in definitions {
            if let Some(("define-fun", [found, parameters, _, body])) = model.application(definition)
                && model.symbol(*found) == Some(name)
            {
                let Some([parameter]) = model.list(*parameters) else { return Err(unsupported("of several indices")) };
                let Some([parameter, _]) = model.list(*parameter) else { return Err(unsupported("as-array")) };
                let parameter = model.symbol(*parameter).unwrap_or("");
                self.depth += 1;
                let body = fold_with(self, model, *body, &[(parameter, Part::Argument)])?;
                self.depth -= 1;
                return map_of(body);
            }
        }
        Err(unsupported(name))
    }
}

impl Algebra for ValueReader<'_> {
    type Item = Part;

    fn atom(&mut self, text: &str, kind: AtomKind) -> Result<Part, SmtError> {
        match (kind, text) {
            (AtomKind::Plain, "true") => return Ok(Part::Value(Value::Bool(true))),
            (AtomKind::Plain, "false") => return Ok(Part::Value(Value::Bool(false))),
            (AtomKind::Text, _) => return Err(unsupported("string")),
            _ => {}
        }
        if kind == AtomKind::Plain
            && let Some(literal) = numeral::parse(text)
        {
            return Ok(Part::Value(match literal {
                numeral::Numeral::Int(value) => Value::Int(value),
                numeral::Numeral::Real(value) => Value::Real(value),
                numeral::Numeral::Bits(value, width) => Value::BitVec(value, width),
            }));
        }
        self.constructor(text, Vec::new())
    }

    fn indexed(&mut self, s: &Sexprs<'_>, id: SexprId) -> Result<Part, SmtError> {
        match s.application(id) {
            Some(("_", [value, width])) => match (s.symbol(*value), s.symbol(*width)) {
                (Some("as-array"), Some(name)) => {
                    let name = name.to_string();
                    self.function(&name)
                }
                (Some(value), Some(width)) => match numeral::parse_bv(value, width) {
                    Some((value, width)) => Ok(Part::Value(Value::BitVec(value, width))),
                    None => Err(unsupported(value)),
                },
                _ => Err(unsupported("(_ …)")),
            },
            Some(("as", [name, _])) => match s.symbol(*name) {
                Some(name) => self.constructor(name, Vec::new()),
                None => Err(unsupported("(as …)")),
            },
            _ => Err(unsupported("(_ …)")),
        }
    }

    fn apply(&mut self, s: &Sexprs<'_>, head: SexprId, args: Vec<Part>) -> Result<Part, SmtError> {
        let name = match s.get(head) {
            Sexpr::Atom(name, _) => name,
            Sexpr::List(_) => match s.application(head) {
                Some(("as", [inner, _])) => match (s.symbol(*inner), <[Part; 1]>::try_from(args)) {
                    (Some("const"), Ok([default])) => {
                        let default = plain(default)?;
                        return Ok(Part::Value(Value::Array(Arc::new(ArrayValue::constant(default)))));
                    }
                    (Some(name), Err(args)) => return self.constructor(name, args),
                    (Some(name), Ok(args)) => return self.constructor(name, args.into()),
                    (None, _) => return Err(unsupported("(as …)")),
                },
                _ => return Err(unsupported("(_ …)")),
            },
        };
        apply_value(name, args).unwrap_or_else(|args| self.constructor(name, args))
    }

    fn enter(&mut self, _: &Sexprs<'_>, binder: &str, vars: &[(&str, SexprId)]) -> Result<Vec<Part>, SmtError> {
        if binder == "lambda" && vars.len() == 1 { Ok(vec![Part::Argument]) } else { Err(unsupported(binder)) }
    }

    fn leave(&mut self, _: &str, _: Vec<Part>, body: Part) -> Result<Part, SmtError> {
        map_of(body)
    }
}

/// The built-in operators; gives the arguments back for any other name.
fn apply_value(name: &str, args: Vec<Part>) -> Result<Result<Part, SmtError>, Vec<Part>> {
    let known = matches!(name, "-" | "/" | "store" | "ite" | "=" | "not" | "or" | "and" | "to_real");
    if !known {
        return Err(args);
    }
    let part = match (name, args.as_slice()) {
        ("-", [Part::Value(Value::Int(value))]) => Part::Value(Value::Int(-value)),
        ("-", [Part::Value(Value::Real(value))]) => Part::Value(Value::Real(-value)),
        ("to_real", [Part::Value(value)]) => match value.as_rat() {
            Some(value) => Part::Value(Value::Real(value)),
            None => return Ok(Err(unsupported(name))),
        },
        ("/", [Part::Value(a), Part::Value(b)]) => match (a.as_rat(), b.as_rat()) {
            (Some(a), Some(b)) if !b.is_zero() => Part::Value(Value::Real(&a / &b)),
            _ => return Ok(Err(unsupported("of a division"))),
        },
        ("store", [Part::Value(Value::Array(_)), Part::Value(_), Part::Value(_)]) => return Ok(store_value(args)),
        ("=", [Part::Argument, Part::Value(key)] | [Part::Value(key), Part::Argument]) => {
            Part::Among(vec![key.clone()], true)
        }
        ("=", [Part::Value(a), Part::Value(b)]) => match same(a, b) {
            Ok(same) => Part::Value(Value::Bool(same)),
            Err(error) => return Ok(Err(error)),
        },
        ("not", [Part::Among(keys, positive)]) => Part::Among(keys.clone(), !positive),
        // A Boolean argument stands for "is true".
        ("not", [Part::Argument]) => Part::Among(vec![Value::Bool(true)], false),
        ("or", _) => {
            let mut all = Vec::new();
            for part in args {
                match part {
                    Part::Among(keys, true) => all.extend(keys),
                    _ => return Ok(Err(unsupported("of a disjunction"))),
                }
            }
            Part::Among(all, true)
        }
        ("ite", [condition, yes, no]) => return Ok(cases(condition, yes, no)),
        _ => return Ok(Err(unsupported(name))),
    };
    Ok(Ok(part))
}

fn store_value(args: Vec<Part>) -> Result<Part, SmtError> {
    let Ok([Part::Value(Value::Array(array)), Part::Value(index), Part::Value(value)]) = <[Part; 3]>::try_from(args)
    else {
        return Err(unsupported("store"));
    };
    // In place where nobody else holds the array: a chain of stores stays linear.
    let mut array = Arc::unwrap_or_clone(array);
    array.entries.insert(index, value);
    Ok(Part::Value(Value::Array(Arc::new(array))))
}

fn cases(condition: &Part, yes: &Part, no: &Part) -> Result<Part, SmtError> {
    let (keys, positive) = match condition {
        Part::Among(keys, positive) => (keys.clone(), *positive),
        Part::Argument => (vec![Value::Bool(true)], true),
        Part::Value(Value::Bool(decided)) => return Ok(if *decided { yes.clone() } else { no.clone() }),
        _ => return Err(unsupported("of a condition")),
    };
    let (on_keys, otherwise) = if positive { (yes, no) } else { (no, yes) };
    let (mut entries, default) = match otherwise.clone() {
        Part::Value(value) => (Vec::new(), value),
        Part::Cases(entries, default) => (entries, default),
        Part::Among(keys, positive) => {
            (keys.into_iter().map(|key| (key, Value::Bool(positive))).collect(), Value::Bool(!positive))
        }
        Part::Argument => return Err(unsupported("that is its own argument")),
    };
    let lookup = |key: &Value| -> Result<Value, SmtError> {
        Ok(match on_keys {
            Part::Value(value) => value.clone(),
            Part::Cases(entries, default) => {
                for (at, value) in entries {
                    if same(at, key)? {
                        return Ok(value.clone());
                    }
                }
                default.clone()
            }
            Part::Among(keys, positive) => {
                let mut found = false;
                for at in keys {
                    found = found || same(at, key)?;
                }
                Value::Bool(found == *positive)
            }
            Part::Argument => key.clone(),
        })
    };
    let mut front = Vec::with_capacity(keys.len() + entries.len());
    for key in keys {
        let value = lookup(&key)?;
        front.push((key, value));
    }
    front.append(&mut entries);
    Ok(Part::Cases(front, default))
}

/// The array that a function body over [`Part::Argument`] describes.
fn map_of(body: Part) -> Result<Part, SmtError> {
    let (cases, default) = match body {
        Part::Value(value) => (Vec::new(), value),
        Part::Cases(cases, default) => (cases, default),
        Part::Among(keys, positive) => {
            (keys.into_iter().map(|key| (key, Value::Bool(positive))).collect(), Value::Bool(!positive))
        }
        Part::Argument => return Err(unsupported("that is its own argument")),
    };
    let mut entries = BTreeMap::new();
    // The first case counts, so later ones are overwritten.
    for (key, value) in cases.into_iter().rev() {
        entries.insert(key, value);
    }
    let mut array = ArrayValue::constant(default);
    array.entries = entries;
    Ok(Part::Value(Value::Array(Arc::new(array))))
}

fn plain(part: Part) -> Result<Value, SmtError> {
    match part {
        Part::Value(value) => Ok(value),
        _ => Err(unsupported("that depends on an argument")),
    }
}

/// Whether two values are the same, before their sort is known.
fn same(a: &Value, b: &Value) -> Result<bool, SmtError> {
    if a != b && (mentions_array(a) || mentions_array(b)) {
        return Err(unsupported("that depends on equality of arrays"));
    }
    Ok(a == b)
}

fn mentions_array(value: &Value) -> bool {
    let mut stack = vec![value];
    while let Some(value) = stack.pop() {
        match value {
            Value::Array(_) => return true,
            Value::Data(_, fields) => stack.extend(fields.iter()),
            _ => {}
        }
    }
    false
}

/// A value as it was read, its arrays lists of what was written, in the normal form of its sort; `None` if it is not of
/// that sort. An integer literal where a real belongs is that real.
fn normal(store: &Store, value: Value, sort: SortId) -> Result<Option<Value>, SmtError> {
    // Chains of constructors are as deep as they like, and parts of them may be shared.
    let mut done: HashMap<(*const Value, SortId), Value> = HashMap::new();
    let mut shared: HashMap<(usize, u32, SortId), Value> = HashMap::new();
    let mut stack: Vec<(&Value, SortId, bool)> = vec![(&value, sort, false)];
    while let Some((part, sort, expanded)) = stack.pop() {
        let key = (std::ptr::from_ref(part), sort);
        if done.contains_key(&key) {
            continue;
        }
        let known = |part: &Value, sort| done[&(std::ptr::from_ref(part), sort)].clone();
        let normal = match (part, store.sort(sort)) {
            (Value::Int(number), Sort::Real) => Value::Real(Rat::from(number.clone())),
            (Value::Bool(_), Sort::Bool) | (Value::Int(_), Sort::Int) | (Value::Real(_), Sort::Real) => part.clone(),
            (Value::BitVec(bits, width), Sort::BitVec(expected))
                if width == expected && !bits.is_negative() && *bits < Int::pow2(*width) =>
            {
                part.clone()
            }
            (Value::Array(array), Sort::Array(index, element)) => {
                let (index, element) = (*index, *element);
                if !expanded {
                    stack.extend([(part, sort, true), (&array.default, element, false)]);
                    for (at, held) in &array.entries {
                        stack.extend([(at, index, false), (held, element, false)]);
                    }
                    continue;
                }
                let mut entries = BTreeMap::new();
                for (at, held) in &array.entries {
                    let held = known(held, element);
                    // Two ways to write one index: which of them was written last is not known any more.
                    if entries.insert(known(at, index), held.clone()).is_some_and(|before| before != held) {
                        return Err(unsupported("with one index written in two ways"));
                    }
                }
                Value::Array(Arc::new(ArrayValue::new(store, index, known(&array.default, element), entries)))
            }
            (Value::Data(number, fields), Sort::Datatype(id)) => {
                let Some(constructor) = store.datatype(*id).constructors.get(*number as usize) else {
                    return Ok(None);
                };
                if constructor.fields.len() != fields.len() {
                    return Ok(None);
                }
                let place = (fields.address(), *number, sort);
                let sorts = constructor.fields.iter().map(|field| field.sort);
                if fields.is_empty() {
                    part.clone()
                } else if let Some(value) = shared.get(&place) {
                    value.clone()
                } else if !expanded {
                    stack.push((part, sort, true));
                    stack.extend(fields.iter().zip(sorts).map(|(field, sort)| (field, sort, false)));
                    continue;
                } else {
                    let fields: Vec<Value> = fields.iter().zip(sorts).map(|(field, sort)| known(field, sort)).collect();
                    let value = Value::Data(*number, fields.into());
                    shared.insert(place, value.clone());
                    value
                }
            }
            _ => return Ok(None),
        };
        done.insert(key, normal);
    }
    Ok(done.remove(&(std::ptr::from_ref(&value), sort)))
}
