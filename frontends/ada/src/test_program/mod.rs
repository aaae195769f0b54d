//! Main programs in Ada that call a subprogram with the inputs of a counterexample, and so fail where it says.
//!
//! Such a program compiles, and fails at that place, or there is none and the reason is told. What the subprogram looks
//! like from outside is read from its declaration (`declared`), values are written as Ada has them (`values`). Every
//! parameter gets an object of its own subtype: `out` and `in out` need variables, and literals alone may not say which
//! of several subprograms is meant.

mod declared;
mod noticed;
mod values;

use crate::ast::Mode;
use declared::{Declared, Object};
use horn_frontend::ir::{CheckKind, GlobalId, Loc, ProcId, Procedure, Program, StmtKind, TypeKind, VarKind};
use horn_frontend::{Failing, Subject, TestProgram, counterexample::Counterexample, places::base_name};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Programs that are longer help nobody.
const LONGEST: usize = 200_000;

/// The main program for a failing check.
///
/// # Errors
/// There is none; says why.
pub fn test(failing: &Failing<'_>) -> Result<TestProgram, String> {
    let Failing { subject, check, example, number } = failing;
    let program = subject.program;
    let check = &program.checks[check.index()];
    noticed::noticed(failing)?;
    if program.client(example.entry).is_some() {
        return Err(format!("the failure needs a sequence of calls: {}", subject.deeds(example).join("; ")));
    }
    // Variables without a value that decide nothing are no obstacle.
    if !example.is_certain() {
        let passed = example.passed.iter().flat_map(|(_, origins)| origins);
        let mut from: Vec<&str> = example.origins.iter().chain(passed).map(String::as_str).collect();
        from.sort_unstable();
        from.dedup();
        let from = if from.is_empty() { String::new() } else { format!(": {}", from.join(", ")) };
        return Err(format!("the failure depends on values that are no inputs{from}"));
    }
    let name = format!("test_{number}");
    let entry = program.procedure(example.entry);
    let code = if entry.loc == Loc::NONE {
        elaboration(&name, subject, check.loc)?
    } else {
        call(&name, subject, example, entry)?
    };
    if !code.is_ascii() {
        return Err("characters outside of ASCII, whose encoding is not known".to_string());
    }
    if code.len() > LONGEST {
        return Err("the values are too large to be written down".to_string());
    }
    let position = subject.places.position(check.loc);
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "--  {}:{}: {}", position.file, position.line, check.kind.might_fail());
    if check.kind == CheckKind::Precondition {
        let _ = writeln!(text, "--  (GNAT names the place of the precondition, not that of the call.)");
    }
    let _ = writeln!(text, "--  gnatmake -gnat2022 -gnata -gnato -gnateF -I<folder of the sources> {name}.adb");
    Ok(TestProgram { name: format!("{name}.adb"), text: text + &code })
}

/// A main program whose library units fail where they are elaborated.
fn elaboration(name: &str, subject: &Subject<'_>, check: Loc) -> Result<String, String> {
    let file = subject.places.position(check).file;
    let unit = unit_of_file(file);
    declared::is_library_unit(subject, check.file, &unit)?;
    Ok(format!("with {unit};\npragma Warnings (Off, {unit});\nprocedure {name} is\nbegin\n   null;\nend {name};\n"))
}

/// A main program that calls the entry.
fn call(name: &str, subject: &Subject<'_>, example: &Counterexample, entry: &Procedure) -> Result<String, String> {
    let program = subject.program;
    if entry.parent.is_some() {
        return Err(format!("`{}` cannot be called from outside", entry.name));
    }
    let tagged = |var: &horn_frontend::ir::Var| match &program.ty(var.ty).kind {
        TypeKind::Record(record) => record.fields.first().is_some_and(|one| one.name == "Tag"),
        _ => false,
    };
    if entry.vars.iter().filter(|var| matches!(var.kind, VarKind::Param(_) | VarKind::Result)).any(tagged) {
        return Err("values of tagged types cannot be written down".to_string());
    }
    let declared = declared::subprogram(subject, entry)?;
    let mut declarations = String::new();
    let mut statements = String::new();
    // A main program elaborates what it needs; else variables have the values that the run begins with.
    if !(declared.is_library && declared.parameters.is_empty() && declared.result.is_none()) {
        globals(&mut statements, subject, example)?;
    }
    let mut actuals = Vec::new();
    for parameter in &declared.parameters {
        let var = format!("Arg_{}", parameter.name);
        let of_name = |var: &&horn_frontend::ir::Var| {
            matches!(var.kind, VarKind::Param(_)) && var.name.eq_ignore_ascii_case(&parameter.name)
        };
        let ty = entry.vars.iter().find(of_name).map(|var| var.ty);
        let given = example.inputs.iter().find(|given| given.name.eq_ignore_ascii_case(&parameter.name));
        let value =
            given.map(|given| values::value(program, given.ty, &given.value, Some(&parameter.mark))).transpose();
        let value = value.map_err(|why| format!("`{}`: {why}", parameter.name))?;
        match (parameter.mode, value) {
            (Mode::In, Some(value)) => {
                let _ = writeln!(declarations, "   {var} : constant {} := {value};", parameter.mark);
            }
            (Mode::In, None) => return Err(format!("the value of `{}` is not known", parameter.name)),
            (_, Some(value)) => {
                let _ = writeln!(declarations, "   {var} : {} := {value};", parameter.mark);
            }
            (_, None) => {
                let unconstrained = ty.is_none_or(|ty| match &program.ty(ty).kind {
                    TypeKind::Array(array) => array.bounds.is_none(),
                    _ => false,
                });
                if unconstrained {
                    return Err(format!("the bounds of `{}` are not known", parameter.name));
                }
                let _ = writeln!(declarations, "   {var} : {};", parameter.mark);
            }
        }
        actuals.push(format!("{} => {var}", parameter.name));
    }
    let arguments = if actuals.is_empty() { String::new() } else { format!(" ({})", actuals.join(", ")) };
    let Declared { context, uses, result, full_name, .. } = &declared;
    match result {
        None => {
            let _ = writeln!(statements, "   {full_name}{arguments};");
        }
        Some(mark) => {
            let _ = writeln!(
                statements,
                "   declare\n      Result : constant {mark} := {full_name}{arguments};\n      \
                 pragma Unreferenced (Result);\n   begin\n      null;\n   end;"
            );
        }
    }
    let context: String = context.iter().map(|line| format!("{line}\n")).collect();
    let uses: String = uses.iter().map(|line| format!("   {line}\n")).collect();
    Ok(format!("{context}procedure {name} is\n{uses}{declarations}begin\n{statements}end {name};\n"))
}

/// Gives the variables of packages that the run may read the values that it begins with.
fn globals(statements: &mut String, subject: &Subject<'_>, example: &Counterexample) -> Result<(), String> {
    let program = subject.program;
    let read = read_globals(program, example.entry);
    // The values are in the order of the table, and say no more than a name.
    let mut given = example.globals.iter();
    let mut all = program.globals.iter().zip((0..).map(GlobalId)).peekable();
    let mut values = Vec::new();
    for value in given.by_ref() {
        let found = all.by_ref().find(|(global, _)| global.name == value.name && global.ty == value.ty);
        let Some((global, id)) = found else { return Err(format!("`{}` is not known", value.name)) };
        values.push((global, id, value));
    }
    for (global, id, value) in values {
        if !read.contains(&id) {
            continue;
        }
        match declared::object(subject, global.loc, &global.name)? {
            Object { constant: true, full_name } => {
                return Err(format!("the failure may depend on the value of the constant `{full_name}`"));
            }
            Object { constant: false, full_name } => {
                let value = values::value(program, value.ty, &value.value, None)
                    .map_err(|why| format!("`{full_name}`: {why}"))?;
                let _ = writeln!(statements, "   {full_name} := {value};");
            }
        }
    }
    Ok(())
}

/// The globals that are named by an entry and what it calls.
fn read_globals(program: &Program, entry: ProcId) -> BTreeSet<GlobalId> {
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut todo = vec![entry];
    while let Some(id) = todo.pop() {
        if !seen.insert(id) {
            continue;
        }
        let procedure = program.procedure(id);
        found.extend(procedure.vars.iter().filter_map(|var| match var.kind {
            VarKind::Global(global) => Some(global),
            _ => None,
        }));
        let statements = procedure.blocks.iter().flat_map(|block| &block.statements);
        todo.extend(statements.filter_map(|statement| match &statement.kind {
            StmtKind::Call(call) => Some(call.callee),
            _ => None,
        }));
    }
    found
}

/// GNAT's naming scheme: `a-b.adb` has the unit `A.B`.
fn unit_of_file(file: &str) -> String {
    let base = base_name(file);
    base.rsplit_once('.').map_or(base, |(stem, _)| stem).replace('-', ".")
}
