//! How the while-language is written: `~1`, `x <> 2 andalso y = 3`, `x := 4`.

use horn_frontend::interp::Value;
use horn_frontend::ir::{Program, TypeId};
use horn_frontend::{Notation, Operator};

/// The notation of [`crate::language::Toy`].
pub struct ToyNotation;

impl Notation for ToyNotation {
    fn value(&self, _: &Program, _: TypeId, value: &Value) -> String {
        match value {
            Value::Int(value) if value.is_negative() => format!("~{}", value.abs()),
            Value::Int(value) => value.to_string(),
            Value::Bool(value) => self.truth(*value).to_string(),
            Value::Float(_) | Value::Array(_) | Value::Record(_) | Value::Open => "?".to_string(),
        }
    }

    fn truth(&self, value: bool) -> &'static str {
        if value { "true" } else { "false" }
    }

    fn operator(&self, operator: Operator) -> Option<&'static str> {
        Some(match operator {
            Operator::And => "andalso",
            Operator::Or => "orelse",
            Operator::Equal => "=",
            Operator::Unequal => "<>",
            Operator::Less => "<",
            Operator::AtMost => "<=",
            Operator::Greater => ">",
            Operator::AtLeast => ">=",
            Operator::Plus => "+",
            Operator::Minus => "-",
            Operator::Times => "*",
            // `div` and what belongs to it are for numbers of any sign.
            Operator::Modulo => return None,
        })
    }

    fn not(&self, condition: &str) -> String {
        format!("not {condition}")
    }

    fn component(&self, array: &str, index: &[String]) -> String {
        format!("sub {array} {}", index.join(" "))
    }

    fn on_entry(&self, _: &str) -> Option<String> {
        None
    }

    fn assignment(&self, target: &str, value: &str) -> String {
        format!("{target} gets {value}")
    }

    fn call(&self, callee: &str, arguments: &[(String, String)]) -> String {
        let arguments: Vec<String> = arguments.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        format!("{callee} {{{}}}", arguments.join(", "))
    }
}
