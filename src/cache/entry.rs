//! The bytes of an entry: a header of fixed length that says what it is and for which key, and the contents.

use super::Key;
use sha2::{Digest, Sha256};
use std::fmt;

/// What an entry is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// What is known of the checks of a subprogram.
    Checks,
}

/// All kinds.
pub const KINDS: &[Kind] = &[Kind::Checks];

const MAGIC: &[u8; 8] = b"hornsolv";
const VERSION: u32 = 1;
/// Magic, version, kind, key, length, checksum.
const HEADER: usize = 8 + 4 + 4 + 32 + 8 + 32;

impl Kind {
    /// How the names of its files end.
    pub fn extension(self) -> &'static str {
        match self {
            Kind::Checks => "checks",
        }
    }

    fn number(self) -> u32 {
        match self {
            Kind::Checks => 1,
        }
    }
}

/// What is wrong with an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// It is none of this format.
    Foreign,
    /// Something in it is not as it was written.
    Changed,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Broken::Foreign => "this is no entry of a cache, or one of another version",
            Broken::Changed => "the entry is broken",
        })
    }
}

/// Everything in front of the checksum.
fn head(contents: &[u8], key: &Key, kind: Kind) -> Vec<u8> {
    let mut head = Vec::with_capacity(HEADER + contents.len());
    head.extend(MAGIC);
    head.extend(VERSION.to_le_bytes());
    head.extend(kind.number().to_le_bytes());
    head.extend(key);
    head.extend((contents.len() as u64).to_le_bytes());
    head
}

fn checksum(head: &[u8], contents: &[u8]) -> Key {
    Sha256::new().chain_update(head).chain_update(contents).finalize().into()
}

/// The bytes of an entry.
pub(super) fn closed(contents: &[u8], key: &Key, kind: Kind) -> Vec<u8> {
    let mut bytes = head(contents, key, kind);
    let sum = checksum(&bytes, contents);
    bytes.extend(sum);
    bytes.extend(contents);
    bytes
}

/// The contents of an entry.
pub(super) fn opened<'b>(bytes: &'b [u8], key: &Key, kind: Kind) -> Result<&'b [u8], Broken> {
    if bytes.len() < HEADER || !bytes.starts_with(MAGIC) || bytes[8..12] != VERSION.to_le_bytes() {
        return Err(Broken::Foreign);
    }
    let contents = &bytes[HEADER..];
    let head = head(contents, key, kind);
    let whole = bytes.starts_with(&head) && bytes[HEADER - 32..HEADER] == checksum(&head, contents);
    if whole { Ok(contents) } else { Err(Broken::Changed) }
}
