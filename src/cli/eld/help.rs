//! The text of `eld -h`.

use super::table::{Group, SPECS, Spec, Takes};
use std::fmt::Write;

/// The help: the first line names the version of Eldarica whose command line this is, because tools read it there.
pub fn text() -> String {
    let mut text = format!(
        "Eldarica v2.3pre command line of hornsolve {}\nMIT OR Apache-2.0\n\nUsage: eld [options] file\n",
        env!("CARGO_PKG_VERSION")
    );
    let groups = [
        (Group::General, "General options:"),
        (Group::Horn, "Horn engine:"),
        (Group::Formats, "Input formats (else by the extension of the file):"),
        (Group::Ignored, "Accepted without effect:"),
    ];
    for (group, title) in groups {
        let _ = write!(text, "\n{title}\n");
        if group == Group::General {
            row(&mut text, "-h", "print this");
        }
        for spec in SPECS.iter().filter(|spec| spec.group == group) {
            row(&mut text, &shown(spec), spec.help);
        }
    }
    text
}

/// The option with its value, as it is typed.
fn shown(spec: &Spec) -> String {
    match spec.takes {
        Takes::Nothing => spec.name.to_string(),
        Takes::Attached(kind) => format!("{}:{kind}", spec.name),
        Takes::Next(kind) => format!("{} {kind}", spec.name),
    }
}

fn row(text: &mut String, left: &str, right: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "  {left:<26} {right}");
}
