//! Main programs in Ada that call a subprogram with the inputs of a counterexample, and so fail where it says.
//!
//! Such a program compiles, and fails at that place, or there is none and the reason is told. What the subprogram looks
//! like from outside is read from its declaration (`declared`), values are written as Ada has them (`values`). Every
//! parameter gets an object of its own subtype: `out` and `in out` need variables, and literals alone may not say which
//! of several subprograms is meant.

mod calls;
mod declared;
mod handled;
mod noticed;
mod values;

use crate::lower::{HANDLED, NO_OBJECTS};
use crate::sema::is_heap;
use calls::{Main, callable, sequence};
use declared::Object;
use horn_frontend::interp::Value;
use horn_frontend::ir::{CheckKind, GlobalId, Loc, ProcId, Procedure, Program, VarKind};
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
    let code = if program.client(example.entry).is_some() {
        sequence(&name, subject, example)
            .map_err(|why| format!("the failure needs the calls {}: {why}", subject.deeds(example).join("; ")))?
    } else if entry.loc == Loc::NONE {
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
    let mut main = Main::default();
    let declared = callable(subject, entry)?;
    // A main program elaborates what it needs; else variables have the values that the run begins with.
    if !(declared.is_library && declared.parameters.is_empty() && declared.result.is_none()) {
        globals(&mut main.statements, subject, example)?;
    }
    main.call(subject, entry, &declared, &example.inputs, "Arg")?;
    Ok(main.text(name))
}

/// Gives the variables of packages that the run may read the values that it begins with.
fn globals(statements: &mut String, subject: &Subject<'_>, example: &Counterexample) -> Result<(), String> {
    let program = subject.program;
    let read = read_globals(program, example.entry);
    let about_objects = example.chosen.iter().filter(|one| {
        let var = program.procedure(one.site.procedure).var(one.site.var);
        var.synthetic && var.name == NO_OBJECTS
    });
    let mut about_objects = about_objects.map(|one| one.value == Value::Bool(true)).peekable();
    let empty = about_objects.peek().is_some() && about_objects.all(|empty| empty);
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
        // Entries set those about handlers themselves: nobody handles anything around them, as in the test. And where
        // they begin without objects, so does the test.
        let set = global.name.starts_with(HANDLED) || empty && is_heap(&global.name);
        if !read.contains(&id) || set {
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
    let reached = program.reached_from([entry]);
    let vars = reached.into_iter().flat_map(|id| &program.procedure(id).vars);
    let globals = vars.filter_map(|var| match var.kind {
        VarKind::Global(global) => Some(global),
        _ => None,
    });
    globals.collect()
}

/// GNAT's naming scheme: `a-b.adb` has the unit `A.B`.
fn unit_of_file(file: &str) -> String {
    let base = base_name(file);
    base.rsplit_once('.').map_or(base, |(stem, _)| stem).replace('-', ".")
}
