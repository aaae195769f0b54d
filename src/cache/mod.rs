//! What is kept from one run to the next: a folder of small files, here or on a server, each named by a digest of what
//! it is about.
//!
//! An entry is written under another name and renamed, so that nobody ever sees half of it, and entries of one name say
//! the same: processes need no lock, on one machine or on a network's folder. Nothing that an entry says is believed
//! here or elsewhere before it was checked; the checksum only tells what is broken from what is not. What cannot be
//! read or written costs time, and is said once in the log.

mod entry;
mod server;
mod upkeep;

pub use entry::{Broken, KINDS, Kind};
pub use server::{AUTHORIZATION, Server, is_address};
pub use upkeep::{Census, census, clear, trim};

use crate::files;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

/// The name of an entry: a digest.
pub type Key = [u8; 32];

/// The folder of this format inside a cache.
const FORMAT: &str = "v1";
/// No entry is larger.
const LARGEST: usize = 16 << 20;
/// How old the time of an entry that is used may get.
const FRESH: Duration = Duration::from_secs(24 * 3600);

/// Where entries are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// In this folder, which need not be there yet.
    Folder(PathBuf),
    /// On this server.
    Server(Server),
}

/// Entries in a place.
#[derive(Debug)]
pub struct Cache {
    place: Place,
    /// Whether entries are looked for; of a server, until it does not answer.
    reads: AtomicBool,
    /// Whether entries can be written; not any more after the first that could not.
    writes: AtomicBool,
    /// The entries of a server that are of no use, and nobody has put there again.
    removed: Mutex<BTreeSet<String>>,
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
    /// The cache in a place. Entries are looked for only if it `reads`.
    pub fn new(place: Place, reads: bool) -> Cache {
        let (reads, writes) = (AtomicBool::new(reads), AtomicBool::new(true));
        Cache { place, reads, writes, removed: Mutex::default(), counts: Counts::default() }
    }

    /// The folder that it is in, unless it is on a server.
    pub fn folder(&self) -> Option<&Path> {
        match &self.place {
            Place::Folder(folder) => Some(folder),
            Place::Server(_) => None,
        }
    }

    /// Whether entries are looked for.
    pub fn reads(&self) -> bool {
        self.reads.load(Ordering::Relaxed)
    }

    /// What happened so far.
    pub fn used(&self) -> Use {
        let of = |count: &AtomicUsize| count.load(Ordering::Relaxed);
        Use { found: of(&self.counts.found), rejected: of(&self.counts.rejected), written: of(&self.counts.written) }
    }

    /// The contents of an entry, if there is one in one piece. One that is broken is removed.
    pub fn get(&self, key: &Key, kind: Kind) -> Option<Vec<u8>> {
        if !self.reads() {
            return None;
        }
        let bytes = self.bytes(key, kind)?;
        match entry::opened(&bytes, key, kind) {
            Ok(contents) => {
                self.counts.found.fetch_add(1, Ordering::Relaxed);
                if let Place::Folder(folder) = &self.place {
                    keep_fresh(&folder.join(name(key, kind)));
                }
                Some(contents.to_vec())
            }
            Err(broken) => {
                self.reject(key, kind, &broken.to_string());
                None
            }
        }
    }

    /// What stands under the name of an entry.
    fn bytes(&self, key: &Key, kind: Kind) -> Option<Vec<u8>> {
        let name = name(key, kind);
        match &self.place {
            Place::Folder(folder) => {
                let path = folder.join(name);
                let bytes = read(&path);
                if let Err(error) = bytes.as_ref()
                    && error.kind() != io::ErrorKind::NotFound
                {
                    log::debug!("{}: {error}", path.display());
                }
                bytes.ok()
            }
            Place::Server(_) if self.removed().contains(&name) => None,
            Place::Server(server) => match server.get(&name) {
                Ok(bytes) => bytes,
                Err(error) => {
                    if self.reads.swap(false, Ordering::Relaxed) {
                        log::warn!("{server:?}: {error}; nothing more is looked up there");
                    }
                    None
                }
            },
        }
    }

    /// An entry turned out to be of no use. It is removed, and the first is said.
    pub fn reject(&self, key: &Key, kind: Kind, why: &str) {
        if self.counts.rejected.fetch_add(1, Ordering::Relaxed) == 0 {
            let at = self.shown(&name(key, kind));
            log::warn!("{at}: {why}; entries like this are removed, and cost nothing but time");
        }
        self.remove(key, kind);
    }

    /// Removes an entry, if there is one. One on a server is not looked at any more until another one is put under its
    /// name.
    pub fn remove(&self, key: &Key, kind: Kind) {
        match &self.place {
            // Where that is impossible it is looked at again the next time.
            Place::Folder(folder) => drop(fs::remove_file(folder.join(name(key, kind)))),
            Place::Server(_) => drop(self.removed().insert(name(key, kind))),
        }
    }

    fn removed(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.removed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes an entry, in the place of the one there may be.
    pub fn put(&self, key: &Key, kind: Kind, contents: &[u8]) {
        if contents.len() > LARGEST || !self.writes.load(Ordering::Relaxed) {
            return;
        }
        let (name, bytes) = (name(key, kind), entry::closed(contents, key, kind));
        let put = match &self.place {
            Place::Folder(folder) => {
                let path = folder.join(&name);
                let made = path.parent().map_or(Ok(()), fs::create_dir_all);
                made.and_then(|()| files::replace(&path, &bytes))
            }
            Place::Server(server) => server.put(&name, &bytes),
        };
        match put {
            Ok(()) => {
                self.removed().remove(&name);
                self.counts.written.fetch_add(1, Ordering::Relaxed);
            }
            Err(error) => {
                if self.writes.swap(false, Ordering::Relaxed) {
                    log::warn!("{}: {error}; nothing more is kept", self.shown(&name));
                }
            }
        }
    }

    /// The file of an entry of a folder.
    #[cfg(test)]
    fn path(&self, key: &Key, kind: Kind) -> PathBuf {
        self.folder().unwrap_or(Path::new("")).join(name(key, kind))
    }

    /// Where an entry is, for people.
    fn shown(&self, name: &str) -> String {
        match &self.place {
            Place::Folder(folder) => folder.join(name).display().to_string(),
            Place::Server(server) => format!("{server:?}/{name}"),
        }
    }
}

/// The name of an entry, with the folders that it is in.
fn name(key: &Key, kind: Kind) -> String {
    let digits: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{FORMAT}/{}/{}.{}", &digits[..2], &digits[2..], kind.extension())
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

    fn of(folder: &Path, reads: bool) -> Cache {
        Cache::new(Place::Folder(folder.to_path_buf()), reads)
    }

    fn one(folder: &Path) -> (Cache, Key, PathBuf) {
        let (cache, key) = (of(folder, true), [7; 32]);
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
        assert_eq!(of(folder.path(), false).get(&key, Kind::Checks), None);
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
