//! Main programs in Ada that call a subprogram with the inputs of a counterexample, and so fail where it says.

use crate::verify::report::{Counterexample, Finding, Outcome, Places, Report, base_name};
use horn_frontend::ir::{CheckKind, Procedure, Program, VarKind};
use std::fmt::Write;

/// For each failing check the name and the text of a file, or why there is none.
pub fn tests(program: &Program, places: &Places<'_>, report: &Report) -> Vec<Result<(String, String), String>> {
    let failing = report.findings.iter().filter_map(|finding| match &finding.outcome {
        Outcome::Fails(example) => Some((finding, example)),
        _ => None,
    });
    failing
        .zip(1..)
        .map(|((finding, example), number)| {
            let loc = program.checks[finding.check.index()].loc;
            test(program, places, finding, example, number)
                .map_err(|why| format!("{}: no test written: {why}", places.text(loc)))
        })
        .collect()
}

fn test(
    program: &Program,
    places: &Places<'_>,
    finding: &Finding,
    example: &Counterexample,
    number: usize,
) -> Result<(String, String), String> {
    let check = &program.checks[finding.check.index()];
    if check.kind == CheckKind::Initialization {
        return Err("a compiled program does not notice a variable without a value".to_string());
    }
    if example.choices > 0 {
        return Err("the failure depends on values that are no inputs".to_string());
    }
    let entry = program
        .procedures
        .iter()
        .find(|procedure| procedure.entry && procedure.name == example.entry)
        .ok_or("its subprogram is unknown")?;
    if entry.parent.is_some() {
        return Err(format!("`{}` cannot be called from outside", entry.name));
    }
    let unit = library_unit(program, &entry.name);
    let name = format!("test_{number}");
    let position = places.position(check.loc);
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
    for (variable, value) in &example.globals {
        let _ = writeln!(text, "   {variable} := {value};");
    }
    let _ = writeln!(text, "{}end {name};", call(program, entry, example));
    Ok((format!("{name}.adb"), text))
}

/// The call as a statement; the result of a function goes into a constant.
fn call(program: &Program, entry: &Procedure, example: &Counterexample) -> String {
    let inputs: Vec<String> = example.inputs.iter().map(|(name, value)| format!("{name} => {value}")).collect();
    let arguments = if inputs.is_empty() { String::new() } else { format!(" ({})", inputs.join(", ")) };
    let result = entry.vars.iter().find(|var| var.kind == VarKind::Result);
    match result {
        None => format!("   {}{arguments};\n", entry.name),
        Some(result) => format!(
            "   declare\n      Result : constant {} := {}{arguments};\n   begin\n      null;\n   end;\n",
            program.ty(result.ty).name,
            entry.name
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
