//! What names mean: literals, variables, and applications of predicates, defined functions and datatype
//! functions.

use super::diagnostic::{Diagnostic, Fault};
use super::formula::Value;
use super::provenance::Name;
use super::reader::{Global, State};
use super::sexpr::{NodeId, Tree};
use super::symbol::{Symbol, Word};
use super::theory::Arg;
use super::translate::Head;
use crate::num::Int;
use crate::term::{SortId, Store, TermId};

/// What a constructor name stands for.
pub enum Meaning {
    /// The constructor of that number of that datatype.
    One(SortId, u32),
    /// Constructors of several datatypes, or of any instance of a parametric one.
    Open,
    /// Nothing; says why.
    None(String),
}

impl<'a> State<'a> {
    /// The value of an expression that is no list.
    #[inline]
    pub fn atom_value(&mut self, tree: &Tree, node: NodeId) -> Result<Value, Diagnostic> {
        if let Some(symbol) = tree.symbol(node) {
            if let Some(&Some(value)) = self.locals.get(symbol.0 as usize) {
                return Ok(value);
            }
            return self.symbol_value(tree, node, symbol);
        }
        match self.literal(tree, node)? {
            Some(term) => Ok(Value::Term(term)),
            None => Err(self.error(tree, node, "expected a term")),
        }
    }

    fn symbol_value(&mut self, tree: &Tree, node: NodeId, symbol: Symbol) -> Result<Value, Diagnostic> {
        match self.globals.get(&symbol) {
            Some(&Global::RuleVar(sort)) => self.rule_var(tree, node, symbol, sort),
            Some(_) => self.apply_global(tree, node, symbol, &[]),
            None => match symbol.word() {
                Some(Word::True) => Ok(Value::Term(Store::TRUE)),
                Some(Word::False) => Ok(Value::Term(Store::FALSE)),
                _ => match self.negative_number(tree, node, symbol)? {
                    Some(number) => Ok(Value::Term(number)),
                    None => Err(self.unknown(tree, node, symbol)),
                },
            },
        }
    }

    /// A variable made by `declare-var`: one variable per rule and name.
    fn rule_var(&mut self, tree: &Tree, node: NodeId, symbol: Symbol, sort: SortId) -> Result<Value, Diagnostic> {
        let Some(vars) = &mut self.rule_vars else {
            let message = format!("the variable `{}` may occur in `rule` and `query` only", self.name(symbol));
            return Err(self.error(tree, node, message));
        };
        let (store, variables) = (&mut self.store, &mut self.variables);
        let var = *vars.entry(symbol).or_insert_with(|| variables.fresh(store, sort, Name::Symbol(symbol)));
        Ok(Value::Term(var))
    }

    fn unknown(&self, tree: &Tree, node: NodeId, symbol: Symbol) -> Diagnostic {
        let name = self.name(symbol);
        let message = if symbol.word().is_some() {
            format!("`{name}` is a function and needs arguments")
        } else {
            format!("unknown symbol `{name}`")
        };
        self.error(tree, node, message)
    }

    /// The value of `(_ bv5 8)` or `(as C S)` standing for itself.
    pub fn identifier_value(&mut self, tree: &Tree, node: NodeId) -> Result<Value, Diagnostic> {
        if let Some(term) = self.indexed_literal(tree, node)? {
            return Ok(Value::Term(term));
        }
        let head = self.resolve_head(tree, node)?;
        self.apply(tree, node, head, &[])
    }

    /// `(_ bvN width)`.
    fn indexed_literal(&mut self, tree: &Tree, node: NodeId) -> Result<Option<TermId>, Diagnostic> {
        let Some([mark, name, width]) = tree.exactly(node) else {
            return Ok(None);
        };
        let digits = match (tree.word(mark), tree.symbol(name)) {
            (Some(Word::Underscore), Some(symbol)) => self.name(symbol).strip_prefix("bv"),
            _ => None,
        };
        let Some(digits) = digits.filter(|d| !d.is_empty() && d.bytes().all(|b| b.is_ascii_digit())) else {
            return Ok(None);
        };
        let max = super::sorts::MAX_WIDTH;
        let width_value = self.index(tree, width)?;
        if width_value == 0 || width_value > max {
            let message = format!("the width of a bit-vector must be in 1 .. {max}");
            return Err(self.error(tree, width, message));
        }
        if digits.len() > max as usize {
            return Err(self.error(tree, name, "this number is too large"));
        }
        let value: Int = digits.parse().map_err(|_| self.error(tree, name, "malformed number"))?;
        Ok(Some(self.store.bv(&value, width_value)))
    }

    /// What `bvsdiv_i` and its like stand for: so Z3 prints divisions where it has dealt with zero. It takes them for
    /// the standard ones for all arguments, zero included, and a test keeps asking it.
    fn internal_division(&mut self, symbol: Symbol) -> Option<Word> {
        let standard = self.name(symbol).strip_suffix("_i")?;
        let word = self.symbols.intern(standard).word()?;
        let divides = matches!(word, Word::BvSdiv | Word::BvUdiv | Word::BvSrem | Word::BvUrem | Word::BvSmod);
        divides.then_some(word)
    }

    /// Resolves the head of an application.
    pub fn resolve_head(&mut self, tree: &Tree, head: NodeId) -> Result<Head, Diagnostic> {
        if let Some(symbol) = tree.symbol(head) {
            let local = self.locals.get(symbol.0 as usize).copied().flatten();
            if local.is_some() {
                let message = format!("the variable `{}` is no function", self.name(symbol));
                return Err(self.error(tree, head, message));
            }
            if self.globals.contains_key(&symbol) {
                return Ok(Head::Global(symbol));
            }
            if let Some(word) = symbol.word().or_else(|| self.internal_division(symbol)) {
                return Ok(Head::Word(word));
            }
            if let Some(tested) = self.name(symbol).strip_prefix("is-") {
                let tested = self.symbols.intern(tested);
                if let Some(Global::Constructors(_)) = self.globals.get(&tested) {
                    return Ok(Head::Tester(tested));
                }
            }
            let message = format!("unknown function or predicate `{}`", self.name(symbol));
            return Err(self.error(tree, head, message));
        }
        let children: Vec<NodeId> = tree.children(head).collect();
        let first = children.first().and_then(|&first| tree.word(first));
        match (first, &children[..]) {
            (Some(Word::Underscore), [_, name, index]) if tree.word(*name) == Some(Word::Is) => {
                // `(_ is C)`, or `(_ is (C (S …) T))` where the name is overloaded.
                let constructor = if tree.is_list(*index) { index + 1 } else { *index };
                if constructor >= tree.end(*index) {
                    return Err(self.error(tree, *index, "expected a constructor"));
                }
                let symbol = self.expect_symbol(tree, constructor, "a constructor")?;
                match self.globals.get(&symbol) {
                    Some(Global::Constructors(_)) => Ok(Head::Tester(symbol)),
                    _ => {
                        let message = format!("`{}` is no constructor", self.name(symbol));
                        Err(self.error(tree, constructor, message))
                    }
                }
            }
            (Some(Word::Underscore), [_, _, ..]) => Ok(Head::Indexed),
            (Some(Word::As), [_, name, sort]) => {
                let sort_id = self.sort(tree, *sort)?;
                if tree.word(*name) == Some(Word::Const) {
                    if self.store.array_sorts(sort_id).is_none() {
                        let message = format!("expected an array sort, found {}", self.sort_name(sort_id));
                        return Err(self.error(tree, *sort, message));
                    }
                    return Ok(Head::ConstArray(sort_id));
                }
                let symbol = self.expect_symbol(tree, *name, "a name")?;
                match self.constructor_number(sort_id, symbol) {
                    Some(number) => Ok(Head::Constructor(sort_id, number)),
                    None => {
                        let message =
                            format!("`{}` is no constructor of {}", self.name(symbol), self.sort_name(sort_id));
                        Err(self.error(tree, *name, message))
                    }
                }
            }
            _ => Err(self.error(tree, head, "expected a function symbol")),
        }
    }

    /// The position of a constructor name in a datatype sort.
    pub fn constructor_number(&self, sort: SortId, name: Symbol) -> Option<u32> {
        let datatype = self.store.datatype_of(sort)?;
        let (family, _) = self.sorts.origin(datatype);
        let constructors = &self.sorts.family(family).constructors;
        let position = constructors.iter().position(|c| c.name == name)?;
        Some(position as u32)
    }

    /// Applies a resolved head to translated arguments.
    pub fn apply(&mut self, tree: &Tree, node: NodeId, head: Head, args: &[Arg]) -> Result<Value, Diagnostic> {
        let head_node = if tree.is_list(node) { node + 1 } else { node };
        match head {
            Head::Word(word) => match self.apply_word(word, tree, node, head_node, args)? {
                Some(value) => Ok(value),
                None => {
                    let name = tree.span(head_node).text(self.text);
                    Err(self.error(tree, head_node, format!("unknown function `{name}`")))
                }
            },
            Head::Global(symbol) => self.apply_global(tree, node, symbol, args),
            Head::Indexed => self.apply_indexed(tree, node, head_node, args).map(Value::Term),
            Head::ConstArray(sort) => {
                let element = self.store.array_sorts(sort).map(|(_, element)| element);
                match (args, element) {
                    (&[arg], Some(element)) => {
                        let value = self.term_of_sort(tree, arg, element)?;
                        Ok(Value::Term(self.store.const_array(sort, value)))
                    }
                    _ => Err(self.error(tree, head_node, "a constant array takes 1 argument")),
                }
            }
            Head::Constructor(sort, number) => self.construct(tree, node, sort, number, args),
            Head::Tester(symbol) => {
                let &[arg] = args else {
                    let message = format!("a tester takes 1 argument, {} given", args.len());
                    return Err(self.error(tree, head_node, message));
                };
                let term = self.term(tree, arg)?;
                let sort = self.store.sort_of(term);
                match self.constructor_number(sort, symbol) {
                    Some(number) => Ok(Value::Term(self.store.test(number, term))),
                    None => {
                        let message = format!("`{}` is no constructor of {}", self.name(symbol), self.sort_name(sort));
                        Err(self.error(tree, arg.node, message))
                    }
                }
            }
        }
    }

    fn apply_global(&mut self, tree: &Tree, node: NodeId, symbol: Symbol, args: &[Arg]) -> Result<Value, Diagnostic> {
        let head = if tree.is_list(node) { node + 1 } else { node };
        match self.globals.get(&symbol) {
            Some(&Global::Pred(pred)) => {
                let arity = self.system.pred(pred).sorts.len();
                self.check_arity(tree, head, symbol, arity, args.len())?;
                let mut terms = Vec::with_capacity(arity);
                for (position, &arg) in args.iter().enumerate() {
                    let sort = self.system.pred(pred).sorts[position];
                    terms.push(self.term_of_sort(tree, arg, sort)?);
                }
                let atom = self.formulas.atom(pred, &terms, tree.span(node));
                Ok(Value::Formula(atom))
            }
            Some(&Global::Macro(index)) => {
                let index = self.overload(symbol, args).unwrap_or(index);
                let definition = &self.macros[index as usize];
                let (params, body, names) = (definition.params.clone(), definition.body, definition.names.clone());
                self.check_arity(tree, head, symbol, params.len(), args.len())?;
                let mut values = Vec::with_capacity(params.len());
                for (&param, &arg) in params.iter().zip(args) {
                    let sort = self.store.sort_of(param);
                    values.push(match arg.value {
                        Value::Formula(_) if sort == SortId::BOOL => arg.value,
                        _ => Value::Term(self.term_of_sort(tree, arg, sort)?),
                    });
                }
                let terms: Option<Vec<TermId>> = values
                    .iter()
                    .map(|value| match value {
                        Value::Term(term) => Some(*term),
                        Value::Formula(_) => None,
                    })
                    .collect();
                match (body, terms) {
                    (Value::Term(body), Some(terms)) if terms.is_empty() => Ok(Value::Term(body)),
                    (Value::Term(body), Some(terms)) => Ok(Value::Term(self.store.instantiate(body, &terms))),
                    _ => {
                        let pairs: Vec<(TermId, Value)> = params.iter().copied().zip(values).collect();
                        self.formulas
                            .instantiate(&mut self.store, body, &pairs, &mut self.variables, Some(&names))
                            .map_err(|_| {
                                let message = "not a Horn clause: a predicate is used inside a term";
                                self.error(tree, node, message).of(Fault::NotHorn)
                            })
                    }
                }
            }
            Some(Global::Constructors(list)) => {
                let list = list.clone();
                self.apply_constructor(tree, node, symbol, &list, args)
            }
            Some(Global::Selectors(list)) => {
                let list = list.clone();
                self.check_arity(tree, head, symbol, 1, args.len())?;
                let term = self.term(tree, args[0])?;
                let sort = self.store.sort_of(term);
                let family = self.store.datatype_of(sort).map(|datatype| self.sorts.origin(datatype).0);
                match list.iter().find(|entry| Some(entry.0) == family) {
                    Some(&(_, constructor, field)) => Ok(Value::Term(self.store.project(constructor, field, term))),
                    None => {
                        let message = format!("`{}` is no selector of {}", self.name(symbol), self.sort_name(sort));
                        Err(self.error(tree, args[0].node, message))
                    }
                }
            }
            Some(Global::Uninterpreted { constant }) => {
                let (name, what) = (self.name(symbol), if *constant { "constant" } else { "function" });
                let message = format!(
                    "the uninterpreted {what} `{name}` can't be used: only predicates (of sort Bool) may be uninterpreted"
                );
                Err(self.error(tree, head, message).of(Fault::Uninterpreted))
            }
            Some(&Global::Fold(fold)) => self.apply_fold(tree, node, fold, args).map(Value::Term),
            Some(Global::Recursive) => self.apply_recursive(tree, node, args).map(Value::Term),
            Some(Global::RuleVar(_)) => {
                let message = format!("the variable `{}` is no function", self.name(symbol));
                Err(self.error(tree, head, message))
            }
            None => Err(self.unknown(tree, head, symbol)),
        }
    }

    /// Which of several definitions of an operation on heaps is meant: the one for the sort of the first argument.
    fn overload(&self, symbol: Symbol, args: &[Arg]) -> Option<u32> {
        let Value::Term(first) = args.first()?.value else { return None };
        let sort = self.store.sort_of(first);
        let takes = |index: u32| {
            self.macros[index as usize].params.first().is_some_and(|&param| self.store.sort_of(param) == sort)
        };
        self.overloads.get(&symbol)?.iter().copied().find(|&index| takes(index))
    }

    pub(super) fn check_arity(
        &self,
        tree: &Tree,
        head: NodeId,
        symbol: Symbol,
        expected: usize,
        given: usize,
    ) -> Result<(), Diagnostic> {
        if expected == given {
            return Ok(());
        }
        let name = self.name(symbol);
        let message = format!("`{name}` takes {expected} arguments, {given} given");
        Err(self.error(tree, head, message))
    }

    /// Applies a constructor name. Which datatype is meant, and for a parametric one which instance, follows
    /// from the arguments.
    fn apply_constructor(
        &mut self,
        tree: &Tree,
        node: NodeId,
        symbol: Symbol,
        list: &[(u32, u32)],
        args: &[Arg],
    ) -> Result<Value, Diagnostic> {
        let head = if tree.is_list(node) { node + 1 } else { node };
        match self.meaning(symbol, list, args)? {
            Meaning::One(sort, number) => self.construct(tree, node, sort, number, args),
            Meaning::Open => Err(self.open_constructor(tree, head, symbol)),
            Meaning::None(message) => Err(self.error(tree, head, message)),
        }
    }

    /// The error at a constructor whose sort does not follow from what is around.
    pub(super) fn open_constructor(&self, tree: &Tree, head: NodeId, symbol: Symbol) -> Diagnostic {
        let name = self.name(symbol);
        self.error(tree, head, format!("which `{name}` is meant? write `(as {name} Sort)`"))
    }

    /// What a constructor name stands for before these arguments.
    pub(super) fn meaning(&mut self, symbol: Symbol, list: &[(u32, u32)], args: &[Arg]) -> Result<Meaning, Diagnostic> {
        let name = self.name(symbol);
        let actual: Vec<SortId> = args.iter().map(|arg| self.sort_of(arg.value)).collect();
        let known: Vec<Option<SortId>> = actual.iter().copied().map(Some).collect();
        let mut fitting = None;
        let mut failure = None;
        for &(family, number) in list {
            let decl = self.sorts.family(family);
            let arity = decl.constructors[number as usize].fields.len();
            if arity != args.len() {
                let message = format!("`{name}` takes {arity} arguments, {} given", args.len());
                failure.get_or_insert(Meaning::None(message));
                continue;
            }
            let Some(params) = self.infer_params(family, number, &known) else {
                failure.get_or_insert(Meaning::Open);
                continue;
            };
            let sort = self.instance(family, &params)?;
            if list.len() > 1 && !self.fields_fit(sort, number, &actual) {
                failure.get_or_insert(Meaning::None(format!("no `{name}` takes arguments of these sorts")));
                continue;
            }
            if fitting.is_some() {
                return Ok(Meaning::Open);
            }
            fitting = Some(Meaning::One(sort, number));
        }
        let unknown = || Meaning::None(format!("unknown constructor `{name}`"));
        Ok(fitting.or(failure).unwrap_or_else(unknown))
    }

    fn fields_fit(&self, sort: SortId, number: u32, actual: &[SortId]) -> bool {
        let Some(datatype) = self.store.datatype_of(sort) else {
            return false;
        };
        let fields = &self.store.datatype(datatype).constructors[number as usize].fields;
        fields
            .iter()
            .zip(actual)
            .all(|(field, &found)| field.sort == found || (field.sort == SortId::REAL && found == SortId::INT))
    }

    pub(super) fn construct(
        &mut self,
        tree: &Tree,
        node: NodeId,
        sort: SortId,
        number: u32,
        args: &[Arg],
    ) -> Result<Value, Diagnostic> {
        let Some(datatype) = self.store.datatype_of(sort) else {
            return Err(self.error(tree, node, "expected a datatype"));
        };
        let constructor = &self.store.datatype(datatype).constructors[number as usize];
        let sorts: Vec<SortId> = constructor.fields.iter().map(|field| field.sort).collect();
        if sorts.len() != args.len() {
            let message = format!("`{}` takes {} arguments, {} given", constructor.name, sorts.len(), args.len());
            return Err(self.error(tree, node, message));
        }
        let mut fields = Vec::with_capacity(args.len());
        for (&arg, &sort) in args.iter().zip(&sorts) {
            fields.push(self.term_of_sort(tree, arg, sort)?);
        }
        Ok(Value::Term(self.store.construct(sort, number, &fields)))
    }
}
