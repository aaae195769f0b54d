//! Values as Ada expressions that compile where the subtype is known, or the reason why there is none.

use crate::notation;
use horn_frontend::interp::{self, Array, Value};
use horn_frontend::ir::{ArrayType, FloatFormat, FloatType, IntType, Program, RecordType, TypeId, TypeKind};
use horn_solver::num::{Int, Rat};

/// Objects with more components are not made: they may not fit on the stack.
const MOST_COMPONENTS: i128 = 100_000;
/// Values within values.
const DEEPEST: u32 = 60;

/// The expression for a value of a type, whose subtype has this name where the expression stands.
pub(super) fn value(program: &Program, ty: TypeId, value: &Value, mark: Option<&str>) -> Result<String, String> {
    Writer { program }.value(ty, value, mark, 0)
}

struct Writer<'a> {
    program: &'a Program,
}

impl Writer<'_> {
    fn value(&self, ty: TypeId, value: &Value, mark: Option<&str>, depth: u32) -> Result<String, String> {
        if depth > DEEPEST {
            return Err("values nested too deeply".to_string());
        }
        let ty = self.program.ty(ty);
        match (value, &ty.kind) {
            (Value::Bool(true), _) => Ok("True".to_string()),
            (Value::Bool(false), _) => Ok("False".to_string()),
            (Value::Int(value), TypeKind::Int(int)) => integer(int, &ty.name, value, mark),
            // An index of Boolean.
            (Value::Int(value), TypeKind::Bool) => Ok(if value.is_zero() { "False" } else { "True" }.to_string()),
            (Value::Int(value), _) => Ok(number(value)),
            (Value::Float(value), TypeKind::Float(ty)) => float(*value, ty),
            (Value::Array(array), TypeKind::Array(ty)) => self.array(ty, array, depth),
            (Value::Record(fields), TypeKind::Record(ty)) => self.record(ty, fields, depth),
            (Value::Open, _) => Err("a value that the run leaves open".to_string()),
            _ => Err("a value of another kind than its type".to_string()),
        }
    }

    fn record(&self, ty: &RecordType, values: &[Value], depth: u32) -> Result<String, String> {
        let mut parts = Vec::new();
        for (field, value) in ty.fields.iter().zip(values) {
            if !interp::exists(field, values) {
                continue;
            }
            let text =
                self.value(field.ty, value, None, depth + 1).map_err(|why| format!("`{}`: {why}", field.name))?;
            parts.push(format!("{} => {text}", field.name));
        }
        Ok(if parts.is_empty() { "(null record)".to_string() } else { format!("({})", parts.join(", ")) })
    }

    fn array(&self, ty: &ArrayType, array: &Array, depth: u32) -> Result<String, String> {
        let too_large = || "an array that is too large to be made".to_string();
        array.size().filter(|size| *size <= MOST_COMPONENTS).ok_or_else(too_large)?;
        if let Some(text) = notation::string(self.program, ty, array) {
            return Ok(text);
        }
        self.dimension(ty, array, 0, 0, depth)
    }

    /// The aggregate of a dimension whose first component has this offset.
    fn dimension(&self, ty: &ArrayType, array: &Array, at: usize, base: i128, depth: u32) -> Result<String, String> {
        let (Some((first, last)), Some(index)) = (array.bounds.get(at), ty.index.get(at)) else {
            return Err("an array without bounds".to_string());
        };
        let place = |number: Int| self.value(*index, &Value::Int(number), None, depth + 1);
        let size = interp::to_i128(&interp::length(first, last)).unwrap_or(0);
        let inner = array.bounds[at + 1..]
            .iter()
            .try_fold(1i128, |size, (first, last)| size.checked_mul(interp::to_i128(&interp::length(first, last))?));
        let inner = inner.ok_or("an array that is too large to be made")?;
        let component = |offset: i128| match at + 1 == array.bounds.len() {
            true => self.value(ty.component, array.at(base + offset), None, depth + 1),
            false => self.dimension(ty, array, at + 1, base + offset * inner, depth + 1),
        };
        if size == 0 {
            // Nothing is evaluated for a component, but there has to be an expression.
            let nothing = match at + 1 == array.bounds.len() {
                true => self.value(ty.component, &Value::zero(self.program, ty.component), None, depth + 1)?,
                false => self.dimension(ty, array, at + 1, 0, depth + 1)?,
            };
            return Ok(format!("({} .. {} => {nothing})", place(first.clone())?, place(last.clone())?));
        }
        // Components in a row that are the same.
        let mut parts: Vec<(i128, i128, String)> = Vec::new();
        for offset in 0..size {
            let text = component(offset)?;
            match parts.last_mut() {
                Some((_, end, known)) if *known == text => *end = offset,
                _ => parts.push((offset, offset, text)),
            }
        }
        let bound = |offset: i128| place(first.clone() + interp::from_i128(offset));
        let mut texts = Vec::new();
        for (from, to, text) in parts {
            let range = if from == to { bound(from)? } else { format!("{} .. {}", bound(from)?, bound(to)?) };
            texts.push(format!("{range} => {text}"));
        }
        Ok(format!("({})", texts.join(", ")))
    }
}

/// A number; negative ones in parentheses, as operands need them.
fn number(value: &Int) -> String {
    if value.is_negative() { format!("({value})") } else { value.to_string() }
}

fn integer(ty: &IntType, name: &str, value: &Int, mark: Option<&str>) -> Result<String, String> {
    if let Some(small) = &ty.small {
        return fixed(&(&Rat::from(value.clone()) * small));
    }
    let Some(literals) = &ty.literals else { return Ok(number(value)) };
    let literal = value.to_i64().and_then(|at| usize::try_from(at).ok()).and_then(|at| literals.get(at));
    if literals.first().is_some_and(|first| first == "null") {
        return literal.cloned().ok_or_else(|| "an access value that is not null".to_string());
    }
    if let Some(literal) = literal
        && literal.is_ascii()
    {
        return Ok(literal.clone());
    }
    if value.is_negative() || ty.base.as_ref().is_some_and(|base| !base.contains(value)) {
        return Err("a position without a literal".to_string());
    }
    // By its position: of the subtype that is known, or of the types of the language.
    let known = matches!(name, "Character" | "Wide_Character" | "Wide_Wide_Character").then_some(name);
    match mark.or(known) {
        Some(mark) => Ok(format!("{mark}'Val ({value})")),
        None => Err("a character outside of ASCII".to_string()),
    }
}

/// A multiple of a small that is a decimal fraction.
fn fixed(number: &Rat) -> Result<String, String> {
    let mut digits = number.abs();
    let ten = Rat::from(10);
    let mut text = format!("{}.", digits.floor());
    for place in 0..80 {
        digits = &digits - &Rat::from(digits.floor());
        if digits.is_zero() {
            if place == 0 {
                text.push('0');
            }
            return Ok(if number.is_negative() { format!("(-{text})") } else { text });
        }
        digits = &digits * &ten;
        text += &digits.floor().to_string();
    }
    Err("a fixed point number that is no decimal fraction".to_string())
}

/// A decimal literal that the compiler rounds to this machine number. The shortest one may lie beyond the last number
/// of its type, which is an error; the others are as exact as they need be.
fn float(value: f64, ty: &FloatType) -> Result<String, String> {
    if !value.is_finite() || (value == 0.0 && value.is_sign_negative()) {
        return Err("a floating point number without a literal".to_string());
    }
    let shortest = match ty.format {
        FloatFormat::F32 if value.abs() == f64::from(f32::MAX) => "3.40282346638528859811E38".to_string(),
        FloatFormat::F32 => format!("{:?}", value.abs() as f32),
        FloatFormat::F64 => format!("{:?}", value.abs()),
    };
    let text = match shortest.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => {
            let point = if mantissa.contains('.') { "" } else { ".0" };
            format!("{mantissa}{point}E{exponent}")
        }
        None => shortest,
    };
    Ok(if value.is_sign_negative() { format!("(-{text})") } else { text })
}
