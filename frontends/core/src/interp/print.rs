//! Values as text in the syntax of Ada, so that they can be pasted into a program.

use super::value::{Array, Value};
use crate::ir::{FloatFormat, IntType, Program, TypeId, TypeKind};
use horn_solver::num::{Int, Rat};

/// Numbers from here on are shown by the bound they are, as in `Integer'Last`.
const LARGE: i64 = 30_000;

/// The text of a value of a type.
pub fn text(program: &Program, ty: TypeId, value: &Value) -> String {
    let kind = &program.ty(ty).kind;
    match (value, kind) {
        (Value::Bool(value), _) => if *value { "True" } else { "False" }.to_string(),
        (Value::Int(value), TypeKind::Int(int)) => integer(&program.ty(ty).name, int, value),
        (Value::Int(value), _) => value.to_string(),
        (Value::Float(value), TypeKind::Float(ty)) => float(*value, ty.format),
        (Value::Float(value), _) => float(*value, FloatFormat::F64),
        (Value::Array(value), TypeKind::Array(ty)) => {
            if let Some(text) = string(program, ty.component, value) {
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
                .map(|(field, value)| format!("{} => {}", field.name, text(program, field.ty, value)))
                .collect();
            format!("({})", fields.join(", "))
        }
        (Value::Array(_) | Value::Record(_), _) => "(…)".to_string(),
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

/// A string literal, if the value is an array of plain characters that starts at 1.
fn string(program: &Program, component: TypeId, array: &Array) -> Option<String> {
    let TypeKind::Int(int) = &program.ty(component).kind else { return None };
    let literals = int.literals.as_ref()?;
    let (first, _) = array.bounds.first().filter(|_| array.bounds.len() == 1)?;
    let size = array.size().filter(|size| *size <= 200)?;
    if !first.is_one() || literals.len() < 128 {
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
        .try_fold(1i128, |size, (first, last)| size.checked_mul(super::to_i128(&super::length(first, last))?));
    let Some(inner) = inner else { return "(…)".to_string() };
    let show = |offset: i128| -> String {
        if dimension + 1 == array.bounds.len() {
            text(program, component, array.at(base + offset))
        } else {
            aggregate(program, index, component, array, dimension + 1, base + offset * inner, fixed)
        }
    };
    let place = |offset: i128| {
        let number = first.clone() + super::value::from_i128(offset);
        text(program, index[dimension], &Value::Int(number))
    };
    let size = super::to_i128(&super::length(first, last)).unwrap_or(0);
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
