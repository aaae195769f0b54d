//! Prints what the frontend makes of Ada files: messages, and the program unless `-q` is given.
#![allow(clippy::print_stdout)]

use horn_frontend::{Frontend, Task};

fn main() {
    let mut task = Task::default();
    let mut quiet = false;
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "-q" => quiet = true,
            _ => match argument.strip_prefix("--entry=") {
                Some(entry) => task.entries.push(entry.to_string()),
                None => task.files.push(argument.into()),
            },
        }
    }
    let lowered = horn_ada::frontend::Ada.lower(&task);
    for line in lowered.rendered() {
        println!("{line}");
    }
    if !quiet {
        println!("{}", lowered.program);
    }
}
