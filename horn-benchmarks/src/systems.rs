//! Where the systems of this crate are, for tests and benches of the whole workspace.

use crate::list::{self, Entry};
use std::path::{Path, PathBuf};

/// The folder `horn-benchmarks/systems`.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("systems")
}

/// The root of the workspace: where `.tools/` is.
pub fn workspace() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// All systems of the manifest, in its order.
pub fn manifest() -> Result<Vec<Entry>, String> {
    list::read(&folder().join("manifest.tsv"))
}

/// The systems for the instrumentation layer: programs with aggregates and quantifiers, each with an unsafe twin.
pub fn instrument() -> Result<Vec<Entry>, String> {
    list::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("instrument").join("manifest.tsv"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Verdict;
    use std::collections::BTreeSet;
    use std::fs;

    #[test]
    fn the_manifest_names_every_file_once() {
        let listed: Vec<String> =
            manifest().expect("the manifest is good").into_iter().map(|entry| entry.file).collect();
        let unique: BTreeSet<String> = listed.iter().cloned().collect();
        assert_eq!(unique.len(), listed.len(), "a file is listed twice");
        let mut found = BTreeSet::new();
        for group in fs::read_dir(folder()).expect("the folder exists").flatten() {
            if group.path().is_dir() {
                for file in fs::read_dir(group.path()).expect("a folder").flatten() {
                    let names = [group.file_name(), file.file_name()];
                    found.insert(names.map(|name| name.to_string_lossy().into_owned()).join("/"));
                }
            }
        }
        assert_eq!(found, unique);
    }

    #[test]
    fn programs_for_instrumentation_have_unsafe_twins() {
        let entries = instrument().expect("the manifest is good");
        let safe: Vec<&Entry> = entries.iter().filter(|entry| entry.expected == Some(Verdict::Sat)).collect();
        assert_eq!((safe.len(), entries.len()), (61, 122));
        for (track, programs) in
            [("figures", 2), ("min", 6), ("max", 8), ("sum", 9), ("forall", 4), ("further", 23), ("orders", 9)]
        {
            assert_eq!(safe.iter().filter(|entry| entry.track == track).count(), programs, "{track}");
        }
        for entry in safe {
            let twin = entry.file.replace("-safe.smt2", "-unsafe.smt2");
            let found = entries.iter().find(|other| other.file == twin).expect("a twin");
            assert_eq!(found.expected, Some(Verdict::Unsat), "{twin}");
            assert!(fs::read_to_string(&entry.path).expect("UTF-8").starts_with("; "), "{}", entry.file);
        }
    }

    #[test]
    fn every_system_has_a_verdict_a_track_and_a_comment() {
        let entries = manifest().expect("the manifest is good");
        assert!(entries.len() >= 80);
        let unsat = entries.iter().filter(|entry| entry.expected == Some(Verdict::Unsat)).count();
        assert!(unsat * 3 > entries.len() && unsat * 3 < entries.len() * 2, "{unsat} are unsat");
        for entry in entries {
            assert!(entry.expected.is_some() && !entry.track.is_empty(), "{}", entry.file);
            let text = fs::read_to_string(&entry.path).expect("UTF-8");
            assert!(text.starts_with("; "), "{}", entry.file);
            // A name that speaks of the verdict must not lie.
            let name = entry.file.trim_end_matches(".smt2");
            let told = match name.rsplit('-').next() {
                Some("safe") => Some(Verdict::Sat),
                Some("unsafe") => Some(Verdict::Unsat),
                _ => entry.expected,
            };
            assert_eq!(told, entry.expected, "{name}");
        }
    }

    #[test]
    fn the_line_ends_of_the_crlf_files_are_kept() {
        for entry in manifest().expect("the manifest is good") {
            let text = fs::read_to_string(&entry.path).expect("UTF-8");
            assert_eq!(text.contains("\r\n"), entry.file.contains("/crlf-"), "{}", entry.file);
        }
    }
}
