//! Random terms of every sort and operator, as text.

use super::signature::{DATATYPES, Sort, all_sorts};
use horn_solver::random::SplitMix;
use horn_solver::term::{BvOp, Yields};
use std::collections::BTreeMap;

/// The names of the operations of the solver's table with so many arguments and such a result: a new one is compared as
/// soon as it is there.
fn operations(arity: usize, yields: Yields) -> Vec<&'static str> {
    BvOp::all_plain().filter(|op| op.arity() == arity && op.yields() == yields).map(BvOp::symbol).collect()
}

/// Writes terms; remembers the free variables that occur in them.
pub struct Generator<'a> {
    /// Where choices come from.
    pub random: &'a mut SplitMix,
    sorts: Vec<Sort>,
    /// The free variables met so far and their sorts.
    pub free: BTreeMap<String, Sort>,
    /// Whether free variables occur.
    ground: bool,
    /// The names bound around here.
    bound: Vec<(String, Sort)>,
    /// How many names were bound.
    names: u32,
}

impl<'a> Generator<'a> {
    /// A generator of terms with free variables, or without.
    pub fn new(random: &'a mut SplitMix, ground: bool) -> Generator<'a> {
        Generator { random, sorts: all_sorts(), free: BTreeMap::new(), ground, bound: Vec::new(), names: 0 }
    }

    /// One of the sorts.
    pub fn sort(&mut self) -> Sort {
        self.random.pick(&self.sorts).clone()
    }

    /// A term of a sort; `depth` bounds the nesting.
    pub fn term(&mut self, sort: &Sort, depth: u32) -> String {
        if depth == 0 || self.random.one_in(9) {
            return self.leaf(sort);
        }
        let depth = depth - 1;
        match self.random.below(16) {
            0 => {
                let parts = [self.term(&Sort::Bool, depth), self.term(sort, depth), self.term(sort, depth)];
                return format!("(ite {})", parts.join(" "));
            }
            1 => {
                let bound = self.sort();
                let value = self.term(&bound, depth);
                self.names += 1;
                let name = format!("l{}", self.names);
                self.bound.push((name.clone(), bound));
                let body = self.term(sort, depth);
                self.bound.pop();
                return format!("(let (({name} {value})) {body})");
            }
            2 | 3 => {
                let arrays: Vec<Sort> =
                    self.sorts.iter().filter(|s| matches!(s, Sort::Array(_, e) if **e == *sort)).cloned().collect();
                if let Some(array) = arrays.get(self.random.index(arrays.len()))
                    && let Sort::Array(index, _) = array
                {
                    return format!("(select {} {})", self.term(array, depth), self.term(index, depth));
                }
            }
            4 => {
                let mut selectors = Vec::new();
                for (number, datatype) in DATATYPES.iter().enumerate() {
                    for (selector, field) in datatype.constructors.iter().flat_map(|(_, fields)| fields.iter()) {
                        if field.sort() == *sort {
                            selectors.push((*selector, Sort::Data(number)));
                        }
                    }
                }
                if let Some((selector, of)) = selectors.get(self.random.index(selectors.len())) {
                    return format!("({selector} {})", self.term(of, depth));
                }
            }
            _ => {}
        }
        match sort {
            Sort::Bool => self.formula(depth),
            Sort::Int => self.integer(depth),
            Sort::Real => self.real(depth),
            Sort::Bits(width) => self.bits(*width, depth),
            Sort::Array(index, element) => match self.random.below(5) {
                0 => format!("((as const {}) {})", sort.text(), self.term(element, depth)),
                _ => {
                    let array = self.term(sort, depth);
                    format!("(store {array} {} {})", self.term(index, depth), self.term(element, depth))
                }
            },
            Sort::Data(number) => {
                let (name, fields) = self.random.pick(DATATYPES[*number].constructors);
                if fields.is_empty() {
                    return (*name).to_string();
                }
                let fields: Vec<String> = fields.iter().map(|(_, field)| self.term(&field.sort(), depth)).collect();
                format!("({name} {})", fields.join(" "))
            }
        }
    }

    fn leaf(&mut self, sort: &Sort) -> String {
        let near: Vec<&String> = self.bound.iter().filter(|(_, s)| s == sort).map(|(name, _)| name).collect();
        if !near.is_empty() && self.random.below(2) == 0 {
            return near[self.random.index(near.len())].clone();
        }
        if self.ground || self.random.one_in(3) {
            return sort.value(self.random, 2);
        }
        let at = self.sorts.iter().position(|s| s == sort).unwrap_or(self.sorts.len());
        let name = format!("x{at}.{}", self.random.below(2));
        self.free.insert(name.clone(), sort.clone());
        name
    }

    fn list(&mut self, sort: &Sort, depth: u32, length: u64) -> String {
        let terms: Vec<String> = (0..length).map(|_| self.term(sort, depth)).collect();
        terms.join(" ")
    }

    fn formula(&mut self, depth: u32) -> String {
        match self.random.below(14) {
            0..=2 => {
                let op = *self.random.pick(&["and", "or", "=>", "xor", "=", "and", "or"]);
                let length = 2 + self.random.below(2);
                format!("({op} {})", self.list(&Sort::Bool, depth, length))
            }
            3 => format!("(not {})", self.term(&Sort::Bool, depth)),
            4..=6 => {
                let sort = self.sort();
                let op = *self.random.pick(&["=", "=", "=", "distinct"]);
                let length = if self.random.one_in(4) { 3 } else { 2 };
                format!("({op} {})", self.list(&sort, depth, length))
            }
            7 | 8 => {
                let sort = if self.random.one_in(3) { Sort::Real } else { Sort::Int };
                let op = *self.random.pick(&["<=", "<", ">=", ">"]);
                let length = if self.random.one_in(5) { 3 } else { 2 };
                format!("({op} {})", self.list(&sort, depth, length))
            }
            9 | 10 => {
                let width = *self.random.pick(&[1, 2, 3, 5, 8]);
                let mut ops = operations(2, Yields::Truth);
                ops.extend(["bvugt", "bvuge", "bvsgt", "bvsge"]);
                let op = *self.random.pick(&ops);
                format!("({op} {})", self.list(&Sort::Bits(width), depth, 2))
            }
            11 => {
                let number = self.random.index(DATATYPES.len());
                let (constructor, _) = self.random.pick(DATATYPES[number].constructors);
                format!("((_ is {constructor}) {})", self.term(&Sort::Data(number), depth))
            }
            12 => match self.random.below(2) {
                0 => format!("(= (mod {} {}) 0)", self.term(&Sort::Int, depth), 1 + self.random.below(6)),
                _ => format!("(is_int {})", self.term(&Sort::Real, depth)),
            },
            _ => self.quantifier(depth),
        }
    }

    fn quantifier(&mut self, depth: u32) -> String {
        let finite = [Sort::Bool, Sort::Bits(2), Sort::Data(1), super::signature::array(Sort::Bool, Sort::Bool)];
        let sort = if self.random.one_in(3) { Sort::Int } else { self.random.pick(&finite).clone() };
        self.names += 1;
        let name = format!("q{}", self.names);
        self.bound.push((name.clone(), sort.clone()));
        let body = self.term(&Sort::Bool, depth.min(2));
        self.bound.pop();
        let universal = self.random.below(2) == 0;
        let body = match (&sort, universal) {
            (Sort::Int, true) => format!("(=> (and (<= 0 {name}) (< {name} 3)) {body})"),
            (Sort::Int, false) => format!("(and (<= 0 {name}) (< {name} 3) {body})"),
            _ => body,
        };
        format!("({} (({name} {})) {body})", if universal { "forall" } else { "exists" }, sort.text())
    }

    fn integer(&mut self, depth: u32) -> String {
        match self.random.below(12) {
            0..=2 => {
                let op = *self.random.pick(&["+", "-", "+"]);
                let length = 2 + self.random.below(2);
                format!("({op} {})", self.list(&Sort::Int, depth, length))
            }
            3 => format!("(- {})", self.term(&Sort::Int, depth)),
            4 => format!("(* {} {})", Sort::Int.value(self.random, 0), self.term(&Sort::Int, depth)),
            5 => format!("(* {})", self.list(&Sort::Int, depth.min(1), 2)),
            6 | 7 => {
                let op = *self.random.pick(&["div", "mod"]);
                let divisor = match self.random.below(4) {
                    0 => self.term(&Sort::Int, depth.min(1)),
                    _ => self.random.pick(&["2", "3", "(- 3)", "7", "(- 1)", "1", "0"]).to_string(),
                };
                format!("({op} {} {divisor})", self.term(&Sort::Int, depth))
            }
            8 => format!("(abs {})", self.term(&Sort::Int, depth)),
            9 | 10 => {
                let width = *self.random.pick(&[1, 2, 3, 5, 8]);
                format!("(bv2nat {})", self.term(&Sort::Bits(width), depth))
            }
            _ => format!("(to_int {})", self.term(&Sort::Real, depth)),
        }
    }

    fn real(&mut self, depth: u32) -> String {
        match self.random.below(8) {
            0..=2 => {
                let op = *self.random.pick(&["+", "-"]);
                let length = 2 + self.random.below(2);
                format!("({op} {})", self.list(&Sort::Real, depth, length))
            }
            3 => format!(
                "(* {} {})",
                self.random.pick(&["2.0", "(- 0.5)", "(/ 1.0 3.0)"]),
                self.term(&Sort::Real, depth)
            ),
            4 => format!("(* {})", self.list(&Sort::Real, depth.min(1), 2)),
            5 => {
                let divisor = match self.random.below(4) {
                    0 => self.term(&Sort::Real, depth.min(1)),
                    _ => self.random.pick(&["2.0", "(- 3.0)", "(/ 2.0 3.0)", "0.0"]).to_string(),
                };
                format!("(/ {} {divisor})", self.term(&Sort::Real, depth))
            }
            6 => format!("(to_real {})", self.term(&Sort::Int, depth)),
            _ => format!("(- {})", self.term(&Sort::Real, depth)),
        }
    }

    fn bits(&mut self, width: u32, depth: u32) -> String {
        let sort = Sort::Bits(width);
        match self.random.below(11) {
            0..=4 => {
                let mut ops = operations(2, Yields::Same);
                ops.extend(["bvnand", "bvnor", "bvxnor"]);
                let op = *self.random.pick(&ops);
                format!("({op} {})", self.list(&sort, depth, 2))
            }
            5 => format!("({} {})", self.random.pick(&operations(1, Yields::Same)), self.term(&sort, depth)),
            6 => match width {
                3 => format!("(concat {} {})", self.term(&Sort::Bits(1), depth), self.term(&Sort::Bits(2), depth)),
                5 => format!("(concat {} {})", self.term(&Sort::Bits(2), depth), self.term(&Sort::Bits(3), depth)),
                8 => format!("(concat {} {})", self.term(&Sort::Bits(5), depth), self.term(&Sort::Bits(3), depth)),
                1 => format!("(bvcomp {})", self.list(&Sort::Bits(3), depth, 2)),
                _ => format!("(concat {})", self.list(&Sort::Bits(1), depth, 2)),
            },
            7 => {
                let wider = (*self.random.pick(&[8u32, 5])).max(width);
                let low = self.random.below(u64::from(wider - width + 1)) as u32;
                format!("((_ extract {} {low}) {})", low + width - 1, self.term(&Sort::Bits(wider), depth))
            }
            8 => {
                let narrow: u32 = *self.random.pick(&[1, 2, 3]);
                let narrow = narrow.min(width);
                let op = *self.random.pick(&["sign_extend", "zero_extend"]);
                format!("((_ {op} {}) {})", width - narrow, self.term(&Sort::Bits(narrow), depth))
            }
            9 => format!("((_ int2bv {width}) {})", self.term(&Sort::Int, depth)),
            _ => {
                let op = *self.random.pick(&["rotate_left", "rotate_right"]);
                format!("((_ {op} {}) {})", self.random.below(6), self.term(&sort, depth))
            }
        }
    }
}
