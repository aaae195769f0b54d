//! Folders that files are named by in SARIF: the one where the program runs, and those that `--sarif-base-uri` adds. A
//! file is named by the innermost that it is in.

use serde_json::{Value, json};
use std::path::{Component, Path, PathBuf};

/// The folder where the program runs, unless an option says another one.
pub const WORKING: &str = "%SRCROOT%";

/// Folders, each with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roots {
    here: PathBuf,
    folders: Vec<(String, PathBuf)>,
}

impl Roots {
    /// The folder where the program runs, and those of the option.
    pub fn new(here: &Path, added: &[(String, PathBuf)]) -> Roots {
        let mut folders: Vec<(String, PathBuf)> = Vec::new();
        let added = added.iter().map(|(name, folder)| (name.as_str(), flat(&here.join(folder))));
        for (name, folder) in [(WORKING, flat(here))].into_iter().chain(added) {
            match folders.iter_mut().find(|(known, _)| known == name) {
                Some(known) => known.1 = folder,
                None => folders.push((name.to_string(), folder)),
            }
        }
        Roots { here: here.to_path_buf(), folders }
    }

    /// All of them, as a run has them.
    pub fn value(&self) -> Value {
        let one = |(name, folder): &(String, PathBuf)| {
            let path = folder.display().to_string();
            (name.clone(), json!({ "uri": format!("file://{}/", uri(path.trim_end_matches('/'))) }))
        };
        Value::Object(self.folders.iter().map(one).collect())
    }

    /// A file.
    pub fn file(&self, name: &str) -> Value {
        let whole = flat(&self.here.join(name));
        let inside = |(id, folder): &(String, PathBuf)| {
            let rest = whole.strip_prefix(folder).ok().filter(|rest| rest.as_os_str() != "")?;
            // What was named as a whole stays so, unless somebody has asked for this folder.
            let meant = !name.starts_with('/') || id != WORKING || *folder != flat(&self.here);
            meant.then(|| (folder.components().count(), id.clone(), rest.display().to_string()))
        };
        if let Some((_, id, rest)) = self.folders.iter().filter_map(inside).max_by_key(|(depth, ..)| *depth) {
            return json!({ "uri": uri(&rest), "uriBaseId": id });
        }
        let moved = self.folders.iter().any(|(id, folder)| id == WORKING && *folder != flat(&self.here));
        match name.starts_with('/') || moved {
            true => json!({ "uri": format!("file://{}", uri(&whole.display().to_string())) }),
            false => json!({ "uri": uri(name), "uriBaseId": WORKING }),
        }
    }
}

/// A path without `.` and `..`, as far as its text says.
fn flat(path: &Path) -> PathBuf {
    let mut whole = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(whole.pop()),
            other => whole.push(other),
        }
    }
    whole
}

/// A path with the characters escaped that an address cannot have.
pub fn uri(path: &str) -> String {
    let mut text = String::new();
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            text.push(char::from(byte));
        } else {
            text += &format!("%{byte:02X}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_addresses() {
        assert_eq!(uri("src/a b-é.txt"), "src/a%20b-%C3%A9.txt");
    }

    #[test]
    fn files_are_named_by_the_innermost_folder() {
        let of = |added: &[(&str, &str)], name: &str| {
            let added: Vec<_> = added.iter().map(|(id, path)| ((*id).to_string(), PathBuf::from(path))).collect();
            let value = Roots::new(Path::new("/work/here"), &added).file(name);
            (value["uri"].as_str().map(str::to_string), value["uriBaseId"].as_str().map(str::to_string))
        };
        let named = |uri: &str, id: &str| (Some(uri.to_string()), Some(id.to_string()));
        let alone = |uri: &str| (Some(uri.to_string()), None);
        assert_eq!(of(&[], "src/a.x"), named("src/a.x", WORKING));
        assert_eq!(of(&[], "../a.x"), named("../a.x", WORKING));
        assert_eq!(of(&[], "/work/here/a.x"), alone("file:///work/here/a.x"));
        assert_eq!(of(&[("MINE", "/elsewhere")], "src/a.x"), named("src/a.x", WORKING));
        assert_eq!(of(&[("SRC", "src")], "src/a.x"), named("a.x", "SRC"));
        assert_eq!(of(&[("SRC", "/work/here/src"), ("IN", "src/in")], "./src/in/a.x"), named("a.x", "IN"));
        assert_eq!(of(&[("UP", "..")], "../b/a.x"), named("b/a.x", "UP"));
        assert_eq!(of(&[("TOP", "/")], "/usr/a.x"), named("usr/a.x", "TOP"));
        assert_eq!(of(&[(WORKING, "/work")], "src/a.x"), named("here/src/a.x", WORKING));
        assert_eq!(of(&[(WORKING, "/other")], "src/a.x"), alone("file:///work/here/src/a.x"));
        let value = Roots::new(Path::new("/work/here"), &[("A".to_string(), PathBuf::from("../b"))]).value();
        assert_eq!(value, json!({ WORKING: { "uri": "file:///work/here/" }, "A": { "uri": "file:///work/b/" } }));
    }
}
