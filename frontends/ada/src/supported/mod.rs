//! What the verifier does with each name that Ada, GNAT or SPARK give a meaning to: aspects, pragmas, attributes,
//! representation items and library units.
//!
//! Every name is on one of three lists of its kind: it is *modelled*; or it is *without effect* on the checks that
//! are decided; or it is *not supported*, which a warning says, and what uses it is not analysed. A name on no list
//! is not supported. The analysis asks here and nowhere else, so nothing that a program says is passed over in silence.

mod aspects;
mod attributes;
mod pragmas;
mod representation;
mod units;

/// What is done with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// It means what the manual says.
    Modelled,
    /// It changes nothing about the checks that are decided.
    WithoutEffect,
    /// What uses it is not analysed.
    NotSupported,
}

/// The kinds of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `with Name => …` (RM 13.1.1).
    Aspect,
    /// `pragma Name (…);` (RM 2.8).
    Pragma,
    /// `X'Name` (RM 4.1.4).
    Attribute,
    /// `for X'Name use …;`, `for X use at …;` and its relatives (RM 13.1).
    Representation,
    /// `with Name;` (RM 10.1.2).
    Unit,
}

/// What an aspect or a pragma is given for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// A variable, constant, component or parameter.
    Object,
    /// A type or subtype.
    Type,
    /// A subprogram, an entry, or an instance of one.
    Subprogram,
    /// A package, generic or not, or an instance.
    Package,
}

use Holder::{Object, Package, Subprogram, Type};

/// A group of names with the same status, separated by white space.
#[derive(Debug)]
pub struct Group {
    /// What it is given for, where that matters; empty: for anything. Given for something else it is not supported.
    holders: &'static [Holder],
    status: Status,
    names: &'static str,
}

impl Group {
    const fn new(status: Status, names: &'static str) -> Group {
        Group { holders: &[], status, names }
    }

    const fn on(holders: &'static [Holder], status: Status, names: &'static str) -> Group {
        Group { holders, status, names }
    }

    fn has(&self, name: &str) -> bool {
        self.names.split_whitespace().any(|own| own.eq_ignore_ascii_case(name))
    }
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 5] = [Kind::Aspect, Kind::Pragma, Kind::Attribute, Kind::Representation, Kind::Unit];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Aspect => "aspect",
            Kind::Pragma => "pragma",
            Kind::Attribute => "attribute",
            Kind::Representation => "representation item",
            Kind::Unit => "library unit",
        }
    }

    fn groups(self) -> &'static [Group] {
        match self {
            Kind::Aspect => aspects::GROUPS,
            Kind::Pragma => pragmas::GROUPS,
            Kind::Attribute => attributes::GROUPS,
            Kind::Representation => representation::GROUPS,
            Kind::Unit => units::GROUPS,
        }
    }

    /// What is done with a name of this kind, in any case of letters, given for `holder`.
    pub fn status(self, name: &str, holder: Holder) -> Status {
        let groups = self.groups().iter().filter(|group| group.holders.is_empty() || group.holders.contains(&holder));
        groups.into_iter().find(|group| group.has(name)).map_or(Status::NotSupported, |group| group.status)
    }

    /// What is done with a name for which it does not matter what it is given for.
    pub fn status_anywhere(self, name: &str) -> Status {
        let mut groups = self.groups().iter().filter(|group| group.holders.is_empty());
        groups.find(|group| group.has(name)).map_or(Status::NotSupported, |group| group.status)
    }

    /// The lists on which a name is, with what it must be given for to be there.
    pub fn lists(self, name: &str) -> Vec<(Status, &'static [Holder])> {
        self.groups().iter().filter(|group| group.has(name)).map(|group| (group.status, group.holders)).collect()
    }

    /// All names on the lists, in the order of the alphabet, each as often as there are lists that have it.
    pub fn names(self) -> Vec<(&'static str, Status, &'static [Holder])> {
        let of = |group: &'static Group| group.names.split_whitespace().map(|name| (name, group.status, group.holders));
        let mut names: Vec<_> = self.groups().iter().flat_map(of).collect();
        names.sort_by_key(|(name, status, _)| (name.to_lowercase(), *status));
        names
    }
}

/// The text of `--list-supported`: for each kind and status a heading, and the names below it.
pub fn listing() -> String {
    let mut text = String::new();
    for kind in Kind::ALL {
        for (status, word) in [
            (Status::Modelled, "modelled"),
            (Status::WithoutEffect, "without effect on the checks"),
            (Status::NotSupported, "not supported (and every name that is on no list)"),
        ] {
            text += &format!("{}: {word}\n", kind.word());
            for (name, _, holders) in kind.names().into_iter().filter(|(_, own, _)| *own == status) {
                let words: Vec<&str> = holders.iter().map(|holder| holder.word()).collect();
                let of = if words.is_empty() { String::new() } else { format!(" (of {})", words.join(", ")) };
                text += &format!("  {name}{of}\n");
            }
        }
    }
    text
}

impl Holder {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Object => "objects",
            Type => "types",
            Subprogram => "subprograms",
            Package => "packages",
        }
    }
}
