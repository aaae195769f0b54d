//! Counting, trimming and clearing a cache, also while others use it. Nothing is touched that is no entry, or the draft
//! of one.

use super::entry::{KINDS, opened};
use super::{FORMAT, Key, Kind, read};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// A draft of this age is left over from somebody who was killed.
const LEFT_OVER: Duration = Duration::from_secs(3600);

/// What there is in a cache.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// How many entries.
    pub entries: usize,
    /// Their bytes.
    pub bytes: u64,
    /// The entries that are broken, where that was looked for.
    pub broken: Vec<PathBuf>,
}

/// An entry, or the draft of one.
struct Found {
    path: PathBuf,
    /// The key and the kind; none of a draft.
    of: Option<(Key, Kind)>,
    bytes: u64,
    used: SystemTime,
}

/// Counts the entries. Reads them, too, if the contents are to be looked at.
///
/// # Errors
/// The folder is there and cannot be read.
pub fn census(folder: &Path, contents: bool) -> io::Result<Census> {
    let mut census = Census::default();
    for found in entries(folder)? {
        let Some((key, kind)) = &found.of else { continue };
        census.entries += 1;
        census.bytes += found.bytes;
        if contents && !read(&found.path).is_ok_and(|bytes| opened(&bytes, key, *kind).is_ok()) {
            census.broken.push(found.path);
        }
    }
    Ok(census)
}

/// Removes the entries that were not used for the longest time if there are more than so many bytes, until four fifths
/// of that are left, and drafts that were left over. How many entries were removed.
///
/// # Errors
/// The folder is there and cannot be read.
pub fn trim(folder: &Path, most: u64) -> io::Result<usize> {
    let (mut found, drafts): (Vec<Found>, Vec<Found>) =
        entries(folder)?.into_iter().partition(|found| found.of.is_some());
    let now = SystemTime::now();
    for draft in drafts {
        if now.duration_since(draft.used).is_ok_and(|age| age > LEFT_OVER) {
            let _ = fs::remove_file(&draft.path);
        }
    }
    let mut bytes: u64 = found.iter().map(|found| found.bytes).sum();
    if bytes <= most {
        return Ok(0);
    }
    found.sort_by(|a, b| (a.used, &a.path).cmp(&(b.used, &b.path)));
    let mut removed = 0;
    for found in found {
        if bytes <= most / 5 * 4 {
            break;
        }
        // Somebody else may have removed it.
        if fs::remove_file(&found.path).is_ok() {
            removed += 1;
        }
        bytes -= found.bytes;
    }
    Ok(removed)
}

/// Removes all entries and drafts, and the folders that are empty then. How many entries were removed.
///
/// # Errors
/// The folder is there and cannot be read, or something cannot be removed.
pub fn clear(folder: &Path) -> io::Result<usize> {
    let mut removed = 0;
    for found in entries(folder)? {
        match fs::remove_file(&found.path) {
            Ok(()) => removed += usize::from(found.of.is_some()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    let format = folder.join(FORMAT);
    for inner in listed(&format)? {
        // Folders that are not empty stay.
        let _ = fs::remove_dir(inner);
    }
    let _ = fs::remove_dir(&format);
    let _ = fs::remove_dir(folder);
    Ok(removed)
}

/// All entries and drafts, in the order of their names.
fn entries(folder: &Path) -> io::Result<Vec<Found>> {
    let mut all = Vec::new();
    for inner in listed(&folder.join(FORMAT))? {
        let Some(first) = name(&inner).filter(|first| first.len() == 2) else { continue };
        for path in listed(&inner)? {
            let Some(last) = name(&path) else { continue };
            let of = key(&first, &last);
            let draft = last.starts_with('.') && last.ends_with(".draft");
            // What is gone meanwhile is none.
            let Ok(known) = fs::symlink_metadata(&path) else { continue };
            if known.is_file() && (of.is_some() || draft) {
                let used = known.modified().unwrap_or(SystemTime::UNIX_EPOCH);
                all.push(Found { path, of, bytes: known.len(), used });
            }
        }
    }
    Ok(all)
}

fn name(path: &Path) -> Option<String> {
    Some(path.file_name()?.to_str()?.to_string())
}

/// What is in a folder, in the order of names; nothing if there is no folder.
fn listed(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            return Ok(Vec::new());
        }
        Err(error) => return Err(error),
    };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<_>>()?;
    paths.sort();
    Ok(paths)
}

/// The key and the kind of an entry, by its folder and its name.
fn key(first: &str, last: &str) -> Option<(Key, Kind)> {
    let (rest, extension) = last.split_once('.')?;
    let kind = KINDS.iter().copied().find(|kind| kind.extension() == extension)?;
    let digits = format!("{first}{rest}");
    let lower = |digit: u8| digit.is_ascii_digit() || (b'a'..=b'f').contains(&digit);
    if digits.len() != 64 || !digits.bytes().all(lower) {
        return None;
    }
    let mut key = Key::default();
    for (at, byte) in key.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&digits[2 * at..2 * at + 2], 16).ok()?;
    }
    Some((key, kind))
}

#[cfg(test)]
mod tests {
    use super::super::{Cache, Place};
    use super::*;
    use std::fs::File;

    fn filled(folder: &Path, count: u8) -> Cache {
        let cache = Cache::new(Place::Folder(folder.to_path_buf()), true);
        for number in 0..count {
            cache.put(&[number; 32], Kind::Checks, &[0; 912]);
        }
        cache
    }

    fn set_age(path: &Path, hours: u64) {
        let time = SystemTime::now() - Duration::from_secs(hours * 3600);
        File::options().write(true).open(path).and_then(|file| file.set_modified(time)).expect("ours");
    }

    #[test]
    fn the_oldest_go_first() {
        let folder = tempfile::tempdir().expect("a folder");
        let cache = filled(folder.path(), 10);
        assert_eq!(census(folder.path(), true).expect("read"), Census { entries: 10, bytes: 10_000, broken: vec![] });
        for number in 0..10u8 {
            set_age(&cache.path(&[number; 32], Kind::Checks), 100 - u64::from(number));
        }
        // What is used gets young.
        assert!(cache.get(&[0; 32], Kind::Checks).is_some());
        let drafts = ["left", "new"].map(|name| folder.path().join(format!("v1/00/.{name}.draft")));
        drafts.iter().for_each(|path| fs::write(path, "").expect("written"));
        set_age(&drafts[0], 2);
        assert_eq!(trim(folder.path(), 10_000).expect("read"), 0);
        assert_eq!(drafts.map(|path| path.exists()), [false, true]);
        assert_eq!(trim(folder.path(), 5_000).expect("read"), 6);
        let left = (0..10u8).filter(|number| cache.get(&[*number; 32], Kind::Checks).is_some());
        assert_eq!(left.collect::<Vec<u8>>(), [0, 7, 8, 9]);
    }

    #[test]
    fn nothing_else_is_touched() {
        let folder = tempfile::tempdir().expect("a folder");
        let cache = filled(folder.path(), 2);
        let others = ["notes.txt", "v1/readme", "v1/00/notes", "v1/00/00.checks"];
        others.iter().for_each(|name| fs::write(folder.path().join(name), "x").expect("written"));
        fs::write(cache.path(&[1; 32], Kind::Checks), "broken").expect("written");
        let found = census(folder.path(), true).expect("read");
        assert_eq!((found.entries, found.broken.len()), (2, 1));
        assert_eq!(clear(folder.path()).expect("removed"), 2);
        assert!(others.iter().all(|name| folder.path().join(name).exists()));
        assert!(!folder.path().join("v1/01").exists());
        assert_eq!(clear(&folder.path().join("none")).expect("nothing"), 0);
    }
}
