//! The example of the README does what the README says.

use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn the_example_is_solved() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let readme = fs::read_to_string(path).expect("the README is there");
    let (_, example) = readme.split_once("$ cat two.smt2\n").expect("the README shows the file");
    let (file, output) = example.split_once("$ hornsolve --model two.smt2\n").expect("the README runs the program");
    let (expected, _) = output.split_once("```").expect("the example ends");

    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("two.smt2"), file).expect("the folder can be written");
    let run = Command::new(env!("CARGO_BIN_EXE_hornsolve"))
        .args(["--model", "--timeout", "60", "two.smt2"])
        .current_dir(folder.path())
        .output()
        .expect("the program starts");
    let answer = String::from_utf8(run.stdout).expect("UTF-8");
    // Another engine may win another time, so only what every model has is compared.
    let opening = |text: &str| text.lines().take(3).map(String::from).collect::<Vec<_>>();
    assert_eq!(opening(&answer), opening(expected), "{}", String::from_utf8_lossy(&run.stderr));
}
