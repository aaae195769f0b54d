//! Names of checks that stay the same when lines are inserted: by them reports of two runs are compared.
//!
//! A name is a hash of the rule, the subprogram and the condition (the text of the place where there is none), and of
//! how many checks with the same stand before it in its subprogram.

use crate::verify::report::checks_of;
use horn_frontend::Subject;
use horn_frontend::ir::{Check, CheckId};
use std::collections::BTreeMap;

/// The names of all checks of a program.
#[derive(Clone, Debug, Default)]
pub struct Ids(Vec<String>);

impl Ids {
    /// The names of the checks of a program.
    pub fn of(subject: &Subject<'_>) -> Ids {
        let program = subject.program;
        let mut owners = checks_of(program, program.procedures().map(|(id, _)| id));
        owners.sort_by_key(|(check, _)| {
            let loc = program.checks[check.index()].loc;
            (loc.file, loc.span.start, loc.span.end, *check)
        });
        let mut seen: BTreeMap<(&str, &str, String), usize> = BTreeMap::new();
        let mut ids = vec![String::new(); program.checks.len()];
        for (id, procedure) in owners {
            let check = &program.checks[id.index()];
            let key = (check.kind.rule(), program.procedure(procedure).name.as_str(), condition(subject, check));
            let ordinal = seen.entry(key.clone()).or_insert(0);
            ids[id.index()] = hash(&[key.0, key.1, &key.2, &ordinal.to_string()]);
            *ordinal += 1;
        }
        Ids(ids)
    }

    /// The name of a check: 32 hexadecimal digits.
    pub fn get(&self, check: CheckId) -> &str {
        self.0.get(check.index()).map_or("", String::as_str)
    }
}

/// The condition, or else the text of the place, with single blanks.
fn condition(subject: &Subject<'_>, check: &Check) -> String {
    let span = check.loc.span;
    let source = subject.places.source(check.loc.file);
    let place = source.and_then(|source| source.text.get(span.start as usize..span.end as usize)).unwrap_or_default();
    let text = if check.condition.is_empty() { place } else { &check.condition };
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}

/// FNV-1a over 128 bits (Fowler, Noll, Vo), of texts that a zero byte ends.
pub(super) fn hash(texts: &[&str]) -> String {
    let mut hash: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    for byte in texts.iter().flat_map(|text| text.bytes().chain([0])) {
        hash = (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
    }
    format!("{hash:032x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_the_definition() {
        // The empty text is its zero byte: the offset basis times the prime.
        let offset: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
        assert_eq!(hash(&[""]), format!("{:032x}", offset.wrapping_mul((1 << 88) + 0x13b)));
        assert_ne!(hash(&["a", "b"]), hash(&["ab", ""]));
    }
}
