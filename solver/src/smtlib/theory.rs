//! The functions of the theories: one call of [`State::apply_word`] turns a theory symbol and its translated
//! arguments into a value, or says what is wrong with the arguments.
//!
//! Int terms are coerced to Real where a Real is needed, as all solvers do; nothing else is coerced.

use super::command::Dialect;
use super::diagnostic::{Diagnostic, Fault, Span};
use super::formula::Value;
use super::reader::State;
use super::sexpr::{NodeId, Tree};
use super::symbol::{Symbol, Word};
use crate::num::{Int, Rat};
use crate::term::{BvOp, Law, SortId, Store, TermId};

/// A translated argument and the node it was written as.
#[derive(Clone, Copy, Debug)]
pub struct Arg {
    /// What it means.
    pub value: Value,
    /// Where it stands.
    pub node: NodeId,
}

/// Whether a script may not declare a symbol of that name: the core theory and arithmetic. Other theory symbols
/// are declarable, because a file that does not use the theory may use its names.
pub fn is_protected(word: Word) -> bool {
    use Word::*;
    matches!(
        word,
        Let | Forall
            | Exists
            | Match
            | Bang
            | Underscore
            | As
            | Par
            | True
            | False
            | Not
            | And
            | Or
            | Xor
            | Implies
            | Equal
            | Distinct
            | Ite
            | Plus
            | Minus
            | Times
            | Slash
            | Div
            | Mod
            | Abs
            | Le
            | Lt
            | Ge
            | Gt
            | ToReal
            | ToInt
            | IsInt
            | Select
            | Store
    )
}

/// How many arguments a function takes.
enum Arity {
    Exactly(usize),
    AtLeast(usize),
}

/// The application being translated: for errors.
pub struct Call<'t> {
    /// The command's tree.
    pub tree: &'t Tree,
    /// The list.
    pub node: NodeId,
}

impl State<'_> {
    /// Applies a theory symbol to arguments. `None` if the word is no function.
    pub fn apply_word(
        &mut self,
        word: Word,
        tree: &Tree,
        node: NodeId,
        head: NodeId,
        args: &[Arg],
    ) -> Result<Option<Value>, Diagnostic> {
        use Arity::{AtLeast, Exactly};
        use Word::*;
        let call = Call { tree, node };
        let arity = match word {
            True | False => Exactly(0),
            BvNego | Not | Abs | ToReal | ToInt | IsInt | BvRedand | BvRedor | Bv2Int | UbvToInt => Exactly(1),
            BvUaddo | BvSaddo | BvUsubo | BvSsubo | BvUmulo | BvSmulo | BvSdivo | Select | BvUgt | BvUge | BvSgt
            | BvSge | BvComp | BvNand | BvNor | Rem | Iff => Exactly(2),
            Ite | If | Store => Exactly(3),
            AggSum | AggProduct | AggMin | AggMax | AggCount | AggFirst | AggSorted | AggFold => {
                return self.apply_aggregate_word(word, &call, args).map(|term| Some(Value::Term(term)));
            }
            TermSize | Tilde if self.dialect == Dialect::Eldarica => Exactly(1),
            And | Or | Plus | Times | Minus => AtLeast(1),
            Implies if self.dialect == Dialect::Eldarica => AtLeast(1),
            Implies | ImpliesWord | Xor | Equal | Distinct | Slash | Div | Mod | Le | Lt | Ge | Gt | BvXnor => {
                AtLeast(2)
            }
            word => match BvOp::plain(word.name()) {
                Some(op) if op.law() == Law::Fixed => Exactly(op.arity()),
                Some(op) => AtLeast(op.arity()),
                None => return Ok(None),
            },
        };
        let fits = match arity {
            Exactly(count) => args.len() == count,
            AtLeast(count) => args.len() >= count,
        };
        if !fits {
            let expected = match arity {
                Exactly(count) => format!("{count}"),
                AtLeast(count) => format!("at least {count}"),
            };
            let name = tree.span(head).text(self.text);
            let message = format!("`{name}` takes {expected} arguments, {} given", args.len());
            return Err(self.error(tree, head, message));
        }
        let value = match word {
            True => Value::Term(crate::term::Store::TRUE),
            False => Value::Term(crate::term::Store::FALSE),
            Not | And | Or | Xor | Implies | ImpliesWord | Iff => self.apply_connective(word, &call, args)?,
            Equal | Distinct => self.apply_equality(word == Distinct, &call, args)?,
            Ite | If => self.apply_ite(&call, args)?,
            Plus | Minus | Times | Slash | Div | Mod | Rem | Abs | Le | Lt | Ge | Gt | ToReal | ToInt | IsInt => {
                Value::Term(self.apply_arithmetic(word, &call, args)?)
            }
            Select | Store => Value::Term(self.apply_array(word, &call, args)?),
            TermSize => Value::Term(self.apply_size(&call, args[0])?),
            Tilde => Value::Term(self.apply_arithmetic(Minus, &call, args)?),
            _ => Value::Term(self.apply_bit_vector(word, &call, args)?),
        };
        Ok(Some(value))
    }

    /// The argument as a term. A formula becomes one if it has no predicates.
    pub fn term(&mut self, tree: &Tree, arg: Arg) -> Result<TermId, Diagnostic> {
        match arg.value {
            Value::Term(term) => Ok(term),
            Value::Formula(formula) => self.formulas.to_term(&mut self.store, formula).map_err(|atom| {
                let at = if atom.0 == Span::default() { tree.span(arg.node) } else { atom.0 };
                self.error_at(at, "not a Horn clause: a predicate is used inside a term").of(Fault::NotHorn)
            }),
        }
    }

    /// The sort of a value.
    pub fn sort_of(&self, value: Value) -> SortId {
        match value {
            Value::Term(term) => self.store.sort_of(term),
            Value::Formula(_) => SortId::BOOL,
        }
    }

    /// An error unless the argument is of sort Bool.
    pub fn expect_bool(&self, tree: &Tree, arg: Arg) -> Result<Value, Diagnostic> {
        let sort = self.sort_of(arg.value);
        if sort == SortId::BOOL { Ok(arg.value) } else { Err(self.mismatch(tree, arg, "Bool")) }
    }

    /// The error that an argument is not of the expected sort.
    pub fn mismatch(&self, tree: &Tree, arg: Arg, expected: &str) -> Diagnostic {
        let sort = self.sort_name(self.sort_of(arg.value));
        let message = format!("expected a term of sort {expected}, this one is of sort {sort}");
        self.error(tree, arg.node, message)
    }

    /// The argument as a term of the given sort; an Int is coerced to Real.
    pub fn term_of_sort(&mut self, tree: &Tree, arg: Arg, sort: SortId) -> Result<TermId, Diagnostic> {
        let term = self.term(tree, arg)?;
        let found = self.store.sort_of(term);
        if found == sort {
            Ok(term)
        } else if sort == SortId::REAL && found == SortId::INT {
            Ok(self.store.to_real(term))
        } else if let Some(address) = self.numeral_as_address(term, sort) {
            Ok(address)
        } else {
            Err(self.mismatch(tree, arg, &self.sort_name(sort)))
        }
    }

    /// A numeral where Eldarica expects an address of a heap: the address of that number, null for what is not
    /// positive.
    fn numeral_as_address(&mut self, term: TermId, sort: SortId) -> Option<TermId> {
        if self.dialect != Dialect::Eldarica || !super::heap::is_address(&self.store, sort) {
            return None;
        }
        let number = self.store.as_num(term).filter(|_| self.store.sort_of(term) == SortId::INT)?.to_int()?;
        let number = self.store.int_big(number.max(Int::ZERO));
        Some(self.store.construct(sort, 0, &[number]))
    }

    fn apply_connective(&mut self, word: Word, call: &Call<'_>, args: &[Arg]) -> Result<Value, Diagnostic> {
        let mut values = Vec::with_capacity(args.len());
        for &arg in args {
            values.push(self.expect_bool(call.tree, arg)?);
        }
        let span = call.tree.span(call.node);
        let (store, formulas) = (&mut self.store, &mut self.formulas);
        Ok(match word {
            Word::Not => formulas.not(store, values[0], span),
            Word::And => formulas.and(store, &values, span),
            Word::Or => formulas.or(store, &values, span),
            Word::Implies | Word::ImpliesWord => {
                let last = values.len() - 1;
                for value in &mut values[..last] {
                    *value = formulas.not(store, *value, span);
                }
                formulas.or(store, &values, span)
            }
            Word::Iff => formulas.iff(store, values[0], values[1], span),
            _ => {
                // Exclusive or, from the left.
                let mut result = values[0];
                for &value in &values[1..] {
                    let iff = formulas.iff(store, result, value, span);
                    result = formulas.not(store, iff, span);
                }
                result
            }
        })
    }

    fn apply_equality(&mut self, distinct: bool, call: &Call<'_>, args: &[Arg]) -> Result<Value, Diagnostic> {
        let tree = call.tree;
        let span = tree.span(call.node);
        let formulas = args.iter().any(|arg| matches!(arg.value, Value::Formula(_)));
        if formulas {
            let mut values = Vec::with_capacity(args.len());
            for &arg in args {
                values.push(self.expect_bool(tree, arg)?);
            }
            let (store, formulas) = (&mut self.store, &mut self.formulas);
            if !distinct {
                let parts: Vec<Value> =
                    values.windows(2).map(|pair| formulas.iff(store, pair[0], pair[1], span)).collect();
                return Ok(formulas.and(store, &parts, span));
            }
            if let [a, b] = values[..] {
                let iff = formulas.iff(store, a, b, span);
                return Ok(formulas.not(store, iff, span));
            }
            // There are only two truth values.
            return Ok(Value::Term(Store::FALSE));
        }
        let terms = self.common_sort(call, args)?;
        let result = if distinct {
            if terms.len() > 2 && self.store.sort_of(terms[0]) == SortId::BOOL {
                Store::FALSE
            } else if terms.len() > MAX_DISTINCT {
                let message = format!("`distinct` of more than {MAX_DISTINCT} terms");
                return Err(self.error(tree, call.node, message));
            } else {
                self.store.distinct(&terms)
            }
        } else {
            let mut parts = Vec::with_capacity(terms.len());
            for pair in terms.windows(2) {
                parts.push(self.store.eq(pair[0], pair[1]));
            }
            self.store.and(&parts)
        };
        Ok(Value::Term(result))
    }

    /// The arguments as terms of one sort.
    fn common_sort(&mut self, call: &Call<'_>, args: &[Arg]) -> Result<Vec<TermId>, Diagnostic> {
        let mut terms = Vec::with_capacity(args.len());
        let mut sort = None;
        for &arg in args {
            let term = self.term(call.tree, arg)?;
            let found = self.store.sort_of(term);
            sort = match sort {
                None => Some(found),
                Some(SortId::INT) if found == SortId::REAL || super::heap::is_address(&self.store, found) => {
                    Some(found)
                }
                known => known,
            };
            terms.push(term);
        }
        let Some(sort) = sort else { return Ok(terms) };
        for (term, &arg) in terms.iter_mut().zip(args) {
            let found = self.store.sort_of(*term);
            if sort == SortId::REAL && found == SortId::INT {
                *term = self.store.to_real(*term);
            } else if found == sort {
                continue;
            } else if let Some(address) = self.numeral_as_address(*term, sort) {
                *term = address;
            } else {
                return Err(self.mismatch(call.tree, arg, &self.sort_name(sort)));
            }
        }
        Ok(terms)
    }

    fn apply_ite(&mut self, call: &Call<'_>, args: &[Arg]) -> Result<Value, Diagnostic> {
        let condition = self.expect_bool(call.tree, args[0])?;
        let sorts = (self.sort_of(args[1].value), self.sort_of(args[2].value));
        if sorts == (SortId::BOOL, SortId::BOOL) {
            let parts = [condition, args[1].value, args[2].value];
            let span = call.tree.span(call.node);
            return Ok(self.formulas.ite(&mut self.store, parts, span));
        }
        let condition = self.term(call.tree, args[0])?;
        let branches = self.common_sort(call, &args[1..])?;
        Ok(Value::Term(self.store.ite(condition, branches[0], branches[1])))
    }

    fn apply_arithmetic(&mut self, word: Word, call: &Call<'_>, args: &[Arg]) -> Result<TermId, Diagnostic> {
        let mut terms = Vec::with_capacity(args.len());
        let mut real = word == Word::Slash;
        for &arg in args {
            let term = self.term(call.tree, arg)?;
            let sort = self.store.sort_of(term);
            if !sort.is_arith() {
                return Err(self.mismatch(call.tree, arg, "Int or Real"));
            }
            real |= sort == SortId::REAL;
            terms.push(term);
        }
        match word {
            Word::Div | Word::Mod | Word::Rem if real => {
                for &arg in args {
                    self.term_of_sort(call.tree, arg, SortId::INT)?;
                }
            }
            Word::ToInt | Word::IsInt | Word::ToReal => real = true,
            _ => {}
        }
        let store = &mut self.store;
        if real {
            for term in &mut terms {
                *term = store.to_real(*term);
            }
        }
        let first = terms[0];
        Ok(match word {
            Word::Plus => store.add(&terms),
            Word::Minus if terms.len() == 1 => store.neg(first),
            Word::Minus => {
                let rest = store.add(&terms[1..]);
                store.sub(first, rest)
            }
            Word::Times => fold(store, &terms, Store::mul),
            Word::Slash => fold(store, &terms, Store::real_div),
            Word::Div => fold(store, &terms, Store::int_div),
            Word::Mod => fold(store, &terms, Store::int_mod),
            Word::Rem => {
                // The remainder with the sign of the divisor.
                let modulus = store.int_mod(first, terms[1]);
                let zero = store.int(0);
                let positive = store.ge(terms[1], zero);
                let negated = store.neg(modulus);
                store.ite(positive, modulus, negated)
            }
            Word::Abs => store.abs(first),
            Word::ToReal => first,
            Word::ToInt => store.to_int(first),
            Word::IsInt => {
                let floor = store.to_int(first);
                let floor = store.to_real(floor);
                store.eq(floor, first)
            }
            _ => {
                let compare = match word {
                    Word::Le => Store::le,
                    Word::Lt => Store::lt,
                    Word::Ge => Store::ge,
                    _ => Store::gt,
                };
                let parts: Vec<TermId> = terms.windows(2).map(|pair| compare(store, pair[0], pair[1])).collect();
                store.and(&parts)
            }
        })
    }

    fn apply_array(&mut self, word: Word, call: &Call<'_>, args: &[Arg]) -> Result<TermId, Diagnostic> {
        let array = self.term(call.tree, args[0])?;
        let Some((index, element)) = self.store.array_sorts(self.store.sort_of(array)) else {
            return Err(self.mismatch(call.tree, args[0], "Array"));
        };
        let at = self.term_of_sort(call.tree, args[1], index)?;
        if word == Word::Select {
            return Ok(self.store.select(array, at));
        }
        let value = self.term_of_sort(call.tree, args[2], element)?;
        Ok(self.store.store(array, at, value))
    }

    /// A numeral of any size.
    pub fn numeral(&self, tree: &Tree, node: NodeId) -> Result<Int, Diagnostic> {
        let text = tree.span(node).text(self.text);
        if text.len() > MAX_DIGITS {
            return Err(self.error(tree, node, format!("a number of more than {MAX_DIGITS} digits")));
        }
        if tree.kind(node) != super::sexpr::NodeKind::Numeral {
            return Err(self.error(tree, node, "expected a numeral"));
        }
        text.parse().map_err(|_| self.error(tree, node, "malformed numeral"))
    }

    /// The constant a literal token stands for, if it is one.
    pub fn literal(&mut self, tree: &Tree, node: NodeId) -> Result<Option<TermId>, Diagnostic> {
        use super::sexpr::NodeKind;
        let text = tree.span(node).text(self.text);
        let kind = tree.kind(node);
        if text.len() > MAX_DIGITS && matches!(kind, NodeKind::Decimal | NodeKind::Hex | NodeKind::Binary) {
            return Err(self.error(tree, node, format!("a number of more than {MAX_DIGITS} digits")));
        }
        let malformed = |state: &Self| state.error(tree, node, "malformed number");
        Ok(Some(match kind {
            NodeKind::Numeral => {
                let value = self.numeral(tree, node)?;
                self.store.int_big(value)
            }
            NodeKind::Decimal => {
                let value = decimal(text).ok_or_else(|| malformed(self))?;
                self.store.num(value, SortId::REAL)
            }
            NodeKind::Hex | NodeKind::Binary => {
                let (radix, bits) = if kind == NodeKind::Hex { (16, 4) } else { (2, 1) };
                let digits = &text[2..];
                let value = num_bigint::BigInt::parse_bytes(digits.as_bytes(), radix).ok_or_else(|| malformed(self))?;
                let width = digits.len() as u32 * bits;
                if width > super::sorts::MAX_WIDTH {
                    let message = format!("a bit-vector of more than {} bits", super::sorts::MAX_WIDTH);
                    return Err(self.error(tree, node, message));
                }
                self.store.bv(&Int::from(value), width)
            }
            _ => return Ok(None),
        }))
    }

    /// `-5` and `-5.5`, which Z3 reads as numbers where nothing is called so; nothing for other names.
    pub fn negative_number(&mut self, tree: &Tree, node: NodeId, symbol: Symbol) -> Result<Option<TermId>, Diagnostic> {
        let name = self.name(symbol);
        let Some(digits) = name.strip_prefix('-') else { return Ok(None) };
        let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let parts = digits.split_once('.');
        if !parts.map_or_else(|| number(digits), |(whole, fraction)| number(whole) && number(fraction)) {
            return Ok(None);
        }
        if digits.len() > MAX_DIGITS {
            return Err(self.error(tree, node, format!("a number of more than {MAX_DIGITS} digits")));
        }
        let malformed = || self.error(tree, node, "malformed number");
        if parts.is_some() {
            let value = decimal(digits).ok_or_else(malformed)?;
            return Ok(Some(self.store.num(-value, SortId::REAL)));
        }
        let value: Int = digits.parse().map_err(|_| malformed())?;
        Ok(Some(self.store.int_big(-value)))
    }
}

/// The value of `12.50`.
fn decimal(text: &str) -> Option<Rat> {
    let (whole, fraction) = text.split_once('.')?;
    let digits: Int = format!("{whole}{fraction}").parse().ok()?;
    let scale: Int = format!("1{}", "0".repeat(fraction.len())).parse().ok()?;
    Some(Rat::new(digits, scale))
}

/// The most terms of one `distinct`: it is expanded into all pairs.
const MAX_DISTINCT: usize = 2_000;

/// The most digits of a literal. Converting a decimal numeral takes time quadratic in its length.
const MAX_DIGITS: usize = (super::sorts::MAX_WIDTH + 2) as usize;

/// Applies a binary function from the left.
fn fold(store: &mut Store, terms: &[TermId], function: fn(&mut Store, TermId, TermId) -> TermId) -> TermId {
    let mut result = terms[0];
    for &term in &terms[1..] {
        result = function(store, result, term);
    }
    result
}
