//! Programs that are written for a failing check fail there when gcc compiles and runs them.

use horn_c::frontend::C;
use horn_frontend::encode::Site;
use horn_frontend::interp::{Array, Choices, End, Inputs, Limits, Value, run};
use horn_frontend::ir::{self, Program, TypeId, TypeKind};
use horn_frontend::{Counterexample, Failing, Frontend, Places, Subject, Task};
use horn_solver::num::Int;
use std::process::Command;

/// Every number is this one, and so is every element of an array.
struct Same<'p>(i64, &'p Program);

impl Choices for Same<'_> {
    fn choose(&mut self, _: Site, ty: TypeId) -> Option<Value> {
        let number = Value::Int(Int::from(self.0));
        match &self.1.ty(ty).kind {
            TypeKind::Int(_) | TypeKind::Modular(_) => Some(number),
            TypeKind::Bool => Some(Value::Bool(self.0 != 0)),
            TypeKind::Array(_) => match Value::zero(self.1, ty) {
                Value::Array(array) => Some(Value::Array(Array { default: number, ..(*array).clone() }.into())),
                _ => None,
            },
            _ => None,
        }
    }
}

/// The exit code and what is printed by the test for the run in which every choice is `value`; none without gcc.
fn repeated(text: &str, value: i64) -> Option<(i32, String)> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("p.c");
    std::fs::write(&path, text).expect("a file");
    let task = Task { files: vec![path], ..Task::default() };
    let mut lowered = C.lower(&task);
    assert!(!lowered.failed(), "{:?}", lowered.rendered());
    ir::lift(&mut lowered.program);
    let places = Places::new(&lowered.program.files, &lowered.texts);
    let subject = Subject { program: &lowered.program, places: &places, notation: C.notation() };
    let program = &lowered.program;
    let entry = program.procedures().find(|(_, procedure)| procedure.entry).expect("an entry").0;
    let limits = Limits { steps: 1_000_000, cancel: None, trace: true };
    let inputs = Inputs::default();
    let run = run(program, entry, &inputs, &mut Same(value, program), limits);
    let End::Failed(check) = run.end else { panic!("{:?}\n{text}", run.end) };
    let example = Counterexample::of(program, entry, &inputs, run);
    let test = C.test_program(&Failing { subject, check, example: &example, number: 1 }).expect("a test");
    let (source, binary) = (folder.path().join(&test.name), folder.path().join("test"));
    std::fs::write(&source, &test.text).expect("a file");
    let mut gcc = Command::new("gcc");
    gcc.args(["-std=gnu11", "-w", "-g", "-fsanitize=undefined,address", "-fno-sanitize-recover=all", "-o"]);
    let built = match gcc.args([&binary, &source]).output() {
        Ok(built) => built,
        Err(error) => {
            eprintln!("skipped: there is no gcc: {error}");
            return None;
        }
    };
    assert!(built.status.success(), "{}\n{}", String::from_utf8_lossy(&built.stderr), test.text);
    let output = Command::new(&binary).output().expect("it runs");
    let said = [output.stdout, output.stderr].concat();
    Some((output.status.code().unwrap_or(-1), String::from_utf8_lossy(&said).into_owned()))
}

#[test]
fn failures_are_repeated_by_gcc() {
    let error = "extern void __VERIFIER_error(void); extern int __VERIFIER_nondet_int(void);\n";
    for (body, value, wanted) in [
        ("int x = __VERIFIER_nondet_int(); if (x == 77) __VERIFIER_error();", 77, "the error is reached"),
        ("int x; int y = 1; if (x == 5) __VERIFIER_error();", 5, "the error is reached"),
        ("int a[10]; if (a[7] == 6) __VERIFIER_error();", 6, "the error is reached"),
        (
            "int n = __VERIFIER_nondet_int(); int a[n]; if (a[n - 1] == 4) __VERIFIER_error();",
            4,
            "the error is reached",
        ),
        ("int x = __VERIFIER_nondet_int(); x = x + 2147483647;", 1, "signed integer overflow"),
        ("int x = __VERIFIER_nondet_int(); x = 1 / (x - 3);", 3, "division by zero"),
        ("int a[5]; int x = __VERIFIER_nondet_int(); a[x] = 1;", 5, "out of bounds"),
        ("int x = __VERIFIER_nondet_int(); x = 1 << x;", 40, "shift exponent"),
    ] {
        let text = format!("{error}int main(void) {{\n  {body}\n  return 0;\n}}\n");
        let Some((code, said)) = repeated(&text, value) else { return };
        assert!(code != 0 && said.contains(wanted), "{body}: {code}: {said}");
    }
}

#[test]
fn functions_of_any_value_have_the_type_that_the_program_gives_them() {
    for declaration in [
        "typedef enum { false, true } bool; extern bool __VERIFIER_nondet_bool();",
        "int __VERIFIER_nondet_bool(void);",
        "_Bool __VERIFIER_nondet_bool(void);",
        "",
    ] {
        let text = format!(
            "extern void __VERIFIER_error(void);\n{declaration}\nint main(void) {{ if (__VERIFIER_nondet_bool()) \
             __VERIFIER_error(); return __VERIFIER_nondet_bool(); }}\n"
        );
        let Some((code, said)) = repeated(&text, 1) else { return };
        assert!(code == 42 && said.contains("the error is reached"), "{declaration}: {code}: {said}");
    }
}
