//! What was shown of a file when it was looked at last, for the next server: it shows that at once, and looks at the
//! file again then.
//!
//! These files are the user's own, in a folder of theirs that nobody else writes (`$XDG_CACHE_HOME/hornsolve/editor`,
//! by default `~/.cache/hornsolve/editor`), and not part of what is kept of proofs: they are shown without being
//! checked, until the check is done. One file of the editor is one file there; it says for which text, options and
//! version.

use super::analysis::{File, Level, Mark};
use crate::files;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

/// No file is larger.
const LARGEST: u64 = 4 << 20;

/// The folder; none where nobody has a home.
#[derive(Clone, Debug, Default)]
pub struct Remembered(Option<PathBuf>);

impl Remembered {
    /// That of the user who runs this.
    pub fn of_user() -> Remembered {
        let named = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let caches = named("XDG_CACHE_HOME").or_else(|| named("HOME").map(|home| home.join(".cache")));
        Remembered(caches.map(|caches| caches.join("hornsolve").join("editor")))
    }

    /// The file for a file of the editor.
    fn place(&self, path: &Path) -> Option<PathBuf> {
        let name: String = digest(&[path.as_os_str().as_bytes()]);
        Some(self.0.as_ref()?.join(name))
    }

    /// What was shown of this text. Whoever else could have written it is not heard.
    pub fn recall(&self, path: &Path, text: &str, arguments: &[OsString]) -> Option<File> {
        let place = self.place(path)?;
        let known = fs::symlink_metadata(&place).ok()?;
        let own = |known: &fs::Metadata| known.uid() == user() && known.mode() & 0o022 == 0;
        let folder = fs::symlink_metadata(self.0.as_ref()?).ok()?;
        if !known.is_file() || known.len() > LARGEST || !own(&known) || !own(&folder) {
            return None;
        }
        let value: Value = serde_json::from_slice(&fs::read(place).ok()?).ok()?;
        if value["about"] != json!(about(text, arguments)) {
            return None;
        }
        let marks = value["marks"].as_array()?.iter().map(|value| mark(value, text)).collect::<Option<Vec<Mark>>>()?;
        Some(File { text: text.to_string(), marks, ..File::default() })
    }

    /// Keeps what is shown of a file. Where that is impossible the next server has to work first.
    pub fn remember(&self, path: &Path, file: &File, arguments: &[OsString]) {
        let (Some(place), Some(folder)) = (self.place(path), &self.0) else { return };
        let marks: Vec<Value> = file.marks.iter().filter(|mark| mark.level.is_some()).map(value).collect();
        let text = json!({ "about": about(&file.text, arguments), "marks": marks }).to_string();
        let made = fs::DirBuilder::new().recursive(true).mode(0o700).create(folder);
        if let Err(error) = made.and_then(|()| files::replace(&place, &text)) {
            log::debug!("{}: {error}", place.display());
        }
    }
}

/// The number of the user.
fn user() -> u32 {
    // The owner of what this process opens is its user.
    fs::metadata("/proc/self").map_or(u32::MAX, |known| known.uid())
}

/// For which text, options and version something was shown.
fn about(text: &str, arguments: &[OsString]) -> String {
    let mut parts: Vec<&[u8]> = vec![env!("CARGO_PKG_VERSION").as_bytes(), text.as_bytes()];
    parts.extend(arguments.iter().map(|argument| argument.as_bytes()));
    digest(&parts)
}

/// A name for these texts.
pub fn digest(parts: &[&[u8]]) -> String {
    let mut all = Sha256::new();
    for part in parts {
        all.update((part.len() as u64).to_le_bytes());
        all.update(part);
    }
    all.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn value(mark: &Mark) -> Value {
    json!({
        "span": [mark.span.0, mark.span.1],
        "level": mark.level.map(|level| level as u8),
        "rule": mark.rule,
        "weakness": mark.weakness,
        "message": mark.message,
    })
}

/// A mark as it was shown. What else there is to tell of it has to be found out again.
fn mark(value: &Value, text: &str) -> Option<Mark> {
    let at = |number: usize| {
        let at = usize::try_from(value["span"][number].as_u64()?).ok()?;
        text.is_char_boundary(at).then_some(at)
    };
    let levels = [Level::Error, Level::Warning, Level::Information, Level::Hint];
    let level = levels.into_iter().find(|level| value["level"] == json!(*level as u8))?;
    let message = value["message"].as_str()?.to_string();
    Some(Mark {
        span: (at(0)?, at(1)?),
        level: Some(level),
        rule: value["rule"].as_str()?.to_string(),
        weakness: value["weakness"].as_u64().and_then(|number| u32::try_from(number).ok()),
        hover: message.clone(),
        message,
        steps: Vec::new(),
        test: None,
        precondition: None,
        open: false,
        excuse: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn what_was_shown_of_this_very_text_is_recalled() {
        let home = tempfile::tempdir().expect("a folder");
        let folder = home.path().join("a/b");
        let remembered = Remembered(Some(folder.clone()));
        let path = Path::new("/src/p.toy");
        let shown = json!({ "span": [1, 3], "level": 2, "rule": "X", "weakness": 7, "message": "m" });
        let one = mark(&shown, "xäy").expect("a mark");
        let file = File { text: "xäy".to_string(), marks: vec![one], ..File::default() };
        let arguments = [OsString::from("--level=1")];
        assert_eq!(remembered.recall(path, "xäy", &arguments), None);
        remembered.remember(path, &file, &arguments);
        assert_eq!(remembered.recall(path, "xäy", &arguments), Some(file));
        assert_eq!(remembered.recall(path, "xäz", &arguments), None);
        assert_eq!(remembered.recall(path, "xäy", &[]), None);
        assert_eq!(remembered.recall(Path::new("/other"), "xäy", &arguments), None);
        // Nobody else may write there.
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o777)).expect("set");
        assert_eq!(remembered.recall(path, "xäy", &arguments), None);
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o700)).expect("set");
        let place = remembered.place(path).expect("a place");
        for wrong in ["", "{}", "[1", &fs::read_to_string(&place).expect("text").replace("[1,3]", "[1,2]")] {
            fs::write(&place, wrong).expect("written");
            assert_eq!(remembered.recall(path, "xäy", &arguments), None, "{wrong}");
        }
    }
}
