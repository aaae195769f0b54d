//! S-expressions of scripts and proofs, and the values in them.

use std::collections::HashMap;

/// An s-expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    Atom(String),
    List(Vec<Expr>),
}

use Expr::{Atom, List};

pub fn parse(text: &str) -> Vec<Expr> {
    let mut stack: Vec<Vec<Expr>> = vec![Vec::new()];
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            ';' => {
                rest = rest.split_once('\n').map_or("", |(_, after)| after).trim_start();
                continue;
            }
            '(' | ')' => 1,
            '|' | '"' => rest[1..].find(first).expect("quotes end") + 2,
            _ => rest.find(|c: char| c.is_whitespace() || c == '(' || c == ')').unwrap_or(rest.len()),
        };
        match first {
            '(' => stack.push(Vec::new()),
            ')' => {
                let list = stack.pop().expect("an open list");
                stack.last_mut().expect("parentheses match").push(List(list));
            }
            _ => {
                // Quotes that a name does not need are no part of it.
                let inner = rest[..length].strip_prefix('|').and_then(|name| name.strip_suffix('|')).unwrap_or(" ");
                let plain = inner.chars().all(|c| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c));
                let plain = plain && !inner.is_empty() && !inner.starts_with(|c: char| c.is_ascii_digit());
                let name = if plain { inner } else { &rest[..length] };
                stack.last_mut().expect("parentheses match").push(Atom(name.to_string()));
            }
        }
        rest = rest[length..].trim_start();
    }
    assert_eq!(stack.len(), 1, "parentheses match");
    stack.pop().expect("the list")
}

impl Expr {
    pub fn list(&self) -> &[Expr] {
        match self {
            List(items) => items,
            Atom(_) => &[],
        }
    }

    pub fn is(&self, name: &str) -> bool {
        matches!(self, Atom(atom) if atom == name)
    }

    pub fn head(&self, name: &str) -> bool {
        self.list().first().is_some_and(|head| head.is(name))
    }

    pub fn name(&self) -> &str {
        match self {
            Atom(atom) => atom,
            List(_) => "",
        }
    }
}

pub fn atom(name: &str) -> Expr {
    Atom(name.to_string())
}

pub fn not(expr: &Expr) -> Expr {
    List(vec![atom("not"), expr.clone()])
}

pub fn equality(expr: &Expr) -> Option<(&Expr, &Expr)> {
    match expr.list() {
        [eq, a, b] if eq.is("=") => Some((a, b)),
        _ => None,
    }
}

/// Replaces free names; a binder hides what it binds.
pub fn substitute(expr: &Expr, map: &HashMap<&str, &Expr>) -> Expr {
    match expr {
        Atom(name) => map.get(&name[..]).map_or_else(|| expr.clone(), |&value| value.clone()),
        List(items) => match &items[..] {
            [binder, vars, body] if ["forall", "exists", "choice"].contains(&binder.name()) => {
                let mut inner = map.clone();
                for var in vars.list() {
                    inner.remove(var.list()[0].name());
                }
                List(vec![binder.clone(), vars.clone(), substitute(body, &inner)])
            }
            _ => List(items.iter().map(|item| substitute(item, map)).collect()),
        },
    }
}

/// The formula with `let`, definitions and annotations replaced by what they stand for.
pub fn expand(expr: &Expr, macros: &HashMap<String, (Vec<Expr>, Expr)>) -> Expr {
    let List(items) = expr else {
        return match macros.get(expr.name()) {
            Some((params, body)) if params.is_empty() => body.clone(),
            _ => expr.clone(),
        };
    };
    match &items[..] {
        [word, inner, ..] if word.is("!") => expand(inner, macros),
        [word, bindings, body] if word.is("let") => {
            let values: Vec<Expr> = bindings.list().iter().map(|binding| expand(&binding.list()[1], macros)).collect();
            let names = bindings.list().iter().map(|binding| binding.list()[0].name());
            let map: HashMap<&str, &Expr> = names.zip(&values).collect();
            substitute(&expand(body, macros), &map)
        }
        [name, args @ ..] if macros.contains_key(name.name()) => {
            let (params, body) = &macros[name.name()];
            let args: Vec<Expr> = args.iter().map(|arg| expand(arg, macros)).collect();
            substitute(body, &params.iter().map(Expr::name).zip(&args).collect())
        }
        _ => List(items.iter().map(|item| expand(item, macros)).collect()),
    }
}

/// A value of a basic sort. Bit-vectors have at most 64 bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Bool(bool),
    /// A fraction in lowest terms with a positive denominator, and whether it is of sort Real.
    Num(i128, i128, bool),
    Bits(u128, u32),
}

pub fn fraction(n: i128, d: i128, real: bool) -> Option<Value> {
    let gcd = |mut a: i128, mut b: i128| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a.abs().max(1)
    };
    let by = gcd(n, d) * d.signum();
    (d != 0).then(|| Value::Num(n / by, d / by, real))
}

/// The value that a constant is.
pub fn value(expr: &Expr) -> Option<Value> {
    match expr {
        Atom(text) => match &text[..] {
            "true" => Some(Value::Bool(true)),
            "false" => Some(Value::Bool(false)),
            _ => {
                if let Some(digits) = text.strip_prefix("#x") {
                    let value = u128::from_str_radix(digits, 16).ok()?;
                    (digits.len() <= 16).then_some(Value::Bits(value, digits.len() as u32 * 4))
                } else if let Some(digits) = text.strip_prefix("#b") {
                    let value = u128::from_str_radix(digits, 2).ok()?;
                    (digits.len() <= 64).then_some(Value::Bits(value, digits.len() as u32))
                } else if let Some((whole, part)) = text.split_once('.') {
                    let scale = 10i128.checked_pow(part.len() as u32)?;
                    fraction(format!("{whole}{part}").parse().ok()?, scale, true)
                } else {
                    let first = text.chars().next()?;
                    first.is_ascii_digit().then(|| text.parse().ok()).flatten().map(|n| Value::Num(n, 1, false))
                }
            }
        },
        List(items) => match &items[..] {
            [minus, a] if minus.is("-") => match value(a)? {
                Value::Num(n, d, real) if n > 0 => Some(Value::Num(-n, d, real)),
                _ => None,
            },
            [underscore, Atom(number), Atom(width)] if underscore.is("_") && number.starts_with("bv") => {
                let (value, width) = (number[2..].parse::<u128>().ok()?, width.parse::<u32>().ok()?);
                ((1..=64).contains(&width) && value >> width == 0).then_some(Value::Bits(value, width))
            }
            [slash, a, b] if slash.is("/") => match (value(a)?, value(b)?) {
                (Value::Num(n, 1, _), Value::Num(d, 1, _)) if d > 1 => fraction(n, d, true),
                _ => None,
            },
            _ => None,
        },
    }
}

/// The value of an operator on constants, as SMT-LIB has it; `None` where that says nothing.
pub fn evaluate(expr: &Expr) -> Option<Value> {
    let [operator, args @ ..] = expr.list() else { return None };
    let args: Vec<Value> = args.iter().map(value).collect::<Option<_>>()?;
    let index = |at: usize| operator.list().get(at).and_then(|index| index.name().parse::<u32>().ok());
    let name = if operator.head("_") { operator.list()[1].name() } else { operator.name() };
    let bits = |value: u128, width: u32| {
        let mask = if width >= 128 { u128::MAX } else { (1u128 << width) - 1 };
        (1..=64).contains(&width).then_some(Value::Bits(value & mask, width))
    };
    let signed = |value: u128, width: u32| {
        let value = value as i128;
        if value >> (width - 1) == 1 { value - (1i128 << width) } else { value }
    };
    Some(match (name, &args[..]) {
        ("=", [a, b]) => Value::Bool(a == b),
        ("abs", &[Value::Num(n, d, real)]) => Value::Num(n.abs(), d, real),
        ("xor", [Value::Bool(a), Value::Bool(b)]) => Value::Bool(a != b),
        ("distinct", list) => {
            let differ = |at: usize| list[..at].iter().all(|other| *other != list[at]);
            Value::Bool((1..list.len()).all(differ))
        }
        ("<" | "<=" | ">" | ">=", list) if list.iter().all(|value| matches!(value, Value::Num(..))) => {
            let holds = |pair: &[Value]| match pair {
                [Value::Num(a, b, _), Value::Num(c, d, _)] => match name {
                    "<" => a * d < c * b,
                    "<=" => a * d <= c * b,
                    ">" => a * d > c * b,
                    _ => a * d >= c * b,
                },
                _ => false,
            };
            Value::Bool(list.windows(2).all(holds))
        }
        ("-", [Value::Num(n, d, real), rest @ ..]) if rest.len() >= 2 => {
            let minus = |(n, d): (i128, i128), value: &Value| match value {
                Value::Num(m, e, _) => Some((n * e - m * d, d * e)),
                _ => None,
            };
            let (n, d) = rest.iter().try_fold((*n, *d), minus)?;
            fraction(n, d, *real)?
        }
        ("divisible", &[Value::Num(n, 1, false)]) => Value::Bool(n.rem_euclid(i128::from(index(2)?).max(1)) == 0),
        ("to_real", &[Value::Num(n, 1, false)]) => Value::Num(n, 1, true),
        ("to_int", &[Value::Num(n, d, true)]) => Value::Num(n.div_euclid(d), 1, false),
        ("bv2nat" | "ubv_to_int", &[Value::Bits(a, _)]) => Value::Num(a as i128, 1, false),
        ("sbv_to_int", &[Value::Bits(a, w)]) => Value::Num(signed(a, w), 1, false),
        ("int2bv" | "int_to_bv", &[Value::Num(n, 1, false)]) => {
            let width = index(2).filter(|width| (1..=64).contains(width))?;
            bits(n.rem_euclid(1i128 << width) as u128, width)?
        }
        ("bvnot", &[Value::Bits(a, w)]) => bits(!a, w)?,
        ("bvneg", &[Value::Bits(a, w)]) => bits(a.wrapping_neg(), w)?,
        ("extract", &[Value::Bits(a, w)]) => {
            let (high, low) = (index(2)?, index(3)?);
            (low <= high && high < w).then(|| bits(a >> low, high - low + 1)).flatten()?
        }
        ("zero_extend", &[Value::Bits(a, w)]) => bits(a, w + index(2)?)?,
        ("sign_extend", &[Value::Bits(a, w)]) => bits(signed(a, w) as u128, w + index(2)?)?,
        ("rotate_left" | "rotate_right", &[Value::Bits(a, w)]) => {
            let by = index(2)? % w;
            let left = if name == "rotate_left" { by } else { (w - by) % w };
            bits(a << left | a >> ((w - left) % w), w)?
        }
        ("concat", &[Value::Bits(a, v), Value::Bits(b, w)]) => bits(a << w | b, v + w)?,
        (_, &[Value::Bits(a, w), Value::Bits(b, v)]) if v == w => {
            let (x, y) = (signed(a, w), signed(b, w));
            // Division by zero as the theory defines it.
            let divided = |x: i128, y: i128| if y == 0 { if x < 0 { 1 } else { -1 } } else { x / y };
            let modulus = |x: i128, y: i128| if y == 0 { x } else { (x % y + y) % y };
            match name {
                "bvand" => bits(a & b, w)?,
                "bvor" => bits(a | b, w)?,
                "bvxor" => bits(a ^ b, w)?,
                "bvadd" => bits(a.wrapping_add(b), w)?,
                "bvsub" => bits(a.wrapping_sub(b), w)?,
                "bvmul" => bits(a.wrapping_mul(b), w)?,
                "bvudiv" => bits(a.checked_div(b).unwrap_or(u128::MAX), w)?,
                "bvurem" => bits(a.checked_rem(b).unwrap_or(a), w)?,
                "bvsdiv" => bits(divided(x, y) as u128, w)?,
                "bvsrem" => bits(x.checked_rem(y).unwrap_or(x) as u128, w)?,
                "bvsmod" => bits(modulus(x, y) as u128, w)?,
                "bvshl" => bits(if b >= u128::from(w) { 0 } else { a << b }, w)?,
                "bvlshr" => bits(if b >= u128::from(w) { 0 } else { a >> b }, w)?,
                "bvashr" => bits((x >> b.min(u128::from(w))) as u128, w)?,
                "bvult" => Value::Bool(a < b),
                "bvule" => Value::Bool(a <= b),
                "bvslt" => Value::Bool(x < y),
                "bvsle" => Value::Bool(x <= y),
                _ => return None,
            }
        }
        _ => return None,
    })
}
