//! Files of results: whole or not at all.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;

/// Writes a file under another name beside it, and gives it its name then: nobody ever sees half of it, and what was
/// there stays until all is written. What is no ordinary file (a pipe, a device) is written to.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    let target = match fs::metadata(path) {
        Ok(known) if !known.is_file() => return fs::write(path, text),
        // The file that a link leads to, not the link.
        Ok(_) => fs::canonicalize(path)?,
        Err(_) => path.to_path_buf(),
    };
    let mut draft = OsString::from(".");
    draft.push(target.file_name().unwrap_or_default());
    draft.push(format!(".{}.draft", std::process::id()));
    let draft = target.with_file_name(draft);
    let written = fs::write(&draft, text).and_then(|()| {
        if let Ok(known) = fs::metadata(&target) {
            fs::set_permissions(&draft, known.permissions())?;
        }
        fs::rename(&draft, &target)
    });
    if written.is_err() {
        // What is wrong is said by the caller; half a file helps nobody.
        let _ = fs::remove_file(&draft);
    }
    written
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
        assert!(write(&folder.path().join("no/such/folder"), "x").is_err());
        assert!(write(Path::new("/dev/null"), "x").is_ok());
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2, "no drafts are left");
    }
}
