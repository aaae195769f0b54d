//! A copy of the program that fails where a check does, when it is compiled by gcc with sanitizers and run.
//!
//! The nondeterministic functions return the values of the run in their order; variables that the run found with a
//! value get it behind their declaration, on the same line; a `main` with arrays as parameters gets another name and
//! is called with them.

use horn_frontend::counterexample::Given;
use horn_frontend::interp::{Array, Chosen, Value, length, to_i128};
use horn_frontend::ir::{FileId, FloatFormat, Loc, Program, TypeId, TypeKind, VarKind};
use horn_frontend::places::base_name;
use horn_frontend::{Failing, Subject, TestProgram};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Arrays with more elements than this have no test.
const LARGEST: i128 = 1 << 24;
/// So many single elements are assigned.
const CELLS: usize = 4000;

/// Values that the language leaves open: the compiled program has its own.
const OPEN: [&str; 2] = ["not zero", "either zero"];

/// How the functions begin that give any value.
const NONDET_PREFIX: &str = "__VERIFIER_nondet_";
/// Their types by what follows.
const NONDET: &[(&str, &str)] = &[
    ("bool", "_Bool"),
    ("char", "char"),
    ("uchar", "unsigned char"),
    ("short", "short"),
    ("ushort", "unsigned short"),
    ("int", "int"),
    ("uint", "unsigned int"),
    ("long", "long"),
    ("ulong", "unsigned long"),
    ("longlong", "long long"),
    ("ulonglong", "unsigned long long"),
    ("float", "float"),
    ("double", "double"),
];

/// The functions of a text that give any value, each once.
fn unused(text: &str) -> BTreeSet<&str> {
    let names = text.match_indices(NONDET_PREFIX).map(|(at, _)| {
        let rest = &text[at..];
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        &rest[..end]
    });
    names.collect()
}

/// The program for a failing check.
///
/// # Errors
/// There is none; says why.
pub fn test(failing: &Failing<'_>) -> Result<TestProgram, String> {
    let Failing { subject, check, example, number } = failing;
    let program = subject.program;
    let source = subject.places.source(FileId(0)).ok_or("its file is unknown")?;
    let check = &program.checks[check.index()];
    let entry = program.procedure(example.entry);
    if entry.name != "main" {
        return Err(format!("\"{}\" is not the start of a program", entry.name));
    }
    let mut functions: BTreeMap<&str, (TypeId, Vec<String>)> = BTreeMap::new();
    let mut insertions: BTreeMap<usize, String> = BTreeMap::new();
    for chosen in &example.chosen {
        let var = program.procedure(chosen.site.procedure).var(chosen.site.var);
        if let Some(name) = var.name.strip_suffix(" ()") {
            let entry = functions.entry(name).or_insert((var.ty, Vec::new()));
            entry.1.push(literal(program, var.ty, &chosen.value)?);
        } else if !OPEN.contains(&var.name.as_str()) {
            let (at, text) = assignment(subject, chosen)?;
            let old = insertions.entry(at).or_default();
            if !old.is_empty() && *old != text {
                return Err("a variable without a value has several, one after the other".to_string());
            }
            *old = text;
        }
    }
    let mut text = String::new();
    let position = subject.places.position(check.loc);
    let file = base_name(position.file);
    // Writing to a string cannot fail.
    let _ = writeln!(text, "/* {file}:{}: {} */", position.line, check.kind.might_fail());
    let _ = writeln!(
        text,
        "/* gcc -std=gnu11 -g -fsanitize=undefined,address -fno-sanitize-recover=all test_{number}.c */"
    );
    let _ = writeln!(text, "/* ILP32: also -m32. It prints what fails, or ends with exit code 42. */");
    let undeclared = |name: &str| !declares(source.text, name);
    for (name, (ty, _)) in functions.iter().filter(|(name, _)| undeclared(name)) {
        let _ = writeln!(text, "{} {name}();", c_type(program, *ty));
    }
    let with_arrays = entry.params().next().is_some();
    if with_arrays {
        text.push_str("#define main horn_main\n");
    }
    let _ = writeln!(text, "#line 1 \"{}\"", base_name(source.name));
    let mut from = 0;
    for (at, extra) in &insertions {
        text += source.text.get(from..*at).unwrap_or("");
        text += extra;
        from = *at;
    }
    text += source.text.get(from..).unwrap_or("");
    text.push_str("\n#undef main\n");
    for (name, (ty, values)) in &functions {
        let (count, values) = (values.len(), values.join(", "));
        // The program may call the type otherwise: a truth value is an enumeration there, or an `int`.
        let ty = if undeclared(name) { c_type(program, *ty) } else { format!("__typeof__({name}())") };
        let _ = writeln!(
            text,
            "{ty} {name}() {{ static const {ty} all[] = {{ {values} }}; static int at; \
             return at < {count} ? all[at++] : 0; }}"
        );
    }
    for name in unused(source.text) {
        let known = NONDET.iter().find(|(suffix, _)| name.strip_prefix(NONDET_PREFIX) == Some(*suffix));
        if let Some((_, ty)) = known.filter(|_| !functions.contains_key(name)) {
            let ty = if undeclared(name) { (*ty).to_string() } else { format!("__typeof__({name}())") };
            let _ = writeln!(text, "{ty} {name}() {{ return 0; }}");
        }
    }
    for name in ["__VERIFIER_error", "reach_error"] {
        if !defines(source.text, name) {
            let _ = writeln!(
                text,
                "void {name}() {{ __builtin_printf(\"the error is reached\\n\"); __builtin_exit(42); }}"
            );
        }
    }
    if !defines(source.text, "__VERIFIER_assume") {
        text.push_str("void __VERIFIER_assume(int c) { if (!c) __builtin_exit(0); }\n");
    }
    if with_arrays {
        text += &start(subject, &example.inputs, entry)?;
    }
    Ok(TestProgram { name: format!("test_{number}.c"), text })
}

/// Whether a text defines a function, as far as can be told without reading it.
fn defines(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let rest = text[at + name.len()..].trim_start();
        let Some(end) = rest.strip_prefix('(').and_then(|rest| rest.find(')')) else { return false };
        rest[end + 2..].trim_start().starts_with('{')
    })
}

/// Whether a text declares a function, as far as can be told without reading it: a type stands in front of the name.
fn declares(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        let whole = !text[at + name.len()..].starts_with(is_part) && !text[..at].ends_with(is_part);
        let before = text[..at].trim_end();
        let word = &before[before.trim_end_matches(is_part).len()..];
        let no_type = ["return", "else", "do", "case", "goto", "sizeof"].contains(&word);
        whole && !no_type && (!word.is_empty() || before.ends_with('*'))
    })
}

/// A call of `main` with its arguments.
fn start(subject: &Subject<'_>, inputs: &[Given], entry: &horn_frontend::ir::Procedure) -> Result<String, String> {
    let program = subject.program;
    let mut text = String::from("int main(void) {\n");
    let mut arguments = Vec::new();
    let array_of =
        |name: &str| inputs.iter().find(|input| input.name == name && matches!(input.value, Value::Array(_)));
    for var in entry.vars.iter().filter(|var| matches!(var.kind, VarKind::Param(horn_frontend::ir::Mode::In))) {
        let base = var.name.strip_suffix(" offset");
        match base {
            Some(name) => match array_of(name) {
                None => arguments.push("0".to_string()),
                Some(Given { ty, value: Value::Array(array), .. }) => {
                    let length = inputs.iter().find(|input| input.name == format!("{name} length"));
                    let size = match length.map(|length| &length.value) {
                        Some(Value::Int(length)) => to_i128(length),
                        _ => array.size(),
                    };
                    let size = size.filter(|size| *size <= LARGEST).ok_or("an array is too large for a test")?;
                    let TypeKind::Array(kind) = &program.ty(*ty).kind else { return Err("an odd array".to_string()) };
                    let component = c_type(program, kind.component);
                    let _ = writeln!(text, "  {component} *{name} = __builtin_malloc({size} * sizeof *{name} + 1);");
                    text += &fill(program, kind.component, name, array, size)?;
                    text.push('\n');
                    arguments.push(name.to_string());
                }
                Some(_) => return Err("an odd array".to_string()),
            },
            None if var.name.ends_with(" length") => {}
            None => {
                let given = inputs.iter().find(|input| input.name == var.name && input.ty == var.ty);
                let given = given.ok_or("an argument is unknown")?;
                arguments.push(literal(program, given.ty, &given.value)?);
            }
        }
    }
    let _ = writeln!(text, "  return horn_main({});\n}}", arguments.join(", "));
    Ok(text)
}

/// Assignments of all elements of an array, on one line.
fn fill(program: &Program, component: TypeId, name: &str, array: &Array, size: i128) -> Result<String, String> {
    let mut text = String::new();
    let default = literal(program, component, &array.default)?;
    let _ = write!(text, " for (long horn_i = 0; horn_i < {size}; horn_i++) {name}[horn_i] = {default};");
    if array.cells.len() > CELLS {
        return Err("an array has too many different elements for a test".to_string());
    }
    for (at, value) in array.cells.range(0..size) {
        let _ = write!(text, " {name}[{at}] = {};", literal(program, component, value)?);
    }
    Ok(text)
}

/// Where a value is given to a variable that has none, and how.
fn assignment(subject: &Subject<'_>, chosen: &Chosen) -> Result<(usize, String), String> {
    let program = subject.program;
    let no = || "the failure depends on the value of a variable whose declaration is not plain".to_string();
    let var = program.procedure(chosen.site.procedure).var(chosen.site.var);
    let loc: Loc = if var.synthetic { chosen.loc } else { var.loc };
    let source = subject.places.source(loc.file).filter(|_| loc.file == FileId(0)).ok_or_else(no)?;
    let name = source.text.get(loc.span.start as usize..loc.span.end as usize).ok_or_else(no)?;
    let plain = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let own = var.name == name || var.name.starts_with(&format!("{name}["));
    if !plain || !own {
        return Err(no());
    }
    // The end of the declaration: the first semicolon outside of brackets.
    let rest = &source.text[loc.span.end as usize..];
    let mut depth = 0;
    let end = rest.char_indices().find(|(_, c)| {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        *c == ';' && depth == 0 || depth < 0
    });
    let Some((end, ';')) = end else { return Err(no()) };
    let at = loc.span.end as usize + end + 1;
    let text = match (&chosen.value, &program.ty(var.ty).kind) {
        (Value::Array(array), TypeKind::Array(kind)) if kind.index.len() == 1 => {
            let length = array.bounds.first().and_then(|(first, last)| to_i128(&length(first, last)));
            let size = length.filter(|size| *size <= LARGEST);
            match size {
                Some(size) => fill(program, kind.component, name, array, size)?,
                None => {
                    // As long as the array is when the program runs.
                    let default = literal(program, kind.component, &array.default)?;
                    let count = format!("(long)(sizeof {name} / sizeof *{name})");
                    let mut text =
                        format!(" for (long horn_i = 0; horn_i < {count}; horn_i++) {name}[horn_i] = {default};");
                    for (at, value) in array.cells.iter().take(CELLS) {
                        let value = literal(program, kind.component, value)?;
                        let _ = write!(text, " if ({at} < {count}) {name}[{at}] = {value};");
                    }
                    text
                }
            }
        }
        (value, _) => format!(" {} = {};", var.name, literal(program, var.ty, value)?),
    };
    Ok((at, text))
}

/// The name of a scalar type in C.
fn c_type(program: &Program, ty: TypeId) -> String {
    if ty == TypeId::BOOL { "_Bool".to_string() } else { program.ty(ty).name.clone() }
}

/// A scalar value as an expression of any type that can hold it.
fn literal(program: &Program, ty: TypeId, value: &Value) -> Result<String, String> {
    Ok(match (value, &program.ty(ty).kind) {
        (Value::Bool(value), _) => i32::from(*value).to_string(),
        (Value::Int(value), TypeKind::Modular(_)) => format!("{value}u"),
        (Value::Int(value), TypeKind::Int(_)) if ty != TypeId::INT => match value.to_i64() {
            Some(i64::MIN) => "(-9223372036854775807LL - 1)".to_string(),
            Some(value) if i32::try_from(value).is_ok_and(|value| value > i32::MIN) => value.to_string(),
            Some(value) => format!("{value}LL"),
            None => return Err("a value is wider than a literal".to_string()),
        },
        (Value::Float(value), _) if value.is_nan() => "__builtin_nan(\"\")".to_string(),
        (Value::Float(value), _) if value.is_infinite() => {
            if *value > 0.0 { "__builtin_inf()" } else { "-__builtin_inf()" }.to_string()
        }
        (Value::Float(value), TypeKind::Float(kind)) => match kind.format {
            FloatFormat::F32 => format!("{:?}f", *value as f32),
            FloatFormat::F64 => format!("{value:?}"),
        },
        _ => return Err("a value is no number".to_string()),
    })
}
