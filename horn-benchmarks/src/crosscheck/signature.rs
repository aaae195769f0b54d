//! Sorts for generated terms and systems, their declarations, and texts of their values.
//!
//! The sorts are chosen so that each theory occurs inside each other one: arrays over finite and infinite indices,
//! arrays as indices of arrays, arrays inside datatypes that are indices, datatypes with one value, recursive ones,
//! bit-vectors of several widths.

use horn_solver::random::SplitMix;

/// A sort.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    /// Bool
    Bool,
    /// Int
    Int,
    /// Real
    Real,
    /// Bit-vectors of that width.
    Bits(u32),
    /// Arrays, by index and element.
    Array(Box<Sort>, Box<Sort>),
    /// A datatype, by its place in [`DATATYPES`].
    Data(usize),
}

/// A datatype: name and constructors.
pub struct Datatype {
    /// The name.
    pub name: &'static str,
    /// The names of the constructors, and for each its fields with their selectors.
    pub constructors: &'static [(&'static str, &'static [(&'static str, Field)])],
}

/// The sort of a field, as far as [`DATATYPES`] needs them.
#[derive(Clone, Copy, Debug)]
pub enum Field {
    /// Bool
    Bool,
    /// Int
    Int,
    /// Bit-vectors of width 2.
    Bits2,
    /// (Array Bool Bool)
    Flags,
    /// (Array Bool Int)
    Numbers,
    /// A datatype.
    Data(usize),
}

/// One value.
pub const UNIT: usize = 0;
/// Three values without fields.
pub const COLOUR: usize = 1;
/// Three values, one without fields.
pub const MAYBE: usize = 2;
/// Seven values of two constructors.
pub const PAIR: usize = 3;
/// An array over a finite sort inside: infinite.
pub const NUMBERS: usize = 4;
/// An array over a finite sort inside: finite.
pub const FLAGS: usize = 5;
/// Lists of integers.
pub const LIST: usize = 6;
/// Trees with arrays inside.
pub const TREE: usize = 7;

/// All datatypes.
pub const DATATYPES: &[Datatype] = &[
    Datatype { name: "Unit", constructors: &[("unit", &[])] },
    Datatype { name: "Colour", constructors: &[("red", &[]), ("green", &[]), ("blue", &[])] },
    Datatype { name: "Maybe", constructors: &[("none", &[]), ("some", &[("the", Field::Bool)])] },
    Datatype {
        name: "Pair",
        constructors: &[
            ("pair", &[("left", Field::Bool), ("right", Field::Bits2)]),
            ("single", &[("only", Field::Data(COLOUR))]),
        ],
    },
    Datatype { name: "Numbers", constructors: &[("numbers", &[("inside", Field::Numbers)])] },
    Datatype { name: "Flags", constructors: &[("flags", &[("flag", Field::Flags)])] },
    Datatype {
        name: "Chain",
        constructors: &[("end", &[]), ("link", &[("head", Field::Int), ("tail", Field::Data(LIST))])],
    },
    Datatype {
        name: "Tree",
        constructors: &[
            ("leaf", &[]),
            ("node", &[("before", Field::Data(TREE)), ("mark", Field::Flags), ("after", Field::Data(TREE))]),
        ],
    },
];

/// The sort of arrays.
pub fn array(index: Sort, element: Sort) -> Sort {
    Sort::Array(Box::new(index), Box::new(element))
}

impl Field {
    /// The sort.
    pub fn sort(self) -> Sort {
        match self {
            Field::Bool => Sort::Bool,
            Field::Int => Sort::Int,
            Field::Bits2 => Sort::Bits(2),
            Field::Flags => array(Sort::Bool, Sort::Bool),
            Field::Numbers => array(Sort::Bool, Sort::Int),
            Field::Data(number) => Sort::Data(number),
        }
    }
}

/// The sorts with finitely and few values.
pub fn finite_sorts() -> Vec<Sort> {
    use Sort::{Bits, Bool, Data};
    let flags = || array(Bool, Bool);
    vec![
        Bool,
        Bits(1),
        Bits(2),
        Bits(3),
        Data(UNIT),
        Data(COLOUR),
        Data(MAYBE),
        Data(PAIR),
        Data(FLAGS),
        flags(),
        array(Bool, Data(COLOUR)),
        array(Bits(1), Bits(2)),
        array(Bits(2), Bool),
        array(Data(COLOUR), Bool),
        array(Data(MAYBE), Bits(1)),
        array(Data(UNIT), Data(COLOUR)),
        array(flags(), Bool),
        array(Data(FLAGS), Bool),
        array(Bool, flags()),
    ]
}

/// All sorts that terms are made of.
pub fn all_sorts() -> Vec<Sort> {
    use Sort::{Bits, Bool, Data, Int, Real};
    let mut sorts = finite_sorts();
    let numbers = || array(Bool, Int);
    sorts.extend([
        Int,
        Int,
        Real,
        Bits(5),
        Bits(8),
        Data(NUMBERS),
        Data(LIST),
        Data(TREE),
        numbers(),
        array(Bits(2), Int),
        array(Data(COLOUR), Real),
        array(numbers(), Int),
        array(array(Bool, Bool), Int),
        array(Data(NUMBERS), Bool),
        array(Data(TREE), Bool),
        array(Int, Int),
        array(Int, numbers()),
        array(Real, Bool),
        array(Int, Data(UNIT)),
        array(array(Int, Int), Bool),
        array(array(numbers(), Int), Bool),
        array(Data(LIST), Bits(2)),
        array(Bool, array(Data(MAYBE), Int)),
        array(Bits(8), Data(MAYBE)),
    ]);
    sorts
}

/// The declarations of all datatypes.
pub fn declarations() -> String {
    let mut text = String::new();
    for datatype in DATATYPES {
        text += &format!("(declare-datatypes (({} 0)) ((", datatype.name);
        for (constructor, fields) in datatype.constructors {
            text += &format!("({constructor}");
            for (selector, field) in *fields {
                text += &format!(" ({selector} {})", field.sort().text());
            }
            text.push(')');
        }
        text += ")))\n";
    }
    text
}

impl Sort {
    /// As written in SMT-LIB.
    pub fn text(&self) -> String {
        match self {
            Sort::Bool => "Bool".to_string(),
            Sort::Int => "Int".to_string(),
            Sort::Real => "Real".to_string(),
            Sort::Bits(width) => format!("(_ BitVec {width})"),
            Sort::Array(index, element) => format!("(Array {} {})", index.text(), element.text()),
            Sort::Data(number) => DATATYPES[*number].name.to_string(),
        }
    }

    /// A value, written in one of the ways in which it can be.
    pub fn value(&self, random: &mut SplitMix, depth: u32) -> String {
        match self {
            Sort::Bool => random.pick(&["true", "false"]).to_string(),
            Sort::Int => random.pick(&["0", "1", "2", "(- 1)", "(- 7)", "5", "12"]).to_string(),
            Sort::Real => random.pick(&["0.0", "1.0", "2.5", "(- 1.0)", "(/ 7.0 3.0)", "(- (/ 1.0 2.0))"]).to_string(),
            Sort::Bits(width) => {
                let value = random.below(1 << width);
                match random.below(2) {
                    0 => format!("(_ bv{value} {width})"),
                    _ => format!("#b{value:0width$b}", width = *width as usize),
                }
            }
            Sort::Array(index, element) => {
                let depth = depth.saturating_sub(1);
                // Few elements, so that different writings of one function are frequent.
                let elements = [element.value(random, depth), element.value(random, depth)];
                let mut text = format!("((as const {}) {})", self.text(), random.pick(&elements));
                for _ in 0..random.below(if depth == 0 { 3 } else { 6 }) {
                    text = format!("(store {text} {} {})", index.value(random, depth), random.pick(&elements));
                }
                text
            }
            Sort::Data(number) => {
                let constructors = DATATYPES[*number].constructors;
                let (name, fields) = if depth == 0 { &constructors[0] } else { random.pick(constructors) };
                if fields.is_empty() {
                    return (*name).to_string();
                }
                let fields: Vec<String> =
                    fields.iter().map(|(_, field)| field.sort().value(random, depth.saturating_sub(1))).collect();
                format!("({name} {})", fields.join(" "))
            }
        }
    }
}
