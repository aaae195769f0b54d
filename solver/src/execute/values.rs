//! Where the values of an execution come from when nothing determines them.
//!
//! Bugs hide behind values of a kind: all cells equal but one, descending cells, a value just above a bound. Each run
//! of an execution therefore draws its values in one [`Style`], chosen at random.

use crate::num::{Int, Rat};
use crate::term::{ArrayValue, Sort, SortId, Store, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A small generator of pseudo-random numbers (xorshift), with a fixed seed so that runs repeat.
#[derive(Debug)]
pub struct Random(u64);

impl Random {
    /// With a fixed seed.
    pub fn new(seed: u64) -> Random {
        Random(seed | 1)
    }

    /// A number below `bound`, which must be positive.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }

    /// Whether an event of that probability, in sixteenths, happens.
    pub fn chance(&mut self, sixteenths: u64) -> bool {
        self.below(16) < sixteenths
    }
}

/// How a sequence of numbers goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Small numbers.
    Small,
    /// Numbers between -1000 and 1000: they are hardly ever equal.
    Wide,
    /// Always the same.
    Constant,
    /// Each greater than the one before.
    Ascending,
    /// Each less than the one before.
    Descending,
    /// The same but for one: of an array the cell at [`Style::special`].
    Spike,
}

const KINDS: [Kind; 6] = [Kind::Small, Kind::Wide, Kind::Constant, Kind::Ascending, Kind::Descending, Kind::Spike];

/// How one run draws values.
#[derive(Clone, Debug)]
pub struct Style {
    /// Numbers outside arrays.
    pub scalars: Kind,
    /// Numbers in arrays.
    pub cells: Kind,
    /// The cells with an index from -1 to one less get values of their own, all others a common one.
    pub length: i64,
    /// The index of the cell that is unlike the others where one is.
    pub special: i64,
    /// How often, in sixteenths, a number is taken from a bound in the clause.
    pub bounds: u64,
    /// How often, in sixteenths, a run stays in a loop it could leave.
    pub stay: u64,
    constant: i64,
    next: i64,
}

impl Style {
    /// A style for a run; `indices` are those the clauses mention, ascending.
    pub fn of_run(indices: &[i64], random: &mut Random) -> Style {
        let length = indices.last().map_or(8, |last| last + 2);
        let length = if random.chance(5) { 8 } else { length.max(8) };
        // Something special about a cell is likeliest where the clauses compare an index with a numeral.
        let special = match random.below(2 * indices.len() as u64 + 1) as usize {
            place if place < indices.len() => indices[place] + random.below(3) as i64 - 1,
            _ => random.below(length as u64) as i64,
        };
        Style {
            scalars: KINDS[random.below(5) as usize],
            cells: KINDS[random.below(6) as usize],
            length,
            special,
            bounds: [8, 2, 13][random.below(3) as usize],
            stay: [15, 8, 16][random.below(3) as usize],
            constant: random.below(9) as i64 - 2,
            next: random.below(5) as i64,
        }
    }

    /// Small values of all kinds, in short arrays.
    pub fn small() -> Style {
        let (scalars, cells) = (Kind::Small, Kind::Small);
        Style { scalars, cells, length: 8, special: 3, bounds: 0, stay: 8, constant: 0, next: 0 }
    }

    fn number(&mut self, kind: Kind, random: &mut Random) -> i64 {
        match kind {
            Kind::Small => random.below(9) as i64 - 2,
            Kind::Wide => random.below(2001) as i64 - 1000,
            Kind::Constant | Kind::Spike => self.constant,
            Kind::Ascending | Kind::Descending => {
                self.next += 1 + random.below(3) as i64;
                if kind == Kind::Ascending { self.next } else { -self.next }
            }
        }
    }

    /// A value outside arrays; `None` for a sort without values that can be made.
    pub fn value(&mut self, store: &Store, sort: SortId, random: &mut Random) -> Option<Value> {
        self.draw(store, sort, self.scalars, random)
    }

    fn draw(&mut self, store: &Store, sort: SortId, kind: Kind, random: &mut Random) -> Option<Value> {
        Some(match store.sort(sort) {
            Sort::Bool => Value::Bool(random.below(2) == 0),
            Sort::Int => Value::Int(Int::from(self.number(kind, random))),
            Sort::Real => Value::Real(Rat::from(self.number(kind, random))),
            Sort::BitVec(width) => {
                let modulus = Int::pow2(*width);
                Value::BitVec(Int::from(self.number(kind, random)).mod_euclid(&modulus), *width)
            }
            Sort::Array(SortId::INT, element) => {
                let element = *element;
                let kind = self.cells;
                let default = self.draw(store, element, Kind::Constant, random)?;
                let mut entries = BTreeMap::new();
                for index in -1..self.length {
                    let value = self.draw(store, element, kind, random)?;
                    entries.insert(Value::Int(Int::from(index)), value);
                }
                if kind == Kind::Spike {
                    let value = self.draw(store, element, Kind::Wide, random)?;
                    entries.insert(Value::Int(Int::from(self.special)), value);
                }
                Value::Array(Arc::new(ArrayValue::new(store, SortId::INT, default, entries)))
            }
            _ => Value::default_of(store, sort)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(kind: Kind) -> Vec<i64> {
        let mut store = Store::new();
        let sort = store.array_sort(SortId::INT, SortId::INT);
        let mut style = Style { cells: kind, length: 12, ..Style::small() };
        let Some(Value::Array(array)) = style.value(&store, sort, &mut Random::new(7)) else { panic!("no array") };
        let cell = |index: i64| match array.get(&Value::Int(Int::from(index))) {
            Value::Int(value) => value.to_i64().unwrap_or(i64::MAX),
            other => panic!("{other:?}"),
        };
        (0..12).map(cell).collect()
    }

    #[test]
    fn cells_follow_their_kind() {
        assert!(cells(Kind::Ascending).windows(2).all(|w| w[0] < w[1]));
        assert!(cells(Kind::Descending).windows(2).all(|w| w[0] > w[1]));
        assert!(cells(Kind::Constant).windows(2).all(|w| w[0] == w[1]));
        let spike = cells(Kind::Spike);
        let common = spike.iter().filter(|&&c| spike.iter().filter(|&&d| c == d).count() > 1).count();
        assert_eq!(common, 11, "{spike:?}");
    }
}
