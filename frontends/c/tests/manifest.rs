//! The C programs of `horn-benchmarks/c`, whose verdicts gcc confirms: the interpreter runs them as gcc does, with the
//! same values. A place that is not modelled may end a run, and says so.

mod common;

use common::{Given, read, run_entry};
use horn_c::Options;
use horn_frontend::interp::End;
use horn_frontend::ir::{CheckKind, Program};
use std::path::Path;

/// The kinds of our checks that a failure may be.
fn kinds(kind: &str) -> &'static [CheckKind] {
    use CheckKind::*;
    match kind {
        "assert" | "reach" => &[Assertion],
        "overflow" => &[Overflow],
        "division" => &[Division],
        "shift" => &[Shift],
        "bounds" => &[Index, Dereference, Pointer],
        "double-free" | "bad-free" => &[Free],
        "vla" => &[ArraySize],
        _ => &[Dereference, Index, Pointer],
    }
}

fn end(program: &Program, values: &str) -> End {
    let values = values.split(',').filter_map(|value| value.trim().parse().ok()).collect();
    run_entry(program, &mut Given::new(program, values), 10_000_000).expect("an entry").end
}

#[test]
fn programs_end_as_gcc_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../horn-benchmarks/c");
    let manifest = std::fs::read_to_string(folder.join("manifest.tsv")).expect("the manifest");
    let (mut runs, mut not_modelled, mut wrong) = (0, Vec::new(), Vec::new());
    for line in manifest.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [file, _, verdict, place, kind, values, passing] = fields[..] else { panic!("{line}") };
        let text = std::fs::read_to_string(folder.join(file)).expect("a program");
        let program = read(file, &text, &Options::default()).unwrap_or_else(|errors| panic!("{errors:?}")).program;
        let refused = |end: &End| match end {
            End::Failed(check) => program.checks[check.index()].kind == CheckKind::Unsupported,
            _ => false,
        };
        if verdict == "fails" {
            let end = end(&program, values);
            runs += 1;
            if refused(&end) {
                not_modelled.push(file);
            } else {
                let found = match &end {
                    End::Failed(check) => {
                        let check = &program.checks[check.index()];
                        let line = text[..check.loc.span.start as usize].matches('\n').count() + 1;
                        line.to_string() == place && kinds(kind).contains(&check.kind)
                    }
                    _ => false,
                };
                if !found {
                    wrong.push(format!("{file}: {kind} at line {place} is {end:?} with {values}"));
                }
            }
        }
        for values in passing.split(";;").filter(|values| values.trim() != "-") {
            let end = end(&program, values);
            runs += 1;
            if refused(&end) {
                not_modelled.push(file);
            } else if !matches!(end, End::Returned | End::Blocked) {
                wrong.push(format!("{file} with {values}: {end:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    not_modelled.dedup();
    eprintln!("not modelled: {not_modelled:?}");
    assert!(runs > 200 && not_modelled.len() <= NOT_MODELLED, "{runs} runs, not modelled: {not_modelled:?}");
}

/// So many programs use something that is not modelled on these runs.
const NOT_MODELLED: usize = 1;
