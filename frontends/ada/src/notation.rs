//! The notation of Ada: values that can be pasted into a program, conditions, calls.

use horn_frontend::interp::{self, Array, Value};
use horn_frontend::ir::{ArrayType, FloatFormat, IntType, Program, TypeId, TypeKind};
use horn_frontend::{Notation, Operator};
use horn_solver::num::{Int, Rat};

/// Numbers from here on are shown by the bound they are, as in `Integer'Last`.
const LARGE: i64 = 30_000;

/// Ada as it is written.
#[derive(Clone, Copy, Debug)]
pub struct AdaNotation;

impl Notation for AdaNotation {
    fn value(&self, program: &Program, ty: TypeId, value: &Value) -> String {
        text(program, ty, value)
    }

    fn truth(&self, value: bool) -> &'static str {
        if value { "True" } else { "False" }
    }

    fn operator(&self, operator: Operator) -> Option<&'static str> {
        Some(match operator {
            Operator::And => "and",
            Operator::Or => "or",
            Operator::Equal => "=",
            Operator::Unequal => "/=",
            Operator::Less => "<",
            Operator::AtMost => "<=",
            Operator::Greater => ">",
            Operator::AtLeast => ">=",
            Operator::Plus => "+",
            Operator::Minus => "-",
            Operator::Times => "*",
            // By a positive number it is the remainder from 0 on (RM 4.5.5).
            Operator::Modulo => "mod",
        })
    }

    fn not(&self, condition: &str) -> String {
        format!("not {condition}")
    }

    fn component(&self, array: &str, index: &[String]) -> String {
        format!("{array} ({})", index.join(", "))
    }

    fn on_entry(&self, variable: &str) -> Option<String> {
        Some(format!("{variable}'Old"))
    }

    fn assignment(&self, target: &str, value: &str) -> String {
        format!("{target} := {value}")
    }

    fn call(&self, callee: &str, arguments: &[(String, String)]) -> String {
        if arguments.is_empty() {
            return callee.to_string();
        }
        let arguments: Vec<String> = arguments.iter().map(|(name, value)| format!("{name} => {value}")).collect();
        format!("{callee} ({})", arguments.join(", "))
    }

    /// Values of enumerations are numbers there, and those of fixed point types multiples of their smalls.
    fn in_conditions(&self, program: &Program, ty: TypeId, name: &str) -> Option<String> {
        match &program.ty(ty).kind {
            TypeKind::Int(int) if int.literals.is_some() || int.small.is_some() => self.as_number(program, ty, name),
            _ => self.is_name(name).then(|| name.to_string()),
        }
    }

    /// Positions are numbers of a type that goes together with all others (RM 3.5.5), and a quotient of fixed point
    /// numbers has the type that it is converted to (RM 4.5.5).
    fn as_number(&self, program: &Program, ty: TypeId, name: &str) -> Option<String> {
        let of_type = program.ty(ty);
        let plain = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.');
        if !plain(&of_type.name) || !self.is_name(name) {
            return None;
        }
        match &of_type.kind {
            TypeKind::Int(IntType { small: Some(_), .. }) => {
                Some(format!("Long_Long_Integer ({name} / {}'Small)", of_type.name))
            }
            TypeKind::Int(_) | TypeKind::Modular(_) => Some(format!("{}'Pos ({name})", of_type.name)),
            _ => self.in_conditions(program, ty, name),
        }
    }

    /// Names, also of attributes and components, as lowering makes them up: `X'Old`, `A (1)`.
    fn is_name(&self, name: &str) -> bool {
        let good = |c: char| c.is_alphanumeric() || "_.'() ".contains(c);
        !name.is_empty() && name.chars().all(good)
    }
}

/// The text of a value of a type.
fn text(program: &Program, ty: TypeId, value: &Value) -> String {
    let kind = &program.ty(ty).kind;
    match (value, kind) {
        (Value::Bool(value), _) => AdaNotation.truth(*value).to_string(),
        (Value::Int(value), TypeKind::Int(int)) => integer(&program.ty(ty).name, int, value),
        // An index of Boolean.
        (Value::Int(value), TypeKind::Bool) => AdaNotation.truth(!value.is_zero()).to_string(),
        (Value::Int(value), _) => value.to_string(),
        (Value::Float(value), TypeKind::Float(ty)) => float(*value, ty.format),
        (Value::Float(value), _) => float(*value, FloatFormat::F64),
        (Value::Array(value), TypeKind::Array(ty)) => {
            if let Some(text) = string(program, ty, value) {
                return text;
            }
            let fixed = ty.bounds.is_some();
            aggregate(program, &ty.index, ty.component, value, 0, 0, fixed)
        }
        (Value::Record(fields), TypeKind::Record(ty)) => {
            let fields: Vec<String> = ty
                .fields
                .iter()
                .zip(fields.iter())
                .filter(|(field, _)| interp::exists(field, fields))
                .map(|(field, value)| format!("{} => {}", field.name, text(program, field.ty, value)))
                .collect();
            format!("({})", fields.join(", "))
        }
        (Value::Array(_) | Value::Record(_) | Value::Open, _) => "(…)".to_string(),
    }
}

fn integer(name: &str, ty: &IntType, value: &Int) -> String {
    if let Some(literals) = &ty.literals {
        let place = value.to_i64().and_then(|at| usize::try_from(at).ok());
        if let Some(literal) = place.and_then(|at| literals.get(at)) {
            return literal.clone();
        }
    }
    if let Some(small) = &ty.small {
        return fixed(value, small);
    }
    let plain = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.');
    if let Some(range) = ty.range.as_ref().filter(|_| plain && name != "universal_integer")
        && value.abs() >= Int::from(LARGE)
    {
        if *value == range.first {
            return format!("{name}'First");
        }
        if *value == range.last {
            return format!("{name}'Last");
        }
    }
    value.to_string()
}

/// A multiple of a small as a decimal literal, or as a product if it has no end.
fn fixed(value: &Int, small: &Rat) -> String {
    let number = &Rat::from(value.clone()) * small;
    let mut digits = number.abs();
    let mut text = String::new();
    if number.is_negative() {
        text.push('-');
    }
    let ten = Rat::from(10);
    let whole = digits.floor();
    text += &format!("{whole}.");
    for place in 0..64 {
        digits = &digits - &Rat::from(digits.floor());
        if digits.is_zero() {
            if place == 0 {
                text.push('0');
            }
            return text;
        }
        digits = &digits * &ten;
        text += &digits.floor().to_string();
    }
    format!("{value} * {} / {}.0", small.numer(), small.denom())
}

/// The shortest decimal literal that denotes the same machine number.
fn float(value: f64, format: FloatFormat) -> String {
    let text = match format {
        FloatFormat::F32 => format!("{:?}", value as f32),
        FloatFormat::F64 => format!("{value:?}"),
    };
    match text.split_once('e') {
        Some((mantissa, exponent)) => {
            let point = if mantissa.contains('.') { "" } else { ".0" };
            format!("{mantissa}{point}E{exponent}")
        }
        None => text,
    }
}

/// A string literal, if the value is an array of plain characters with the bounds of one: it begins at the first value
/// of the index subtype, and a null one ends in front of it (RM 4.2 (10)).
pub(crate) fn string(program: &Program, ty: &ArrayType, array: &Array) -> Option<String> {
    let TypeKind::Int(int) = &program.ty(ty.component).kind else { return None };
    let (first, last) = array.bounds.first().filter(|_| array.bounds.len() == 1)?;
    let size = array.size().filter(|size| *size <= 200)?;
    int.literals.as_ref()?.get(usize::from(b'A')).filter(|literal| *literal == "'A'")?;
    let begin = match &program.ty(*ty.index.first()?).kind {
        TypeKind::Int(index) => index.range.as_ref().map(|range| &range.first),
        _ => None,
    };
    let of_literal = begin == Some(first) && *last == first + &Int::from(i64::try_from(size).ok()? - 1);
    if !of_literal && (ty.bounds.is_none() || size == 0) {
        return None;
    }
    let mut text = String::from("\"");
    for offset in 0..size {
        let Value::Int(code) = array.at(offset) else { return None };
        let code = u8::try_from(code.to_i64()?).ok().filter(|code| (32..127).contains(code))?;
        if code == b'"' {
            text.push('"');
        }
        text.push(char::from(code));
    }
    text.push('"');
    Some(text)
}

/// The aggregate of a dimension, `base` being the offset of its first component.
fn aggregate(
    program: &Program,
    index: &[TypeId],
    component: TypeId,
    array: &Array,
    dimension: usize,
    base: i128,
    fixed: bool,
) -> String {
    let Some((first, last)) = array.bounds.get(dimension) else { return "()".to_string() };
    let inner: Option<i128> = array.bounds[dimension + 1..]
        .iter()
        .try_fold(1i128, |size, (first, last)| size.checked_mul(interp::to_i128(&interp::length(first, last))?));
    let Some(inner) = inner else { return "(…)".to_string() };
    let show = |offset: i128| -> String {
        if dimension + 1 == array.bounds.len() {
            text(program, component, array.at(base + offset))
        } else {
            aggregate(program, index, component, array, dimension + 1, base + offset * inner, fixed)
        }
    };
    let place = |offset: i128| {
        let number = first.clone() + interp::from_i128(offset);
        text(program, index[dimension], &Value::Int(number))
    };
    let size = interp::to_i128(&interp::length(first, last)).unwrap_or(0);
    if size == 0 {
        // An aggregate without components still needs an expression for them.
        let nothing = text(program, component, &Value::zero(program, component));
        return format!(
            "({} .. {} => {nothing})",
            number(program, index[dimension], first),
            number(program, index[dimension], last)
        );
    }
    // The rows that differ from the default, in order.
    let end = base.saturating_add(size.saturating_mul(inner));
    let mut rows: Vec<i128> = array.cells.range(base..end).map(|(offset, _)| (offset - base) / inner).collect();
    rows.dedup();
    let everywhere = i128::try_from(rows.len()) == Ok(size);
    let mut parts: Vec<String> = Vec::new();
    if fixed || everywhere {
        for row in &rows {
            parts.push(format!("{} => {}", place(*row), show(*row)));
        }
        if !everywhere {
            let other = (0..size).find(|row| rows.binary_search(row).is_err()).unwrap_or(0);
            parts.push(format!("others => {}", show(other)));
        }
    } else {
        // No `others` where the bounds come from the value: runs of rows instead.
        let mut row = 0;
        for special in rows.iter().copied().chain([size]) {
            if row < special {
                let range =
                    if row + 1 == special { place(row) } else { format!("{} .. {}", place(row), place(special - 1)) };
                parts.push(format!("{range} => {}", show(row)));
            }
            if special < size {
                parts.push(format!("{} => {}", place(special), show(special)));
            }
            row = special + 1;
        }
    }
    format!("({})", parts.join(", "))
}

fn number(program: &Program, ty: TypeId, value: &Int) -> String {
    text(program, ty, &Value::Int(value.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use horn_frontend::ir::{Range, Type};
    use std::sync::Arc;

    fn int(n: i64) -> Value {
        Value::Int(Int::from(n))
    }

    fn array(bounds: &[(i64, i64)], default: i64, cells: &[(i128, i64)]) -> Array {
        Array {
            bounds: bounds.iter().map(|(a, b)| (Int::from(*a), Int::from(*b))).collect(),
            default: int(default),
            cells: cells.iter().map(|(at, value)| (*at, int(*value))).collect(),
        }
    }

    #[test]
    fn values_can_be_pasted_into_a_program() {
        let mut program = Program::new();
        let integer = program.add_type(Type::int("Integer", Range::signed(32), Range::signed(32)));
        let colour = program.add_type(Type::enumeration("Colour", vec!["Red".into(), "Blue".into()]));
        let fixed = program.add_type(Type::array("Row", vec![integer], Some(vec![Range::new(1, 9)]), integer));
        let free = program.add_type(Type::array("Rows", vec![integer], None, integer));
        let single = program.add_type(Type::float("Float", FloatFormat::F32));
        let pair = program.add_type(Type::record("Pair", vec![("X".into(), integer), ("C".into(), colour)]));
        let show = |ty, value: Value| AdaNotation.value(&program, ty, &value);
        assert_eq!(show(integer, int(i64::from(i32::MIN))), "Integer'First");
        assert_eq!(show(integer, int(-5)), "-5");
        assert_eq!(show(colour, int(1)), "Blue");
        assert_eq!(show(fixed, Value::Array(Arc::new(array(&[(1, 9)], 0, &[(0, 5)])))), "(1 => 5, others => 0)");
        let free_value = |bounds, cells: &[(i128, i64)]| show(free, Value::Array(Arc::new(array(&[bounds], 0, cells))));
        assert_eq!(free_value((1, 5), &[(2, 7)]), "(1 .. 2 => 0, 3 => 7, 4 .. 5 => 0)");
        assert_eq!(free_value((3, 2), &[]), "(3 .. 2 => 0)");
        assert_eq!(show(single, Value::Float(f64::from(0.1f32))), "0.1");
        assert_eq!(show(single, Value::Float(f64::from(1e-10f32))), "1.0E-10");
        assert_eq!(show(single, Value::Float(-2.0)), "-2.0");
        assert_eq!(show(pair, Value::Record(Arc::new(vec![int(3), int(0)]))), "(X => 3, C => Red)");
    }

    /// A literal only where it has the bounds of the value.
    #[test]
    fn literals_have_the_bounds_of_the_value() {
        let mut program = Program::new();
        let positive = program.add_type(Type::int("Positive", Range::new(1, i64::from(i32::MAX)), Range::signed(32)));
        let natural = program.add_type(Type::int("Natural", Range::new(0, i64::from(i32::MAX)), Range::signed(32)));
        let codes = (0..=127u8).map(|code| format!("'{}'", char::from(code))).collect();
        let character = program.add_type(Type::enumeration("Character", codes));
        let colour = program.add_type(Type::enumeration("Colour", vec!["Red".into(), "Blue".into()]));
        let [text, from_zero] =
            [positive, natural].map(|index| program.add_type(Type::array("Text", vec![index], None, character)));
        let colours = program.add_type(Type::array("Colours", vec![positive], None, colour));
        let show = |ty, bounds| {
            AdaNotation.value(&program, ty, &Value::Array(Arc::new(array(&[bounds], i64::from(b'a'), &[]))))
        };
        assert_eq!(show(text, (1, 2)), "\"aa\"");
        assert_eq!(show(text, (2, 3)), "(2 .. 3 => 'a')");
        assert_eq!(show(text, (1, 0)), "\"\"");
        assert!(show(text, (1, -1)).starts_with("(1 .. -1 => "));
        assert_eq!(show(from_zero, (1, 2)), "(1 .. 2 => 'a')");
        assert_eq!(show(from_zero, (0, 1)), "\"aa\"");
        assert_eq!(show(colours, (1, 0)), "(1 .. 0 => Red)");
    }

    #[test]
    fn calls_name_their_parameters() {
        let pair = |name: &str, value: &str| (name.to_string(), value.to_string());
        assert_eq!(AdaNotation.call("P", &[]), "P");
        let arguments = [pair("N", "1"), pair("A", "(others => 0)")];
        assert_eq!(AdaNotation.call("P", &arguments), "P (N => 1, A => (others => 0))");
    }
}
