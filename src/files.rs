//! Files of results: whole or not at all.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a file as [`replace`] does; `-` is standard output. What is no ordinary file (a pipe, a device) is written
/// to, and of a link the file that it leads to is written.
pub fn write(path: &Path, contents: &(impl AsRef<[u8]> + ?Sized)) -> io::Result<()> {
    if path.as_os_str() == "-" {
        let mut output = io::stdout().lock();
        return output.write_all(contents.as_ref()).and_then(|()| output.flush());
    }
    match fs::metadata(path) {
        Ok(known) if !known.is_file() => fs::write(path, contents),
        Ok(_) => replace(&fs::canonicalize(path)?, contents),
        Err(_) => replace(path, contents),
    }
}

/// Writes a file under another name beside it, and gives it its name then: nobody ever sees half of it, and what was
/// there stays until all is written. A link is replaced itself.
pub fn replace(path: &Path, contents: &(impl AsRef<[u8]> + ?Sized)) -> io::Result<()> {
    let mut draft = OsString::from(".");
    draft.push(path.file_name().unwrap_or_default());
    // Threads of a process may be about to write the same file.
    let thread: String = format!("{:?}", std::thread::current().id()).chars().filter(char::is_ascii_digit).collect();
    draft.push(format!(".{}.{thread}.draft", std::process::id()));
    let draft = path.with_file_name(draft);
    let written = fs::write(&draft, contents).and_then(|()| {
        if let Ok(known) = fs::symlink_metadata(path)
            && known.is_file()
        {
            fs::set_permissions(&draft, known.permissions())?;
        }
        fs::rename(&draft, path)
    });
    if written.is_err() {
        // What is wrong is said by the caller; half a file helps nobody.
        let _ = fs::remove_file(&draft);
    }
    written
}

/// The file beside another one whose name has this more at its end.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(ending);
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn files_are_there_whole_or_not_at_all() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("result.json");
        write(&path, "one").expect("written");
        write(&path, "two").expect("written");
        assert_eq!(fs::read_to_string(&path).expect("text"), "two");
        let link = folder.path().join("link");
        symlink(&path, &link).expect("a link");
        write(&link, "three").expect("written");
        assert_eq!(fs::read_to_string(&path).expect("text"), "three");
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
        replace(&link, "four").expect("written");
        assert!(fs::symlink_metadata(&link).expect("there").is_file());
        assert_eq!(fs::read_to_string(&path).expect("text"), "three");
        assert!(write(&folder.path().join("no/such/folder"), "x").is_err());
        assert!(write(Path::new("/dev/null"), "x").is_ok());
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2, "no drafts are left");
    }
}
