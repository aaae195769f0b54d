//! Where files come from: the disk, or a table in memory.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// The contents of a folder, sorted by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entries {
    /// Names of the files in it.
    pub files: Vec<String>,
    /// Names of the folders in it.
    pub folders: Vec<String>,
}

/// A file system, as far as reading sources needs one.
pub trait Files {
    /// The bytes of a file.
    ///
    /// # Errors
    ///
    /// If there is no such file, or if it cannot be read.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// What is in a folder.
    ///
    /// # Errors
    ///
    /// If there is no such folder, or if it cannot be read.
    fn list(&self, folder: &Path) -> io::Result<Entries>;

    /// True if there is a file of this name.
    fn is_file(&self, path: &Path) -> bool;
}

/// The files of the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        std::fs::read(path)
    }

    fn list(&self, folder: &Path) -> io::Result<Entries> {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let mut entries = Entries::default();
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            // A name that is no text is no name of a source.
            let Ok(name) = entry.file_name().into_string() else { continue };
            match entry.path().is_dir() {
                true => entries.folders.push(name),
                false => entries.files.push(name),
            }
        }
        entries.files.sort();
        entries.folders.sort();
        Ok(entries)
    }

    fn is_file(&self, path: &Path) -> bool {
        path.is_file()
    }
}

/// Files in memory, for tests and for texts that come from elsewhere.
#[derive(Clone, Debug, Default)]
pub struct InMemory {
    files: BTreeMap<PathBuf, Vec<u8>>,
}

impl InMemory {
    /// A table of files with their contents.
    pub fn new<'f>(files: impl IntoIterator<Item = (&'f str, &'f str)>) -> InMemory {
        let files = files.into_iter().map(|(path, text)| (PathBuf::from(path), text.as_bytes().to_vec()));
        InMemory { files: files.collect() }
    }
}

impl Files for InMemory {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.files.get(path).cloned().ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
    }

    fn list(&self, folder: &Path) -> io::Result<Entries> {
        let folder = if folder == Path::new(".") { Path::new("") } else { folder };
        let mut entries = Entries::default();
        for path in self.files.keys() {
            let Ok(inside) = path.strip_prefix(folder) else { continue };
            let mut parts = inside.iter().map(|part| part.to_string_lossy().into_owned());
            match (parts.next(), parts.next()) {
                (Some(file), None) => entries.files.push(file),
                (Some(subfolder), Some(_)) if entries.folders.last() != Some(&subfolder) => {
                    entries.folders.push(subfolder);
                }
                _ => {}
            }
        }
        if entries == Entries::default() {
            return Err(io::Error::from(io::ErrorKind::NotFound));
        }
        Ok(entries)
    }

    fn is_file(&self, path: &Path) -> bool {
        self.files.contains_key(path)
    }
}
