//! `valid-memsafety` of SV-COMP: the last line for the programs under `frontends/c/tests/memory`, whose first lines say
//! what they violate with `BAD` defined, and for programs that lose memory where no run of ours is a failure.

mod common;

use common::run;
use std::path::Path;

const MEMSAFETY: &str = "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n\
                         CHECK( init(main()), LTL(G valid-memtrack) )\n";
const MEMCLEANUP: &str = "CHECK( init(main()), LTL(G valid-memcleanup) )\n";

/// The output for a program.
fn said(program: &Path, property: &str, options: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("p.prp");
    std::fs::write(&file, property).expect("a file");
    let (asked, program) = (format!("--property={}", file.display()), program.display().to_string());
    let mut arguments = vec!["--frontend", "c", "--timeout", "20", &asked, &program];
    arguments.extend(options);
    run(&arguments).stdout
}

fn verdict(program: &Path, property: &str, options: &[&str]) -> String {
    said(program, property, options).lines().last().unwrap_or_default().to_string()
}

#[test]
fn verdicts_name_what_is_violated() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("frontends/c/tests/memory");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("a text");
        let bad = text.lines().next().and_then(|line| line.strip_prefix("// BAD: ")).expect("a first line").trim();
        let wanted = if bad == "unknown" { "UNKNOWN".to_string() } else { format!("FALSE({bad})") };
        assert_eq!(verdict(&path, MEMSAFETY, &["-DBAD"]), wanted, "{}", path.display());
        // What static objects might point to is not looked for.
        if bad != "unknown" {
            assert_eq!(verdict(&path, MEMSAFETY, &[]), "TRUE", "{}", path.display());
        }
        count += 1;
    }
    assert!(count >= 15);
}

#[test]
fn memory_that_is_lost_is_never_proved() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("p.c");
    let of = |text: &str, property: &str| {
        std::fs::write(&path, format!("#include <stdlib.h>\n{text}")).expect("a file");
        verdict(&path, property, &["-t", "3"])
    };
    let main = |code: &str| format!("int main(void) {{ int *p = malloc(4); *p = 0; {code} }}");
    assert_eq!(of(&main("p = 0; while (1) { }"), MEMSAFETY), "UNKNOWN");
    assert_eq!(of(&main("while (1) { *p = 1; }"), MEMSAFETY), "TRUE");
    assert_eq!(of("int main(void) { while (1) { char *p = malloc(1); *p = 1; } }", MEMSAFETY), "UNKNOWN");
    assert_eq!(of(&main("p = 0; abort();"), MEMSAFETY), "UNKNOWN");
    assert_eq!(of(&main("return 0;"), MEMCLEANUP), "FALSE(valid-memcleanup)");
    assert_eq!(of(&main("free(p); return 0;"), MEMCLEANUP), "TRUE");
}

#[test]
fn other_properties_are_not_supported() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("p.c");
    std::fs::write(&path, "int main(void) { return 0; }\n").expect("a file");
    for (text, name) in [("F end", "termination"), ("G ! data-race", "no-data-race")] {
        let property = format!("CHECK( init(main()), LTL({text}) )\n");
        let arguments = said(&path, &property, &[]);
        assert!(arguments.ends_with("UNKNOWN\n"), "{name}: {arguments}");
    }
}
