//! Ada programs from a seed, with inputs: what an interpreter, a compiled program and a verifier must agree on.
//!
//! A batch is one package with many functions, so that it is compiled at once. Everything that can raise stands on a
//! line of its own statement, since the order in which operands are evaluated is not fixed: two runs then agree on the
//! line, if not on the check. Loops have constant bounds or fuel; names, literals and indexes are mostly in range, so
//! that most runs come far.

mod composite;
pub mod mains;

use crate::gnat::Unit;
use horn_solver::random::SplitMix;
use std::fmt::Write;

/// A package with functions and calls of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// The name of the package.
    pub unit: Unit,
    /// The text of its specification.
    pub spec: String,
    /// The text of its body.
    pub body: String,
    /// The calls: the function's name and its actual parameters.
    pub calls: Vec<(String, Vec<i64>)>,
}

/// The types of the generated programs. The first parameter of a function is an Integer, the second a Percent.
const TYPES: &str = "\
   type Small is range -100 .. 100;
   subtype Percent is Integer range 0 .. 100;
   type Byte is mod 256;
   type Digit is mod 10;
   type Colour is (Red, Green, Blue, White);
   type Long is range -2 ** 62 .. 2 ** 62;
   subtype Even is Integer range -1_000 .. 1_000 with Dynamic_Predicate => Even mod 2 = 0;
   subtype Place is Integer range 1 .. 5;
   type Vector is array (Integer range <>) of Integer;
   subtype Row is Vector (Place);
   type Grid is array (1 .. 3, Colour) of Percent;
   type Shape (Kind : Colour := Red) is record
      case Kind is
         when Red =>
            Side : Integer;
         when Green | Blue =>
            Radius : Percent;
            Turned : Boolean;
         when White =>
            null;
      end case;
   end record;
   Failed : exception;
   type Pair is record
      Left  : Integer;
      Right : Percent;
   end record;
";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ty {
    Integer,
    Percent,
    Small,
    Byte,
    Digit,
    Colour,
    Boolean,
    Float,
}

const SCALARS: [Ty; 8] = [Ty::Integer, Ty::Integer, Ty::Percent, Ty::Small, Ty::Byte, Ty::Digit, Ty::Colour, Ty::Float];

impl Ty {
    fn name(self) -> &'static str {
        match self {
            Ty::Integer => "Integer",
            Ty::Percent => "Percent",
            Ty::Small => "Small",
            Ty::Byte => "Byte",
            Ty::Digit => "Digit",
            Ty::Colour => "Colour",
            Ty::Boolean => "Boolean",
            Ty::Float => "Float",
        }
    }
}

/// Generates a batch of `count` functions from a seed, with `inputs` calls of each.
pub fn batch(seed: u64, count: usize, inputs: usize) -> Batch {
    let mut random = SplitMix(seed);
    let name = format!("Generated_{seed}");
    let mut spec = format!("with Interfaces; use Interfaces;\npackage {name} is\n\n{TYPES}");
    let mut body = format!("package body {name} is\n{}", composite::HELPERS);
    let mut calls = Vec::new();
    for number in 1..=count {
        let function = Function::new(&mut random, number).text();
        // Writing to a string cannot fail.
        let _ = writeln!(spec, "\n   function F_{number} (A : Integer; B : Percent) return Integer;");
        body += &function;
        for _ in 0..inputs {
            calls.push((format!("F_{number}"), vec![integer(&mut random), random.within(0, 100)]));
        }
    }
    let _ = writeln!(spec, "\nend {name};");
    let _ = writeln!(body, "\nend {name};");
    Batch { unit: Unit { name, package: true }, spec, body, calls }
}

/// An interesting integer.
fn integer(random: &mut SplitMix) -> i64 {
    match random.below(8) {
        0 => i64::from(i32::MIN) + random.within(0, 2),
        1 => i64::from(i32::MAX) - random.within(0, 2),
        2 | 3 => random.within(-3, 3),
        4 | 5 => random.within(-200, 200),
        6 => random.within(-50_000, 50_000),
        _ => random.within(i64::from(i32::MIN), i64::from(i32::MAX)),
    }
}

struct Function<'r> {
    random: &'r mut SplitMix,
    number: usize,
    /// Variables in scope that may be assigned.
    variables: Vec<(String, Ty)>,
    /// Loop parameters in scope.
    constants: Vec<(String, Ty)>,
    text: String,
    indent: usize,
    /// Statements still to be written.
    budget: usize,
    loops: usize,
    labels: usize,
}

impl<'r> Function<'r> {
    fn new(random: &'r mut SplitMix, number: usize) -> Function<'r> {
        let budget = 4 + usize::try_from(random.below(10)).unwrap_or(0);
        Function {
            random,
            number,
            variables: Vec::new(),
            constants: vec![("A".to_string(), Ty::Integer), ("B".to_string(), Ty::Percent)],
            text: String::new(),
            indent: 6,
            budget,
            loops: 0,
            labels: 0,
        }
    }

    fn text(mut self) -> String {
        let mut head = format!("\n   function F_{} (A : Integer; B : Percent) return Integer is\n", self.number);
        let mut variables = vec![("X".to_string(), Ty::Integer), ("Flag".to_string(), Ty::Boolean)];
        for at in 0..2 + self.random.below(4) {
            variables.push((format!("V{at}"), *self.random.pick(&SCALARS)));
        }
        for (name, ty) in &variables {
            let value = self.literal(*ty);
            let _ = writeln!(head, "      {name} : {} := {value};", ty.name());
        }
        let _ = writeln!(head, "      R : Row := (others => {});", self.random.within(-9, 9));
        let _ = writeln!(head, "      P : Pair := (Left => {}, Right => {});", 1, self.random.within(0, 100));
        let _ = writeln!(head, "      S : Shape := (Kind => Red, Side => {});", self.random.within(-9, 99));
        let _ = writeln!(head, "      G : Grid := (others => (others => {}));", self.random.within(0, 9));
        let _ = writeln!(head, "      E : Even := 0;\n      W : Unsigned_16 := {};", self.random.within(0, 65_535));
        let _ = writeln!(head, "      Fuel : Natural := 0;");
        let nested = self.random.one_in(2);
        let (mut down, mut change) = (String::new(), String::new());
        if nested {
            let _ = write!(
                down,
                "\n      function Down (N : Percent) return Integer is\n      begin\n         if N = 0 then\n            return {};\n         \
                 end if;\n         Fuel := Fuel + 1;\n         return Down (N - {}) + {};\n      end Down;\n",
                self.random.pick(&["A", "B", "Fuel", "X"]),
                self.random.pick(&["1", "2", "N"]),
                self.random.pick(&["1", "N", "X mod 3"]),
            );
            let _ = write!(
                change,
                "\n      procedure Change (N : in out Integer; By : Percent) is\n      begin\n         \
                 {};\n      end Change;\n\n",
                self.random.pick(&["N := N + By", "N := N / (By - 50)", "N := N - 2 * By"])
            );
        }
        self.variables = variables;
        while self.budget > 0 {
            self.statement(nested, 3);
        }
        let result = self.expression(Ty::Integer, 2);
        self.line(&format!("return {result};"));
        // One that nobody calls would be analysed with any values, as if somebody did.
        for (text, call) in [(down, "Down ("), (change, "Change (")] {
            head += if self.text.contains(call) { &text } else { "" };
        }
        let _ = writeln!(head, "   begin\n{}   end F_{};", self.text, self.number);
        head
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{}{text}", " ".repeat(self.indent));
    }

    /// A few statements one level further in.
    fn block(&mut self, nested: bool, depth: usize) {
        self.indent += 3;
        for _ in 0..1 + self.random.below(2) {
            self.statement(nested, depth);
        }
        self.indent -= 3;
    }

    fn statement(&mut self, nested: bool, depth: usize) {
        self.budget = self.budget.saturating_sub(1);
        if self.random.one_in(3) {
            return self.composite_statement(nested, depth);
        }
        let kind = if depth == 0 { self.random.below(6) } else { self.random.below(12) };
        match kind {
            0..=2 => {
                let (name, ty) = self.random.pick(&self.variables.clone()).clone();
                let value = self.expression(ty, 2);
                self.line(&format!("{name} := {value};"));
            }
            3 => {
                let (index, value) = (self.index(), self.expression(Ty::Integer, 1));
                self.line(&format!("R ({index}) := {value};"));
            }
            4 => {
                let (field, ty) = *self.random.pick(&[("Left", Ty::Integer), ("Right", Ty::Percent)]);
                let value = self.expression(ty, 2);
                self.line(&format!("P.{field} := {value};"));
            }
            5 if nested && self.random.one_in(3) => self.line("X := Down (B mod 10);"),
            5 if nested => {
                let by = self.expression(Ty::Percent, 1);
                self.line(&format!("Change (X, {by});"));
            }
            5 => {
                let condition = self.condition(1);
                let guard = self.condition(1);
                self.line(&format!("pragma Assert (if {guard} then ({condition}) or else (X = X));"));
            }
            6 | 7 => {
                let condition = self.condition(2);
                self.line(&format!("if {condition} then"));
                self.block(nested, depth - 1);
                if self.random.one_in(3) {
                    let condition = self.condition(1);
                    self.line(&format!("elsif {condition} then"));
                    self.block(nested, depth - 1);
                }
                if self.random.one_in(2) {
                    self.line("else");
                    self.block(nested, depth - 1);
                }
                self.line("end if;");
            }
            8 => self.for_loop(nested, depth),
            9 => {
                self.loops += 1;
                let (condition, limit) = (self.condition(1), self.random.within(1, 6));
                self.line("Fuel := 0;");
                self.line(&format!("while Fuel < {limit} and then ({condition}) loop"));
                self.indent += 3;
                self.line("Fuel := Fuel + 1;");
                self.indent -= 3;
                self.simple_block();
                self.line("end loop;");
            }
            10 => {
                self.line("case Colour'Val (abs (B mod 4)) is");
                self.indent += 3;
                self.line("when Red =>");
                self.block(nested, 0);
                self.line("when Green .. Blue =>");
                self.block(nested, 0);
                self.line("when others =>");
                self.block(nested, 0);
                self.indent -= 3;
                self.line("end case;");
            }
            _ => {
                let condition = self.condition(2);
                self.line(&format!("pragma Assert ({condition});"));
            }
        }
    }

    /// Statements without loops: what uses the fuel is not nested.
    fn simple_block(&mut self) {
        self.block(false, 0);
    }

    fn for_loop(&mut self, nested: bool, depth: usize) {
        self.labels += 1;
        let name = format!("I{}", self.labels);
        let (low, high) = (self.random.within(-2, 3), self.random.within(0, 6));
        let order = if self.random.one_in(3) { "reverse " } else { "" };
        let range = match self.random.below(4) {
            0 => "Place".to_string(),
            1 => format!("Place range 1 .. {}", self.random.within(0, 6)),
            2 => format!("Integer range {low} .. B mod 7"),
            _ => format!("{low} .. {high}"),
        };
        self.line(&format!("for {name} in {order}{range} loop"));
        self.constants.push((name, Ty::Integer));
        if self.random.one_in(3) {
            let condition = self.condition(1);
            self.indent += 3;
            self.line(&format!("exit when {condition};"));
            self.indent -= 3;
        }
        self.block(nested, depth - 1);
        self.constants.pop();
        self.line("end loop;");
    }

    /// An index of a row, mostly in range.
    fn index(&mut self) -> String {
        match self.random.below(6) {
            0..=2 => self.random.within(1, 5).to_string(),
            3 => "B mod 5 + 1".to_string(),
            4 => "B mod 6 + 1".to_string(),
            _ => self.name(Ty::Integer).map_or("2".to_string(), |name| format!("abs {name} mod 5 + 1")),
        }
    }

    fn literal(&mut self, ty: Ty) -> String {
        match ty {
            Ty::Integer => match self.random.below(4) {
                0 => "Integer'Last".to_string(),
                _ => bracketed(self.random.within(-20, 1_000)),
            },
            Ty::Percent => self.random.within(0, 100).to_string(),
            Ty::Small => bracketed(self.random.within(-100, 100)),
            Ty::Byte => self.random.within(0, 255).to_string(),
            Ty::Digit => self.random.within(0, 9).to_string(),
            Ty::Colour => (*self.random.pick(&["Red", "Green", "Blue", "White"])).to_string(),
            Ty::Boolean => (*self.random.pick(&["True", "False"])).to_string(),
            Ty::Float => (*self.random.pick(&["0.5", "1.0", "0.1", "3.25", "100.0", "1.0E6"])).to_string(),
        }
    }

    /// A variable or loop parameter of that type.
    fn name(&mut self, ty: Ty) -> Option<String> {
        let known: Vec<String> = self
            .variables
            .iter()
            .chain(&self.constants)
            .filter(|(_, other)| *other == ty)
            .map(|(name, _)| name.clone())
            .collect();
        if known.is_empty() { None } else { Some(self.random.pick(&known).clone()) }
    }

    /// Something that is not known at compile time.
    fn operand(&mut self, ty: Ty) -> String {
        if let Some(name) = self.name(ty) {
            return name;
        }
        match ty {
            Ty::Integer => "A".to_string(),
            Ty::Percent => "B".to_string(),
            Ty::Small => "Small (B)".to_string(),
            Ty::Byte => "Byte (B)".to_string(),
            Ty::Digit => "Digit (B mod 10)".to_string(),
            Ty::Colour => "Colour'Val (B mod 4)".to_string(),
            Ty::Boolean => "(B > 50)".to_string(),
            Ty::Float => "Float (B)".to_string(),
        }
    }

    /// An expression of that type; its value may be out of range.
    fn expression(&mut self, ty: Ty, depth: usize) -> String {
        if depth == 0 || self.random.one_in(4) {
            return if self.random.one_in(3) { self.literal(ty) } else { self.operand(ty) };
        }
        if self.random.one_in(8) {
            let (condition, then, other) =
                (self.condition(depth - 1), self.expression(ty, depth - 1), self.expression(ty, depth - 1));
            return format!("(if {condition} then {then} else {other})");
        }
        match ty {
            Ty::Integer | Ty::Percent => self.arithmetic(Ty::Integer, depth),
            Ty::Small => self.arithmetic(Ty::Small, depth),
            Ty::Byte | Ty::Digit => {
                let (left, right) = (self.operand(ty), self.expression(ty, depth - 1));
                let bits = if ty == Ty::Byte { &["and", "or", "xor"][..] } else { &["+", "-"] };
                match self.random.below(7) {
                    0 => format!("(not {left})"),
                    1 => format!("(-{left})"),
                    2 => format!("({left} {} {right})", self.random.pick(bits)),
                    3 => {
                        format!("{} (abs {} mod {})", ty.name(), self.operand(Ty::Integer), self.random.within(8, 300))
                    }
                    _ => format!("({left} {} {right})", self.random.pick(&["+", "-", "*", "/", "mod"])),
                }
            }
            Ty::Colour => match self.random.below(3) {
                0 => format!("Colour'Succ ({})", self.operand(Ty::Colour)),
                1 => format!("Colour'Pred ({})", self.operand(Ty::Colour)),
                _ => format!("Colour'Val (B mod {})", self.random.within(2, 5)),
            },
            Ty::Boolean => format!("({})", self.condition(depth)),
            Ty::Float => {
                let (left, right) = (self.operand(ty), self.expression(ty, depth - 1));
                match self.random.below(6) {
                    0 => format!("Float ({})", self.operand(Ty::Integer)),
                    1 => format!("abs {left}"),
                    2 => format!("Float'Max ({left}, {right})"),
                    _ => format!("({left} {} {right})", self.random.pick(&["+", "-", "*", "/"])),
                }
            }
        }
    }

    /// Arithmetic of a signed type.
    fn arithmetic(&mut self, ty: Ty, depth: usize) -> String {
        let (left, right) = (self.operand(ty), self.expression(ty, depth - 1));
        let name = ty.name();
        if ty == Ty::Integer && self.random.one_in(4) {
            return self.composite_integer();
        }
        match self.random.below(14) {
            0..=2 => format!("({left} + {right})"),
            3 | 4 => format!("({left} - {right})"),
            5 => format!("({left} * {right})"),
            6 => format!("({left} / {right})"),
            7 => format!("({left} mod {right})"),
            8 => format!("({left} rem {right})"),
            9 => format!("(-{left})"),
            10 => format!("{name}'{} ({left}, {right})", self.random.pick(&["Min", "Max"])),
            11 => format!("({left} ** {})", self.random.within(0, 3)),
            12 => format!("{name} ({})", self.operand(if ty == Ty::Integer { Ty::Small } else { Ty::Percent })),
            _ if ty == Ty::Integer => match self.random.below(5) {
                0 => format!("R ({})", self.index()),
                1 => "P.Left".to_string(),
                2 => format!("Colour'Pos ({})", self.operand(Ty::Colour)),
                3 => format!("Integer ({})", self.operand(Ty::Byte)),
                _ => format!("Integer ({})", self.operand(Ty::Float)),
            },
            _ => format!("abs {left}"),
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        if depth > 0 && self.random.one_in(4) {
            let (left, right) = (self.condition(depth - 1), self.condition(depth - 1));
            let op = self.random.pick(&["and then", "or else", "and", "or", "xor"]);
            return format!("({left}) {op} ({right})");
        }
        if self.random.one_in(5) {
            return self.composite_condition();
        }
        let ty = *self.random.pick(&SCALARS);
        match self.random.below(10) {
            0 => "Flag".to_string(),
            1 => "not Flag".to_string(),
            2 => format!("{} in {} .. B", self.operand(Ty::Integer), self.random.within(-5, 20)),
            3 => format!(
                "(for {} I in Place => R (I) {} X)",
                self.random.pick(&["all", "some"]),
                self.random.pick(&["<", "/="])
            ),
            4 => format!("{} in 1 | 5 .. 10 | 77", self.operand(Ty::Integer)),
            _ => {
                let (left, right) = (self.operand(ty), self.expression(ty, depth));
                format!("{left} {} {right}", self.random.pick(&["=", "/=", "<", "<=", ">", ">="]))
            }
        }
    }
}

fn bracketed(number: i64) -> String {
    if number < 0 { format!("({number})") } else { number.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_batch_again() {
        let one = batch(7, 5, 2);
        assert_eq!(one, batch(7, 5, 2));
        assert_ne!(one.body, batch(8, 5, 2).body);
        assert_eq!((one.calls.len(), one.body.matches("\n   function F_").count()), (10, 5));
    }
}
