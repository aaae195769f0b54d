//! The notation of a source language: how values, conditions, assignments and calls are written in it.
//!
//! Everything that speaks of a program (messages, counterexamples, traces, invariants that were found) puts its texts
//! together from these pieces, so that they read like the program. A piece for which a language has no words is left
//! out by whoever asked for it.

use crate::interp::Value;
use crate::ir::{Program, TypeId};
use horn_solver::num::Rat;

/// The operators between two operands that conditions about numbers and truth values need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// Both are true.
    And,
    /// One is true.
    Or,
    /// Equality of any two values.
    Equal,
    /// Its negation.
    Unequal,
    /// Less than.
    Less,
    /// At most.
    AtMost,
    /// Greater than.
    Greater,
    /// At least.
    AtLeast,
    /// The sum of two numbers.
    Plus,
    /// Their difference.
    Minus,
    /// Their product.
    Times,
    /// The remainder of the division by a positive number, from 0 on also for negative dividends.
    Modulo,
}

/// How a language writes things down.
pub trait Notation: Sync {
    /// A value of a type, if possible as an expression that a program may contain.
    fn value(&self, program: &Program, ty: TypeId, value: &Value) -> String;

    /// A truth value in a condition.
    fn truth(&self, value: bool) -> &'static str;

    /// The sign or word of an operator; `None` if the language has none that means exactly this.
    fn operator(&self, operator: Operator) -> Option<&'static str>;

    /// The negation of a condition, which is one name or stands in parentheses.
    fn not(&self, condition: &str) -> String;

    /// A component of an array, given by an index for each dimension.
    fn component(&self, array: &str, index: &[String]) -> String;

    /// The value that a variable had when its subprogram was entered; `None` if the language has no words for that.
    fn on_entry(&self, variable: &str) -> Option<String>;

    /// An assignment, as a trace shows it.
    fn assignment(&self, target: &str, value: &str) -> String;

    /// A call with its arguments: the names of the parameters, and values.
    fn call(&self, callee: &str, arguments: &[(String, String)]) -> String;

    /// Whether the name of a variable is one that a user would write, and not made up by the frontend.
    fn is_name(&self, name: &str) -> bool {
        !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.')
    }

    /// What a variable of a type is called in conditions about numbers and truth values, if it has such a name there.
    fn in_conditions(&self, _program: &Program, _ty: TypeId, name: &str) -> Option<String> {
        self.is_name(name).then(|| name.to_string())
    }

    /// The number that a variable of a type stands for in conditions, where numbers of different types are compared or
    /// added; `None` if the language has no words for that.
    fn as_number(&self, program: &Program, ty: TypeId, name: &str) -> Option<String> {
        self.in_conditions(program, ty, name)
    }

    /// A number in a condition.
    fn number(&self, number: &Rat) -> String {
        number.to_string()
    }

    /// Two operands with an operator between them.
    fn infix(&self, left: &str, operator: Operator, right: &str) -> Option<String> {
        Some(format!("{left} {} {right}", self.operator(operator)?))
    }

    /// What is true together, one after the other.
    fn all_of(&self, conditions: &[String]) -> String {
        conditions.join(&format!(" {} ", self.operator(Operator::And).unwrap_or("and")))
    }

    /// `name = value` as a condition.
    fn equation(&self, name: &str, value: &str) -> String {
        format!("{name} {} {value}", self.operator(Operator::Equal).unwrap_or("="))
    }
}
