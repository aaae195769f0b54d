//! Warnings that have tags: each can be asked for, switched off, or made an error. What says that something is not
//! analysed has none, and cannot be switched off.

use std::collections::BTreeMap;

/// A kind of warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tag {
    /// A justification is about no check.
    NothingJustified,
    /// A justification is about checks that are proved.
    ProvedJustified,
    /// No run comes to a place.
    UnreachableCode,
    /// What is assumed holds in no run.
    NeverTrue,
}

impl Tag {
    /// All of them.
    pub const ALL: [Tag; 4] = [Tag::NothingJustified, Tag::ProvedJustified, Tag::UnreachableCode, Tag::NeverTrue];
    /// Those that need proofs of their own.
    pub const PROVED: [Tag; 2] = [Tag::UnreachableCode, Tag::NeverTrue];

    /// How it is called.
    pub fn name(self) -> &'static str {
        match self {
            Tag::NothingJustified => "no-check-message-justified",
            Tag::ProvedJustified => "proved-check-justified",
            Tag::UnreachableCode => "unreachable-code",
            Tag::NeverTrue => "assumption-never-true",
        }
    }

    /// The warning.
    pub fn text(self) -> String {
        let what = match self {
            Tag::NothingJustified => "no check message justified by this pragma",
            Tag::ProvedJustified => "only proved check messages justified by this pragma",
            Tag::UnreachableCode => "this is never reached",
            Tag::NeverTrue => "no run satisfies what is assumed here",
        };
        format!("{what} [{}]", self.name())
    }
}

/// What is made of a warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heed {
    /// Nothing.
    Allowed,
    /// It is printed.
    Warned,
    /// It is printed as an error.
    Denied,
}

/// What is made of each kind of warning.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(BTreeMap<Tag, Heed>);

impl Tags {
    /// What is made of this kind. Proofs are made on request only.
    pub fn heed(&self, tag: Tag) -> Heed {
        let usual = if Tag::PROVED.contains(&tag) { Heed::Allowed } else { Heed::Warned };
        self.0.get(&tag).copied().unwrap_or(usual)
    }

    /// Decides about the kinds of this name, or about all; false if there is none. What was made an error stays one
    /// where it is only asked for.
    pub fn set(&mut self, name: &str, heed: Heed) -> bool {
        let meant = |tag: &Tag| name == "all" || tag.name() == name;
        let found: Vec<Tag> = Tag::ALL.into_iter().filter(meant).collect();
        for tag in &found {
            if heed != Heed::Warned || self.heed(*tag) != Heed::Denied {
                self.0.insert(*tag, heed);
            }
        }
        !found.is_empty()
    }

    /// Whether anything is asked for that needs proofs.
    pub fn proves(&self) -> bool {
        Tag::PROVED.into_iter().any(|tag| self.heed(tag) != Heed::Allowed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_counts_and_errors_stay() {
        let mut tags = Tags::default();
        assert_eq!((tags.heed(Tag::ProvedJustified), tags.heed(Tag::NeverTrue)), (Heed::Warned, Heed::Allowed));
        assert!(!tags.proves() && !tags.set("nonsense", Heed::Denied));
        assert!(tags.set("unreachable-code", Heed::Denied) && tags.set("all", Heed::Warned) && tags.proves());
        assert_eq!((tags.heed(Tag::UnreachableCode), tags.heed(Tag::NeverTrue)), (Heed::Denied, Heed::Warned));
        tags.set("all", Heed::Allowed);
        assert!(Tag::ALL.into_iter().all(|tag| tags.heed(tag) == Heed::Allowed));
    }
}
