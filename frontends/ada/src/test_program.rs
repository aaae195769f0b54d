//! Main programs in Ada that call a subprogram with the inputs of a counterexample, and so fail where it says.

use horn_frontend::ir::{CheckKind, Procedure, Program, TypeKind, VarKind};
use horn_frontend::{Failing, Subject, TestProgram, counterexample::Counterexample, places::base_name};
use std::fmt::Write;

/// The main program for a failing check.
///
/// # Errors
/// There is none; says why.
pub fn test(failing: &Failing<'_>) -> Result<TestProgram, String> {
    let Failing { subject, check, example, number } = failing;
    let program = subject.program;
    let check = &program.checks[check.index()];
    if check.kind == CheckKind::Initialization {
        return Err("a compiled program does not notice a variable without a value".to_string());
    }
    if example.choices > 0 {
        return Err("the failure depends on values that are no inputs".to_string());
    }
    let entry = program.procedure(example.entry);
    if entry.parent.is_some() {
        return Err(format!("`{}` cannot be called from outside", entry.name));
    }
    let tagged = |var: &horn_frontend::ir::Var| matches!(&program.ty(var.ty).kind, TypeKind::Record(record) if record.fields.first().is_some_and(|one| one.name == "Tag"));
    if entry.vars.iter().any(tagged) {
        return Err("values of tagged types cannot be written down".to_string());
    }
    let unit = library_unit(program, &entry.name);
    let name = format!("test_{number}");
    let position = subject.places.position(check.loc);
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "--  {}:{}: {}", position.file, position.line, check.kind.might_fail());
    let _ = writeln!(text, "--  gnatmake -gnat2022 -gnata -gnato -gnateF -I<folder of the sources> {name}.adb");
    let _ = writeln!(text, "with {unit};");
    // The types of parameters are named without their package.
    if unit != entry.name {
        let _ = writeln!(text, "use {unit};");
    }
    let _ = writeln!(text, "procedure {name} is\nbegin");
    for (variable, value) in subject.pairs(&example.globals) {
        let _ = writeln!(text, "   {variable} := {value};");
    }
    let _ = writeln!(text, "{}end {name};", call(subject, entry, example));
    Ok(TestProgram { name: format!("{name}.adb"), text })
}

/// The call as a statement; the result of a function goes into a constant.
fn call(subject: &Subject<'_>, entry: &Procedure, example: &Counterexample) -> String {
    let call = subject.call(example);
    let result = entry.vars.iter().find(|var| var.kind == VarKind::Result);
    match result {
        None => format!("   {call};\n"),
        Some(result) => format!(
            "   declare\n      Result : constant {} := {call};\n   begin\n      null;\n   end;\n",
            subject.program.ty(result.ty).name
        ),
    }
}

/// The library unit that declares a subprogram: the longest prefix of its name that is the unit of a file.
fn library_unit(program: &Program, name: &str) -> String {
    let mut prefix = name;
    loop {
        if program.files.iter().any(|file| unit_of_file(file).eq_ignore_ascii_case(prefix)) {
            return prefix.to_string();
        }
        match prefix.rsplit_once('.') {
            Some((shorter, _)) => prefix = shorter,
            None => return name.split('.').next().unwrap_or(name).to_string(),
        }
    }
}

/// GNAT's naming scheme: `a-b.adb` has the unit `A.B`.
fn unit_of_file(file: &str) -> String {
    let base = base_name(file);
    base.rsplit_once('.').map_or(base, |(stem, _)| stem).replace('-', ".")
}
