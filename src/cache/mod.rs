//! What is kept from one run to the next: a folder of small files, each named by a digest of what it is about.
//!
//! An entry is written under another name and renamed, so that nobody ever sees half of it, and entries of one name say
//! the same: processes need no lock, on one machine or on a network's folder. Nothing that an entry says is believed
//! here or elsewhere before it was checked; the checksum only tells what is broken from what is not. What cannot be
//! read or written costs time, and is said once in the log.

mod entry;
mod upkeep;

pub use entry::{Broken, KINDS, Kind};
pub use upkeep::{Census, census, clear, trim};

use crate::files;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

/// The name of an entry: a digest.
pub type Key = [u8; 32];

/// The folder of this format inside a cache.
const FORMAT: &str = "v1";
/// No entry is larger.
const LARGEST: usize = 16 << 20;
/// How old the time of an entry that is used may get.
const FRESH: Duration = Duration::from_secs(24 * 3600);

/// A folder of entries.
#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
    /// Whether entries are looked for.
    reads: bool,
    /// Whether entries can be written; not any more after the first that could not.
    writes: AtomicBool,
    /// What happened so far.
    counts: Counts,
}

#[derive(Debug, Default)]
struct Counts {
    found: AtomicUsize,
    rejected: AtomicUsize,
    written: AtomicUsize,
}

/// How many entries were found, turned out to be worth nothing, and were written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Use {
    /// Found, and in one piece.
    pub found: usize,
    /// Found, and of no use: broken, or wrong.
    pub rejected: usize,
    /// Written.
    pub written: usize,
}

impl Cache {
    /// The cache in a folder, which need not be there yet. Entries are looked for only if it `reads`.
    pub fn new(folder: PathBuf, reads: bool) -> Cache {
        Cache { folder, reads, writes: AtomicBool::new(true), counts: Counts::default() }
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether entries are looked for.
    pub fn reads(&self) -> bool {
        self.reads
    }

    /// What happened so far.
    pub fn used(&self) -> Use {
        let of = |count: &AtomicUsize| count.load(Ordering::Relaxed);
        Use { found: of(&self.counts.found), rejected: of(&self.counts.rejected), written: of(&self.counts.written) }
    }

    /// The contents of an entry, if there is one in one piece. One that is broken is removed.
    pub fn get(&self, key: &Key, kind: Kind) -> Option<Vec<u8>> {
        if !self.reads {
            return None;
        }
        let path = self.path(key, kind);
        let bytes = match read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
            Err(error) => {
                log::debug!("{}: {error}", path.display());
                return None;
            }
        };
        match entry::opened(&bytes, key, kind) {
            Ok(contents) => {
                self.counts.found.fetch_add(1, Ordering::Relaxed);
                keep_fresh(&path);
                Some(contents.to_vec())
            }
            Err(broken) => {
                self.reject(key, kind, &broken.to_string());
                None
            }
        }
    }

    /// An entry turned out to be of no use. It is removed, and the first is said.
    pub fn reject(&self, key: &Key, kind: Kind, why: &str) {
        let path = self.path(key, kind);
        if self.counts.rejected.fetch_add(1, Ordering::Relaxed) == 0 {
            log::warn!("{}: {why}; entries like this are removed, and cost nothing but time", path.display());
        }
        self.remove(key, kind);
    }

    /// Removes an entry, if there is one.
    pub fn remove(&self, key: &Key, kind: Kind) {
        // Where that is impossible it is looked at again the next time.
        let _ = fs::remove_file(self.path(key, kind));
    }

    /// Writes an entry, in the place of the one there may be.
    pub fn put(&self, key: &Key, kind: Kind, contents: &[u8]) {
        if contents.len() > LARGEST || !self.writes.load(Ordering::Relaxed) {
            return;
        }
        let path = self.path(key, kind);
        let made = path.parent().map_or(Ok(()), fs::create_dir_all);
        match made.and_then(|()| files::replace(&path, &entry::closed(contents, key, kind))) {
            Ok(()) => {
                self.counts.written.fetch_add(1, Ordering::Relaxed);
            }
            Err(error) => {
                if self.writes.swap(false, Ordering::Relaxed) {
                    log::warn!("{}: {error}; nothing more is kept", path.display());
                }
            }
        }
    }

    fn path(&self, key: &Key, kind: Kind) -> PathBuf {
        let name: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
        self.folder.join(FORMAT).join(&name[..2]).join(format!("{}.{}", &name[2..], kind.extension()))
    }
}

/// The bytes of a file, if they are not too many for an entry.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LARGEST as u64 + 1024).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// What is used stays: the oldest entries go first.
fn keep_fresh(path: &Path) {
    let now = SystemTime::now();
    let is_old =
        |known: fs::Metadata| known.modified().is_ok_and(|time| now.duration_since(time).is_ok_and(|age| age > FRESH));
    if fs::metadata(path).is_ok_and(is_old) {
        // Of a folder that is only read nothing is removed either.
        let _ = File::options().write(true).open(path).and_then(|file| file.set_modified(now));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn one(folder: &Path) -> (Cache, Key, PathBuf) {
        let (cache, key) = (Cache::new(folder.to_path_buf(), true), [7; 32]);
        let path = cache.path(&key, Kind::Checks);
        (cache, key, path)
    }

    #[test]
    fn what_is_put_is_found_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let (cache, key, path) = one(folder.path());
        assert_eq!(cache.get(&key, Kind::Checks), None);
        cache.put(&key, Kind::Checks, b"one");
        cache.put(&key, Kind::Checks, b"two");
        assert_eq!(cache.get(&key, Kind::Checks).as_deref(), Some(&b"two"[..]));
        assert!(path.starts_with(folder.path().join("v1/07")));
        assert_eq!(Cache::new(folder.path().to_path_buf(), false).get(&key, Kind::Checks), None);
        cache.remove(&key, Kind::Checks);
        assert_eq!(cache.get(&key, Kind::Checks), None);
        assert_eq!(cache.used(), Use { found: 1, rejected: 0, written: 2 });
    }

    #[test]
    fn entries_with_any_byte_changed_or_cut_off_are_none() {
        let folder = tempfile::tempdir().expect("a folder");
        let (cache, key, path) = one(folder.path());
        cache.put(&key, Kind::Checks, b"contents");
        let good = fs::read(&path).expect("an entry");
        let mut wrong: Vec<Vec<u8>> = (0..good.len()).map(|length| good[..length].to_vec()).collect();
        for at in 0..good.len() {
            for bit in [1, 0x80] {
                let mut bytes = good.clone();
                bytes[at] ^= bit;
                wrong.push(bytes);
            }
        }
        wrong.push([&good[..], b" "].concat());
        for bytes in &wrong {
            fs::write(&path, bytes).expect("written");
            assert_eq!(cache.get(&key, Kind::Checks), None, "{bytes:?}");
            assert!(!path.exists());
        }
        assert_eq!(cache.used().rejected, wrong.len());
        // An entry under the name of another one.
        let other = cache.path(&[8; 32], Kind::Checks);
        fs::create_dir_all(other.parent().expect("a folder")).expect("made");
        fs::write(&other, &good).expect("written");
        assert_eq!(cache.get(&[8; 32], Kind::Checks), None);
    }

    #[test]
    fn a_folder_that_cannot_be_one_costs_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("v1"), "a file").expect("written");
        let (cache, key, _) = one(folder.path());
        cache.put(&key, Kind::Checks, b"one");
        cache.put(&key, Kind::Checks, b"one");
        assert_eq!((cache.get(&key, Kind::Checks), cache.used().written), (None, 0));
    }

    #[test]
    fn many_write_and_read_at_the_same_time() {
        let folder = tempfile::tempdir().expect("a folder");
        let contents = vec![b'x'; 100_000];
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let (cache, key, _) = one(folder.path());
                    for _ in 0..50 {
                        cache.put(&key, Kind::Checks, &contents);
                        assert_eq!(cache.get(&key, Kind::Checks).as_deref(), Some(&contents[..]));
                    }
                });
            }
        });
        let path = one(folder.path()).2;
        assert_eq!(fs::read_dir(path.parent().expect("a folder")).expect("entries").count(), 1, "no drafts are left");
    }

    #[test]
    fn permissions_are_those_of_other_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let (cache, key, path) = one(folder.path());
        cache.put(&key, Kind::Checks, b"one");
        let beside = folder.path().join("beside");
        fs::write(&beside, "").expect("written");
        let mode = |path: &Path| fs::metadata(path).expect("there").permissions().mode();
        assert_eq!(mode(&path), mode(&beside));
    }
}
