//! Names of files for names of units: GNAT's scheme, and what `package Naming` changes in it.

use crate::ast::UnitPart;
use std::collections::BTreeMap;

/// How units are mapped to files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Naming {
    /// What names of specifications end with, `.ads`.
    pub spec_suffix: String,
    /// What names of bodies end with, `.adb`.
    pub body_suffix: String,
    /// What names of subunits end with, `.adb`.
    pub separate_suffix: String,
    /// What stands for the dots of a unit's name, `-`.
    pub dot_replacement: String,
    /// How letters are written.
    pub casing: Casing,
    /// Names of files of certain specifications, by the full name of the unit in lower case.
    pub specs: BTreeMap<String, String>,
    /// Names of files of certain bodies.
    pub bodies: BTreeMap<String, String>,
}

/// How letters are written in names of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Casing {
    /// `a_b`.
    Lower,
    /// `A_B`.
    Upper,
    /// `A_B` with the other letters small.
    Mixed,
}

impl Default for Naming {
    fn default() -> Naming {
        Naming {
            spec_suffix: ".ads".to_owned(),
            body_suffix: ".adb".to_owned(),
            separate_suffix: ".adb".to_owned(),
            dot_replacement: "-".to_owned(),
            casing: Casing::Lower,
            specs: BTreeMap::new(),
            bodies: BTreeMap::new(),
        }
    }
}

impl Naming {
    /// The name of the file in which a unit is looked for. `name` is its full name in lower case.
    pub fn file_name(&self, name: &str, part: UnitPart) -> String {
        let (exceptions, suffix) = match part {
            UnitPart::Spec => (&self.specs, &self.spec_suffix),
            UnitPart::Body => (&self.bodies, &self.body_suffix),
            UnitPart::Subunit => (&self.bodies, &self.separate_suffix),
        };
        if let Some(file) = exceptions.get(name) {
            return file.clone();
        }
        let cased = match self.casing {
            Casing::Lower => name.to_owned(),
            Casing::Upper => name.to_uppercase(),
            Casing::Mixed => mixed(name),
        };
        format!("{}{suffix}", cased.replace('.', &self.dot_replacement))
    }

    /// What GNAT calls a file with this name: those of the run-time library begin with one of these letters and a
    /// hyphen, so that children of units with such a name have another sign.
    pub fn beside_library(file: &str) -> Option<String> {
        let taken = matches!(file.as_bytes(), [b'a' | b'g' | b'i' | b's', b'-', ..]);
        taken.then(|| format!("{}~{}", &file[..1], &file[2..]))
    }

    /// True if a file of this name is an Ada source.
    pub fn is_source(&self, file: &str) -> bool {
        let suffixes = [&self.spec_suffix, &self.body_suffix, &self.separate_suffix];
        suffixes.iter().any(|suffix| file.len() > suffix.len() && file.ends_with(suffix.as_str()))
            || self.specs.values().chain(self.bodies.values()).any(|name| name == file)
    }
}

/// The first letter of each word large.
fn mixed(name: &str) -> String {
    let mut first = true;
    let mut text = String::new();
    for character in name.chars() {
        match first {
            true => text.extend(character.to_uppercase()),
            false => text.push(character),
        }
        first = matches!(character, '.' | '_');
    }
    text
}
