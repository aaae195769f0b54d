//! Values and terms of finite sorts by enumeration, after the text of SMT-LIB and nothing else.
//!
//! A value is its number among the values of its sort. An array is the number whose digits, in base "how many elements
//! there are", are its elements by index: so equal functions are equal numbers, whichever way they were written.

use super::signature::{DATATYPES, Sort};

/// An operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Op {
    /// A variable of the clause, by number.
    Var(usize),
    /// A constant: its number, which for Bool and bit-vectors is what it spells.
    Literal(u64),
    /// `not`, `and`, `or`, `=>`, `xor`, `=`, `distinct`, `ite`, and operators on bit-vectors of one width, by name.
    Named(&'static str),
    /// `(_ extract high low)`
    Extract(u32, u32),
    /// `(_ zero_extend n)`
    ZeroExtend(u32),
    /// `(_ sign_extend n)`
    SignExtend(u32),
    /// A constructor, by number.
    Construct(usize),
    /// The test for a constructor.
    Test(usize),
    /// The field of a datatype's only constructor.
    Project(usize),
    /// `select`
    Select,
    /// `store`
    Store,
    /// `(as const …)`
    Constant,
}

/// A term.
#[derive(Clone, Debug)]
pub struct Term {
    /// The sort.
    pub sort: Sort,
    /// The operator.
    pub op: Op,
    /// The arguments.
    pub args: Vec<Term>,
}

/// How many values a finite sort has.
pub fn size(sort: &Sort) -> u64 {
    match sort {
        Sort::Bool => 2,
        Sort::Bits(width) => 1 << width,
        Sort::Array(index, element) => size(element).pow(size(index) as u32),
        Sort::Data(number) => (0..DATATYPES[*number].constructors.len()).map(|c| constructor_size(*number, c)).sum(),
        Sort::Int | Sort::Real => unreachable!("an infinite sort"),
    }
}

fn field_sizes(data: usize, constructor: usize) -> Vec<u64> {
    DATATYPES[data].constructors[constructor].1.iter().map(|(_, field)| size(&field.sort())).collect()
}

fn constructor_size(data: usize, constructor: usize) -> u64 {
    field_sizes(data, constructor).iter().product()
}

/// The number of the first value that a constructor builds.
fn offset(data: usize, constructor: usize) -> u64 {
    (0..constructor).map(|c| constructor_size(data, c)).sum()
}

impl Term {
    /// The value where the variables have these.
    pub fn value(&self, variables: &[u64]) -> u64 {
        let args: Vec<u64> = self.args.iter().map(|arg| arg.value(variables)).collect();
        let width = |at: usize| match self.args[at].sort {
            Sort::Bits(width) => width,
            _ => 1,
        };
        match &self.op {
            Op::Var(number) => variables[*number],
            Op::Literal(number) => *number,
            Op::Named(name) => named(name, &args, width(0)),
            Op::Extract(high, low) => args[0] >> low & ((1 << (high - low + 1)) - 1),
            Op::ZeroExtend(_) => args[0],
            Op::SignExtend(n) => {
                let negative = args[0] >> (width(0) - 1) & 1 == 1;
                if negative { args[0] | ((1 << n) - 1) << width(0) } else { args[0] }
            }
            Op::Construct(constructor) => {
                let Sort::Data(data) = self.sort else { unreachable!("a constructor of no datatype") };
                let sizes = field_sizes(data, *constructor);
                let inside = args.iter().zip(sizes).fold(0, |number, (arg, size)| number * size + arg);
                offset(data, *constructor) + inside
            }
            Op::Test(constructor) => {
                let Sort::Data(data) = self.args[0].sort else { unreachable!("a test of no datatype") };
                let first = offset(data, *constructor);
                u64::from((first..first + constructor_size(data, *constructor)).contains(&args[0]))
            }
            Op::Project(field) => {
                let Sort::Data(data) = self.args[0].sort else { unreachable!("a field of no datatype") };
                let sizes = field_sizes(data, 0);
                let below: u64 = sizes[field + 1..].iter().product();
                args[0] / below % sizes[*field]
            }
            Op::Select => {
                let base = size(&self.sort);
                args[0] / base.pow(args[1] as u32) % base
            }
            Op::Store => {
                let base = size(&self.args[2].sort);
                let place = base.pow(args[1] as u32);
                args[0] - args[0] / place % base * place + args[2] * place
            }
            Op::Constant => {
                let Sort::Array(index, element) = &self.sort else { unreachable!("a constant array of no array sort") };
                let base = size(element);
                (0..size(index)).fold(0, |number, _| number * base + args[0])
            }
        }
    }

    /// As written in SMT-LIB; variables are `v0`, `v1` …
    pub fn text(&self) -> String {
        let head = match &self.op {
            Op::Var(number) => return format!("v{number}"),
            Op::Literal(number) => {
                return match self.sort {
                    Sort::Bits(width) => format!("(_ bv{number} {width})"),
                    _ => (*number == 1).to_string(),
                };
            }
            Op::Named(name) => (*name).to_string(),
            Op::Extract(high, low) => format!("(_ extract {high} {low})"),
            Op::ZeroExtend(n) => format!("(_ zero_extend {n})"),
            Op::SignExtend(n) => format!("(_ sign_extend {n})"),
            Op::Construct(constructor) => match self.sort {
                Sort::Data(data) => DATATYPES[data].constructors[*constructor].0.to_string(),
                _ => String::new(),
            },
            Op::Test(constructor) => match self.args[0].sort {
                Sort::Data(data) => format!("(_ is {})", DATATYPES[data].constructors[*constructor].0),
                _ => String::new(),
            },
            Op::Project(field) => match self.args[0].sort {
                Sort::Data(data) => DATATYPES[data].constructors[0].1[*field].0.to_string(),
                _ => String::new(),
            },
            Op::Select => "select".to_string(),
            Op::Store => "store".to_string(),
            Op::Constant => format!("(as const {})", self.sort.text()),
        };
        if self.args.is_empty() {
            return head;
        }
        let args: Vec<String> = self.args.iter().map(Term::text).collect();
        format!("({head} {})", args.join(" "))
    }
}

fn named(name: &str, args: &[u64], width: u32) -> u64 {
    let mask = (1u64 << width) - 1;
    let signed = |value: u64| if value >> (width - 1) & 1 == 1 { value as i64 - (1i64 << width) } else { value as i64 };
    let (a, b) = (args[0], args.get(1).copied().unwrap_or(0));
    let bits = |value: i64| value as u64 & mask;
    match name {
        "not" => 1 - a,
        "and" => u64::from(args.iter().all(|&v| v == 1)),
        "or" => u64::from(args.contains(&1)),
        "=>" => u64::from(a == 0 || b == 1),
        "xor" => a ^ b,
        "=" => u64::from(args.windows(2).all(|pair| pair[0] == pair[1])),
        "distinct" => u64::from((0..args.len()).all(|i| !args[..i].contains(&args[i]))),
        "ite" => args[if a == 1 { 1 } else { 2 }],
        "bvnot" => !a & mask,
        "bvneg" => bits(-(a as i64)),
        "bvand" => a & b,
        "bvor" => a | b,
        "bvxor" => a ^ b,
        "bvadd" => (a + b) & mask,
        "bvsub" => bits(a as i64 - b as i64),
        "bvmul" => (a * b) & mask,
        "bvudiv" => a.checked_div(b).unwrap_or(mask),
        "bvurem" => a.checked_rem(b).unwrap_or(a),
        "bvshl" => {
            if b >= u64::from(width) {
                0
            } else {
                a << b & mask
            }
        }
        "bvlshr" => {
            if b >= u64::from(width) {
                0
            } else {
                a >> b
            }
        }
        "bvashr" => bits(signed(a) >> b.min(31)),
        "bvult" => u64::from(a < b),
        "bvule" => u64::from(a <= b),
        "bvslt" => u64::from(signed(a) < signed(b)),
        "bvsle" => u64::from(signed(a) <= signed(b)),
        _ => unreachable!("operator {name}"),
    }
}
