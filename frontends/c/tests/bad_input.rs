//! What the frontend does with what it does not model, and with texts that nobody should write: a place and a name, or
//! an answer, and never an overflow of the stack.

mod common;

use common::{read, run_entry};
use horn_c::Options;
use horn_c::frontend::C;
use horn_frontend::interp::End;
use horn_frontend::ir::CheckKind;
use horn_frontend::{Frontend, Task};
use std::fmt::Write;

/// How many parentheses stand in each other.
const MILLION: usize = 1_000_000;
/// How many of other things.
const MANY: usize = 100_000;

/// What is said of a program; its errors, or its warnings with what is not modelled.
fn said(text: &str) -> String {
    match read("p.c", text, &Options { library: true, ..Options::default() }) {
        Ok(read) => [read.warnings, read.refused].concat().join("; "),
        Err(errors) => errors.join("; "),
    }
}

#[test]
fn constructs_that_are_not_modelled_are_named_and_the_rest_is_analysed() {
    for (front, body, what) in [
        ("", "asm volatile (\"nop\");", "assembly"),
        (
            "#include <stdarg.h>\nint f(int n, ...) { va_list l; va_start(l, n); return va_arg(l, int); }",
            "f(1, 2);",
            "f",
        ),
        ("", "void *p = &&l; goto *p; l: ;", "goto"),
        ("typedef long jmp_buf[8]; int setjmp(jmp_buf); jmp_buf b;", "if (setjmp(b)) return 2;", "setjmp"),
        (
            "int pthread_create(long *, void *, void *(*)(void *), void *); void *run(void *p) { return p; }",
            "long t; pthread_create(&t, 0, run, 0);",
            "pthread_create",
        ),
        ("_Thread_local int x;", "x = 1;", "thread-local"),
        ("_Atomic int x;", "x = 1;", "atomic"),
        ("", "int x = 0; char *p = (char *)&x; *p = 1;", "points to an object of type"),
        ("", "int i = 0; i = i++ + i++;", "without an order"),
        ("int g(int a, int b) { return a - b; }", "int i = 0; g(i++, i++);", "without an order"),
        // Calls that are put in place keep what has no order.
        ("int g(int a, int b) { return a < b ? a : b; }", "int i = 0; g(i++, i);", "without an order"),
        ("int *g(int *p, int k, int l) { return p + k - l; }", "int a[5], i = 1; g(a, i++, i);", "without an order"),
        ("int *g(int *p, int k) { return p + k; }", "int a[5], i = 1; *g(a, i) = i++;", "without an order"),
        ("", "_Complex double z = 1; z = z * z;", "omplex"),
        ("int scanf(const char *, ...);", "int x; scanf(\"%d\", &x);", "scanf"),
        ("int far(int);", "int x = far(1); x = 1;", "far"),
    ] {
        let text =
            format!("{front}\nint fine(int x) {{ return 1 / (x - 3); }}\nint main(void) {{ {body} return 0; }}\n");
        let heard = said(&text);
        assert!(heard.contains(what), "{body}: {heard:?}");
        let program = match read("p.c", &text, &Options { library: true, ..Options::default() }) {
            Ok(read) => read.program,
            // Refused as a whole is an answer, too.
            Err(_) => continue,
        };
        if let Some(run) = run_entry(&program, &mut (), 100_000) {
            let End::Failed(check) = run.end else { panic!("{body}: {:?}", run.end) };
            assert_eq!(program.checks[check.index()].kind, CheckKind::Unsupported, "{body}");
        }
        // What does not use it is looked at as ever.
        let options = Options { library: true, ..Options::default() };
        let other = read("p.c", &text.replace("int main(void) {", "int main(void) { fine(3); "), &options);
        let Ok(other) = other else { panic!("{body}") };
        if let Some(run) = run_entry(&other.program, &mut (), 100_000) {
            let End::Failed(check) = run.end else { panic!("{body}: {:?}", run.end) };
            assert_eq!(other.program.checks[check.index()].kind, CheckKind::Division, "{body}");
        }
    }
}

#[test]
fn nothing_is_silently_an_int() {
    for (text, what) in [
        ("int main(void) { return f(1); }", "f"),
        ("f(x) { return x; } int main(void) { return f(1); }", "int"),
        ("int main(void) { return x; }", "x"),
        ("int main(void) { unknown_t x = 1; return x; }", ""),
        ("struct s; int main(void) { struct s x; return 0; }", ""),
    ] {
        let heard = said(text);
        assert!(!heard.is_empty() && heard.contains(what), "{text}: {heard:?}");
    }
}

#[test]
fn what_nests_without_end_gets_an_answer() {
    let nested = |open: &str, inner: &str, close: &str| {
        let many = if open == "(" { MILLION } else { MANY };
        format!("{}{inner}{}", open.repeat(many), close.repeat(many))
    };
    for (what, body) in [
        ("parentheses", format!("return {};", nested("(", "1", ")"))),
        ("parentheses that stay open", format!("return {};", nested("(", "1", ""))),
        ("signs", format!("return {};", nested("- ", "1", ""))),
        ("sums", format!("int x = 1; return x{};", nested(" ^ x", "", ""))),
        ("blocks", nested("{", "", "}")),
        ("braces that stay open", nested("{", "", "")),
        ("conditions", format!("int x = 1; {}", nested("if (x) ", "x = 2;", ""))),
        ("conditional expressions", format!("int x = 1; return {};", nested("x ? 1 : ", "2", ""))),
    ] {
        // The answer may be an error or that it is not modelled: what counts is that there is one.
        let heard = said(&format!("int main(void) {{ {body} return 0; }}\n"));
        eprintln!("many {what}: {}", heard.chars().take(100).collect::<String>());
        if what.contains("open") {
            assert!(!heard.is_empty(), "{what}");
        }
    }
}

#[test]
fn a_preprocessed_file_of_ten_megabytes_is_read() {
    let mut text = String::from("# 1 \"big.c\"\n");
    let mut count = 0;
    while text.len() < 10 << 20 {
        let _ = write!(
            text,
            "# {} \"part{}.h\" 1 3 4\nextern int declared_{count}(int first, const char *second);\n\
             typedef struct {{ int a; long b[3]; }} type_{count};\n\
             static int function_{count}(int x) {{ int y = x % 7; while (y < {count}) y = y * 2 + 1; return y; }}\n",
            count % 100 + 1,
            count % 50,
        );
        count += 1;
    }
    let _ = writeln!(text, "int main(void) {{ return function_{}(1); }}", count - 1);
    let unit = horn_c::read_text("big.i", &text, &Options::default());
    assert!(!unit.failed(), "{:?}", unit.rendered());
}

#[test]
fn a_function_to_start_from_must_be_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("p.c");
    std::fs::write(&file, "int there(int x) { return x / 2; }\nint declared(int);\n").expect("a file");
    for (entry, missing) in [("there", false), ("declared", true), ("gone", true)] {
        let task = Task { files: vec![file.clone()], entries: vec![entry.to_string()], ..Task::default() };
        let lowered = C.lower(&task);
        let said = lowered.messages.iter().any(|one| one.diagnostic.message.contains("to start from"));
        assert_eq!((said, lowered.failed()), (missing, missing), "{entry}: {:?}", lowered.messages);
    }
}
