//! The options of the command line that only these frontends have, and how their values read.

use crate::target;
use horn_frontend::{OwnOption, Role};
use std::ffi::OsStr;
use std::path::Path;

/// The project file.
pub(crate) const PROJECT: &str = "-P";
/// External variables of project files.
pub(crate) const EXTERNAL: &str = "-X";
/// The character behind `--` that opens SPARK-BMC's annotations.
pub(crate) const ANNOTATION_CHAR: &str = "--annotation-char";

/// Folders in which projects are looked for that another one imports.
pub(crate) const PROJECT_FOLDER: &str = "-aP";
/// All units of all projects are analysed, used or not.
pub(crate) const ALL_UNITS: &str = "-U";
/// Only units of the project itself are analysed.
pub(crate) const OWN_UNITS: &str = "--no-subprojects";

/// A folder within the object folder of the project.
pub(crate) const SUBFOLDER: &str = "--subdirs";

/// The options of both frontends, and last the one of the frontend for annotations alone.
pub(crate) static OPTIONS: [OwnOption; 10] = [
    OwnOption {
        names: &[PROJECT],
        value: Some("PROJECT.gpr"),
        help: "analyse the project of this file",
        role: Role::Input,
        check: |_| Ok(()),
    },
    OwnOption {
        names: &[EXTERNAL],
        value: Some("NAME=VALUE"),
        help: "an external variable of the project; may be repeated; also -XNAME=VALUE",
        role: Role::What,
        check: |value| external(value).map(|_| ()),
    },
    OwnOption {
        names: &[PROJECT_FOLDER],
        value: Some("FOLDER"),
        help: "look for imported projects in this folder too; may be repeated; also -aP=FOLDER",
        role: Role::What,
        check: |_| Ok(()),
    },
    OwnOption {
        names: &[SUBFOLDER],
        value: Some("FOLDER"),
        help: "the folder in the project's object folder that takes the summary and what is kept",
        role: Role::What,
        check: |_| Ok(()),
    },
    OwnOption {
        names: &[ALL_UNITS],
        value: None,
        help: "analyse all units of all projects, whether the main programs need them or not",
        role: Role::What,
        check: |_| Ok(()),
    },
    OwnOption {
        names: &[OWN_UNITS],
        value: None,
        help: "analyse only units of the project itself, not of those that it imports",
        role: Role::What,
        check: |_| Ok(()),
    },
    OwnOption {
        names: &["--target"],
        value: Some("NAME"),
        help: "the machine: x86-64 with Linux, and no other",
        role: Role::What,
        check: |value| native(value, &["native", "x86_64-linux", "x86_64-pc-linux-gnu", "x86_64-linux-gnu"]),
    },
    OwnOption {
        names: &["--RTS"],
        value: Some("NAME"),
        help: "the run-time library: `native` or `default`, and no other",
        role: Role::What,
        check: |value| native(value, &["native", "default"]),
    },
    OwnOption {
        names: &["-gnateT"],
        value: Some("FILE"),
        help: "a file that describes the machine, as the compiler writes it with -gnatet: x86-64 with Linux, and no \
               other",
        role: Role::What,
        check: |value| target::check(Path::new(value)),
    },
    OwnOption {
        names: &[ANNOTATION_CHAR],
        value: Some("C"),
        help: "the character behind `--` of SPARK-BMC annotations, for `--frontend spark` (`%`)",
        role: Role::How,
        check: |value| single_character(value).map(|_| ()),
    },
];

/// Whether a machine or library is the one whose sizes and units are modelled.
fn native(value: &OsStr, known: &[&str]) -> Result<(), String> {
    match value.to_str().is_some_and(|value| known.contains(&value)) {
        true => Ok(()),
        false => Err(format!("`{}` is not modelled; there is {}", value.to_string_lossy(), known.join(", "))),
    }
}

/// `NAME=VALUE` as two texts.
pub(crate) fn external(value: &OsStr) -> Result<(String, String), String> {
    let text = value.to_string_lossy();
    let (name, value) = text.split_once('=').ok_or_else(|| format!("`{text}` is not NAME=VALUE"))?;
    Ok((name.to_string(), value.to_string()))
}

/// The character that marks annotations: it must not make ordinary comments or SPARK's annotations of them.
pub(crate) fn single_character(value: &OsStr) -> Result<char, String> {
    let text = value.to_string_lossy();
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(mark), None) if mark.is_ascii_punctuation() && !matches!(mark, '-' | '#') => Ok(mark),
        _ => Err(format!("`{text}` is no character for annotations: one punctuation mark other than `-` and `#`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_punctuation_marks_annotations() {
        assert_eq!(single_character(OsStr::new("!")), Ok('!'));
        for wrong in ["", "-", "#", "a", "!!", " "] {
            assert!(single_character(OsStr::new(wrong)).is_err(), "{wrong:?}");
        }
        assert!(native(OsStr::new("arm-eabi"), &["native"]).is_err_and(|why| why.contains("not modelled")));
        assert!(external(OsStr::new("A")).is_err());
        assert_eq!(external(OsStr::new("MODE=a=b")), Ok(("MODE".to_string(), "a=b".to_string())));
    }
}
