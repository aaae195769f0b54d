//! The notation of C: values, conditions, calls.

use horn_frontend::interp::{Array, Value, length, to_i128};
use horn_frontend::ir::{FloatFormat, Program, TypeId, TypeKind};
use horn_frontend::{Notation, Operator};
use horn_solver::num::Int;

/// The number of a null pointer: no element of anything, and further away than any sum leads.
pub(crate) fn null() -> Int {
    -Int::pow2(120)
}

/// The number of a pointer to an object that has ended: no element of anything, and no null pointer.
pub(crate) fn dangling() -> Int {
    -Int::pow2(121)
}

/// Elements of an array that are shown.
const SHOWN: usize = 20;

/// C as it is written.
#[derive(Clone, Copy, Debug)]
pub struct CNotation;

impl Notation for CNotation {
    fn value(&self, program: &Program, ty: TypeId, value: &Value) -> String {
        text(program, ty, value)
    }

    fn truth(&self, value: bool) -> &'static str {
        if value { "1" } else { "0" }
    }

    fn operator(&self, operator: Operator) -> Option<&'static str> {
        Some(match operator {
            Operator::And => "&&",
            Operator::Or => "||",
            Operator::Equal => "==",
            Operator::Unequal => "!=",
            Operator::Less => "<",
            Operator::AtMost => "<=",
            Operator::Greater => ">",
            Operator::AtLeast => ">=",
            Operator::Plus => "+",
            Operator::Minus => "-",
            Operator::Times => "*",
            // `%` has the sign of its left operand.
            Operator::Modulo => return None,
        })
    }

    fn not(&self, condition: &str) -> String {
        format!("!{condition}")
    }

    fn component(&self, array: &str, index: &[String]) -> String {
        index.iter().fold(array.to_string(), |all, index| format!("{all}[{index}]"))
    }

    /// ACSL's.
    fn on_entry(&self, variable: &str) -> Option<String> {
        Some(format!("\\old({variable})"))
    }

    fn assignment(&self, target: &str, value: &str) -> String {
        format!("{target} = {value}")
    }

    fn call(&self, callee: &str, arguments: &[(String, String)]) -> String {
        let arguments: Vec<String> = arguments.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        format!("{callee}({})", arguments.join(", "))
    }

    /// A pointer into an array is a number as the distance from its first element.
    fn in_conditions(&self, program: &Program, ty: TypeId, name: &str) -> Option<String> {
        let plain = self.is_name(name).then(|| name.to_string())?;
        match program.ty(ty).name.strip_prefix('&') {
            None => Some(plain),
            Some(target) => target.strip_suffix("[]").map(|array| format!("({plain} - {array})")),
        }
    }

    fn is_name(&self, name: &str) -> bool {
        !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "_[]".contains(c))
    }
}

/// The text of a value of a type.
pub(crate) fn text(program: &Program, ty: TypeId, value: &Value) -> String {
    let kind = &program.ty(ty).kind;
    match (value, kind) {
        (Value::Bool(value), _) => CNotation.truth(*value).to_string(),
        (Value::Int(value), _) => match program.ty(ty).name.strip_prefix('&') {
            Some(target) => pointer(target, value),
            None => value.to_string(),
        },
        (Value::Float(value), _) if value.is_nan() => "NAN".to_string(),
        (Value::Float(value), _) if value.is_infinite() => {
            if *value > 0.0 { "INFINITY" } else { "-INFINITY" }.to_string()
        }
        (Value::Float(value), TypeKind::Float(ty)) if ty.format == FloatFormat::F32 => {
            format!("{:?}f", *value as f32)
        }
        (Value::Float(value), _) => format!("{value:?}"),
        (Value::Array(value), TypeKind::Array(ty)) => array(program, ty.component, value),
        (Value::Record(fields), TypeKind::Record(ty)) => {
            let fields = ty.fields.iter().zip(fields.iter());
            let fields: Vec<String> =
                fields.map(|(field, value)| format!(".{} = {}", field.name, text(program, field.ty, value))).collect();
            format!("{{{}}}", fields.join(", "))
        }
        (Value::Array(_) | Value::Record(_) | Value::Open, _) => "{…}".to_string(),
    }
}

/// A pointer with the number of an element, by what it points to: an array `a[]` or another object `x`, behind it a
/// question mark if it may as well point to nothing.
fn pointer(target: &str, value: &Int) -> String {
    let target = target.trim_end_matches('?');
    match (target.strip_suffix("[]"), value) {
        _ if *value == null() => "NULL".to_string(),
        _ if *value == dangling() => "(a pointer to an object that has ended)".to_string(),
        (None, value) if value.is_zero() && !target.is_empty() => format!("&{target}"),
        (None, value) if !target.is_empty() => format!("&{target} + {value}"),
        (Some(array), value) => format!("&{array}[{value}]"),
        (None, value) => format!("(a pointer with the number {value})"),
    }
}

/// The first elements, in GNU's notation where all others are the same.
fn array(program: &Program, component: TypeId, array: &Array) -> String {
    let sizes: Option<Vec<i128>> = array.bounds.iter().map(|(first, last)| to_i128(&length(first, last))).collect();
    let (Some(sizes), Some(size)) = (sizes, array.size()) else { return "{…}".to_string() };
    let place = |offset: i128| {
        let mut rest = offset;
        let mut index = Vec::new();
        for size in sizes.iter().rev() {
            index.push(format!("[{}]", rest % (*size).max(1)));
            rest /= (*size).max(1);
        }
        index.reverse();
        index.concat()
    };
    if size == 0 {
        return "{}".to_string();
    }
    let mut parts: Vec<String> = Vec::new();
    let others = i128::try_from(array.cells.len()).is_ok_and(|cells| cells < size);
    if others {
        let last: String = sizes.iter().map(|size| format!("[0 ... {}]", size - 1)).collect();
        parts.push(format!("{last} = {}", text(program, component, &array.default)));
    }
    for (offset, value) in array.cells.iter().take(SHOWN) {
        parts.push(format!("{} = {}", place(*offset), text(program, component, value)));
    }
    if array.cells.len() > SHOWN {
        parts.push("…".to_string());
    }
    format!("{{{}}}", parts.join(", "))
}
