//! Values as proofs write them, and the steps that read and compare arrays.
//!
//! Alethe has no values of arrays, only terms, and a checker that finds two terms different knows nothing about them.
//! So an array keeps the term that built it, `(store a i e)` with `a` as it was built: the equations of a clause that
//! say how one array comes from another then hold word for word. An array that nothing builds (the initial value of a
//! program's variable, say) is a chain of writes to an arbitrary array, [`Form::Base`], one for each index that the
//! refutation reads; any other array would do as well.
//!
//! Reading is by the rules `arrays_idx` and `arrays_row`, which cvc5 and Carcara have: `select (store a i e) i = e`,
//! and, from `i ≠ j`, `select (store a i e) j = select a j`. For constant arrays, which only the clauses themselves can
//! bring in, there is no rule; the rewrite `array-select-const` is stated in RARE beside the proof ([`RARE_RULES`]).

use super::Writer;
use horn_solver::smtlib::Names;
use horn_solver::smtlib::print::term_text;
use horn_solver::term::{ArrayValue, SortId, Store, Value};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

/// The rewrites that are used by `rare_rewrite`.
pub const RARE_RULES: &str = "; select ((as const (Array I E)) e) i = e, for all e and i\n\
    (declare-rare-rule array-select-const ((I Type) (E Type) (e E) (i I))\n\
    \x20 :args (e i)\n\
    \x20 :conclusion (= (select ((as const (Array I E)) e) i) e))\n";

/// How an array is made.
#[derive(Debug)]
pub enum Form {
    /// No array, or one of which the proof knows nothing but its name.
    Plain,
    /// The same element everywhere.
    Constant(Rc<Sym>),
    /// Another array with one element written.
    Written {
        /// The other array.
        array: Rc<Sym>,
        /// Where.
        index: Rc<Sym>,
        /// What.
        element: Rc<Sym>,
    },
}

/// A value and the term that stands for it in the proof.
#[derive(Debug)]
pub struct Sym {
    /// The term.
    pub text: String,
    /// The value.
    pub value: Value,
    /// Its sort.
    pub sort: SortId,
    /// How it is made.
    pub form: Form,
}

/// Whether a term of this sort is an array.
pub fn is_array(store: &Store, sort: SortId) -> bool {
    store.array_sorts(sort).is_some()
}

/// A value written out.
pub fn literal(store: &mut Store, names: &Names, value: &Value, sort: SortId) -> Rc<Sym> {
    let Some((index, element)) = store.array_sorts(sort) else { return plain(store, names, value, sort) };
    let Value::Array(array) = value else { return plain(store, names, value, sort) };
    let default = plain(store, names, &array.default, element);
    let everywhere = Value::Array(Arc::new(ArrayValue::constant(array.default.clone())));
    let text = format!("((as const {}) {})", names.sort(store, sort), default.text);
    let start = Rc::new(Sym { text, value: everywhere, sort, form: Form::Constant(default) });
    array.entries.iter().fold(start, |before, (at, held)| {
        let (at, held) = (plain(store, names, at, index), plain(store, names, held, element));
        written(store, &before, &at, &held)
    })
}

/// A value as the printer writes it.
fn plain(store: &mut Store, names: &Names, value: &Value, sort: SortId) -> Rc<Sym> {
    let term = value.to_term(store, sort);
    Rc::new(Sym { text: term_text(store, term, names), value: value.clone(), sort, form: Form::Plain })
}

/// `(store array index element)`
pub fn written(store: &Store, array: &Rc<Sym>, index: &Rc<Sym>, element: &Rc<Sym>) -> Rc<Sym> {
    let value = match &array.value {
        Value::Array(inner) => {
            Value::Array(Arc::new(inner.set(store, index.sort, index.value.clone(), element.value.clone())))
        }
        other => other.clone(),
    };
    let text = format!("(store {} {} {})", array.text, index.text, element.text);
    let form = Form::Written { array: array.clone(), index: index.clone(), element: element.clone() };
    Rc::new(Sym { text, value, sort: array.sort, form })
}

/// An arbitrary array with the elements of a value at these indices and at those the value mentions.
pub fn over_base(
    store: &mut Store,
    names: &Names,
    base: &str,
    (value, sort): (&Value, SortId),
    indices: &BTreeSet<Value>,
) -> Rc<Sym> {
    let (Value::Array(array), Some((index, element))) = (value, store.array_sorts(sort)) else {
        return plain(store, names, value, sort);
    };
    let start = Rc::new(Sym { text: base.to_string(), value: value.clone(), sort, form: Form::Plain });
    let all: BTreeSet<&Value> = indices.iter().chain(array.entries.keys()).collect();
    all.into_iter().fold(start, |before, at| {
        let held = plain(store, names, array.get(at), element);
        let at = plain(store, names, at, index);
        written(store, &before, &at, &held)
    })
}

/// The element at an index, where the terms say it.
pub fn look(array: &Rc<Sym>, index: &Rc<Sym>) -> Option<Rc<Sym>> {
    let mut current = array;
    loop {
        match &current.form {
            Form::Written { index: at, element, .. } if at.text == index.text => return Some(element.clone()),
            Form::Written { array, index: at, .. } => {
                difference_rule(&at.value, &index.value)?;
                current = array;
            }
            Form::Constant(element) => return Some(element.clone()),
            Form::Plain => return None,
        }
    }
}

/// The rule that makes an equation of two different values false.
fn difference_rule(left: &Value, right: &Value) -> Option<&'static str> {
    match (left, right) {
        (Value::Int(_), Value::Int(_)) | (Value::Real(_), Value::Real(_)) => Some("eq_simplify"),
        (Value::Bool(_), Value::Bool(_)) => Some("equiv_simplify"),
        (Value::BitVec(..), Value::BitVec(..)) => Some("evaluate"),
        _ => None,
    }
}

impl Writer {
    /// From a step that proves `(= formula false)`: one that proves `(not formula)`.
    pub(super) fn denied(&mut self, formula: &str, equality: &str) -> String {
        let split = self.step(&[&super::not(formula), "false"], "equiv1", &[equality], &[]);
        let never = self.step(&["(not false)"], "false", &[], &[]);
        self.step(&[&super::not(formula)], "resolution", &[&split, &never], &[])
    }

    /// The step that proves that two different values are not equal.
    fn apart(&mut self, left: &Sym, right: &Sym) -> Option<String> {
        let key = (left.text.clone(), right.text.clone());
        if let Some(step) = self.apart.get(&key) {
            return Some(step.clone());
        }
        let rule = difference_rule(&left.value, &right.value)?;
        let formula = format!("(= {} {})", left.text, right.text);
        let equality = self.step(&[&format!("(= {formula} false)")], rule, &[], &[]);
        let step = self.denied(&formula, &equality);
        self.apart.insert(key, step.clone());
        Some(step)
    }

    /// The step that proves `(= (select array index) element)`, where the terms say the element.
    pub(super) fn read(&mut self, array: &Rc<Sym>, index: &Rc<Sym>) -> Option<String> {
        let key = (array.text.clone(), index.text.clone());
        if let Some(step) = self.reads.get(&key) {
            return Some(step.clone());
        }
        look(array, index)?;
        let whole = format!("(select {} {})", array.text, index.text);
        let (mut steps, mut current, mut from) = (Vec::new(), array, whole.clone());
        let element = loop {
            match &current.form {
                Form::Written { index: at, element, .. } if at.text == index.text => {
                    steps.push(self.step(&[&format!("(= {from} {})", element.text)], "arrays_idx", &[], &[]));
                    break element;
                }
                Form::Written { array, index: at, .. } => {
                    let apart = self.apart(at, index)?;
                    let to = format!("(select {} {})", array.text, index.text);
                    steps.push(self.step(&[&format!("(= {from} {to})")], "arrays_row", &[&apart], &[]));
                    (current, from) = (array, to);
                }
                Form::Constant(element) => {
                    self.rare = true;
                    let args = ["\"array-select-const\"", &element.text, &index.text];
                    steps.push(self.step(&[&format!("(= {from} {})", element.text)], "rare_rewrite", &[], &args));
                    break element;
                }
                Form::Plain => return None,
            }
        };
        let step = match &steps[..] {
            [only] => only.clone(),
            all => {
                let premises: Vec<&str> = all.iter().map(String::as_str).collect();
                self.step(&[&format!("(= {whole} {})", element.text)], "trans", &premises, &[])
            }
        };
        self.reads.insert(key, step.clone());
        Some(step)
    }

    /// The step that proves `(= (= left right) false)` for two arrays, by an index where they hold different elements.
    pub(super) fn arrays_differ(&mut self, left: &Rc<Sym>, right: &Rc<Sym>) -> Option<String> {
        let differs = |index: &Rc<Sym>| {
            let (one, other) = (look(left, index)?, look(right, index)?);
            difference_rule(&one.value, &other.value)
                .filter(|_| one.value != other.value)
                .map(|rule| (one, other, rule))
        };
        let index = indices(left).into_iter().chain(indices(right)).find(|index| differs(index).is_some())?;
        let (one, other, rule) = differs(&index)?;
        let (first, second) = (self.read(left, &index)?, self.read(right, &index)?);
        let [a, b, i] = [&left.text, &right.text, &index.text];
        let (read_a, read_b) = (format!("(select {a} {i})"), format!("(select {b} {i})"));
        let (same, elements) = (format!("(= {read_a} {read_b})"), format!("(= {} {})", one.text, other.text));
        // The elements read are different …
        let moved = self.step(&[&format!("(= {same} {elements})")], "cong", &[&first, &second], &[]);
        let false_ = self.step(&[&format!("(= {elements} false)")], rule, &[], &[]);
        let joined = self.step(&[&format!("(= {same} false)")], "trans", &[&moved, &false_], &[]);
        let denied = self.denied(&same, &joined);
        // … so the arrays are.
        let (equal, reflexive) = (format!("(= {a} {b})"), format!("(= {i} {i})"));
        let literals = [super::not(&equal), super::not(&reflexive), same];
        let literals: Vec<&str> = literals.iter().map(String::as_str).collect();
        let congruent = self.step(&literals, "eq_congruent", &[], &[]);
        let reflexive = self.step(&[&reflexive], "eq_reflexive", &[], &[]);
        let unequal = super::not(&equal);
        let never = self.step(&[&unequal], "resolution", &[&congruent, &reflexive, &denied], &[]);
        let falsity = format!("(= {equal} false)");
        let meaning = self.step(&[&format!("(= {falsity} {unequal})")], "equiv_simplify", &[], &[]);
        let split = self.step(&[&falsity, &super::not(&unequal)], "equiv2", &[&meaning], &[]);
        Some(self.step(&[&falsity], "resolution", &[&split, &never], &[]))
    }
}

/// The indices at which an array is written, the last write first.
fn indices(array: &Rc<Sym>) -> Vec<Rc<Sym>> {
    let (mut found, mut current) = (Vec::new(), array);
    while let Form::Written { array, index, .. } = &current.form {
        found.push(index.clone());
        current = array;
    }
    found
}
