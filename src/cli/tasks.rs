//! `--emit-tasks FOLDER` writes work for others, a file of clauses for each subprogram and an index;
//! `hornsolve cache take TASKS CACHE` takes their answers into a cache, where the next run finds and checks them.

use crate::cache::{Cache, Key, Kind, Place};
use crate::files;
use crate::pipeline::Failure;
use crate::report::sarif::SCHEMA;
use crate::verify::{Task, answer_entry};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The list of the tasks of a folder.
const INDEX: &str = "index.json";

/// Writes tasks.
///
/// # Errors
/// The folder cannot be written.
pub fn write(folder: &Path, tasks: &[Task]) -> Result<(), Failure> {
    let failed = |path: &Path, error: std::io::Error| Failure::Tool(format!("{}: {error}", path.display()));
    std::fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
    let mut rows = Vec::new();
    for (task, number) in tasks.iter().zip(1..) {
        let name = format!("task-{number}.smt2");
        let path = folder.join(&name);
        files::write(&path, &task.text).map_err(|error| failed(&path, error))?;
        rows.push(json!({
            "file": name,
            "subprogram": task.subprogram,
            "key": hexadecimal(&task.key),
            "checks": task.checks,
            "predicates": task.preds,
        }));
    }
    // Behind the files that it names.
    let path = folder.join(INDEX);
    let index = json!({ "schema": SCHEMA, "tasks": rows });
    files::write(&path, &format!("{index:#}\n")).map_err(|error| failed(&path, error))
}

fn hexadecimal(key: &Key) -> String {
    key.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The key of such a text.
fn key(text: &str) -> Option<Key> {
    let byte = |at: usize| u8::from_str_radix(text.get(2 * at..2 * at + 2)?, 16).ok();
    let bytes: Option<Vec<u8>> = (0..32).map(byte).collect();
    bytes.filter(|_| text.len() == 64).and_then(|bytes| bytes.try_into().ok())
}

/// Takes the answers in a folder of tasks, `task-N.answer` beside `task-N.smt2`, into a cache: what was taken.
///
/// # Errors
/// The folder has no tasks; says what is wrong with it.
pub fn take(folder: &Path, place: Place) -> Result<String, String> {
    let path = folder.join(INDEX);
    let failed = |why: &str| format!("{}: {why}", path.display());
    let text = std::fs::read(&path).map_err(|error| failed(&error.to_string()))?;
    let index: Value = serde_json::from_slice(&text).map_err(|error| failed(&error.to_string()))?;
    let rows = index["tasks"].as_array().filter(|_| index["schema"] == SCHEMA);
    let rows = rows.ok_or_else(|| failed("this is no list of tasks"))?;
    let cache = Cache::new(place, true);
    let mut taken = 0;
    let mut lines = String::new();
    for row in rows {
        let preds = row["predicates"].as_array().and_then(|list| {
            list.iter().map(|name| name.as_str().map(str::to_string)).collect::<Option<Vec<String>>>()
        });
        let checks = row["checks"].as_u64().and_then(|checks| usize::try_from(checks).ok());
        let file = row["file"].as_str().filter(|file| Path::new(file).file_name() == Some(file.as_ref()));
        let (Some(preds), Some(checks), Some(key), Some(file)) =
            (preds, checks, row["key"].as_str().and_then(key), file)
        else {
            return Err(failed("a task that is none"));
        };
        let answer: PathBuf = folder.join(file).with_extension("answer");
        let entry = match std::fs::read_to_string(&answer) {
            Ok(text) => answer_entry(&preds, checks, &text),
            Err(error) => Err(error.to_string()),
        };
        match entry {
            // What is kept there already was found out for this very text, and may say more.
            Ok(_) if cache.get(&key, Kind::Checks).is_some() => taken += 1,
            Ok(text) => {
                cache.put(&key, Kind::Checks, text.as_bytes());
                taken += 1;
            }
            Err(why) => lines += &format!("{}: no model ({why})\n", answer.display()),
        }
    }
    Ok(format!("{lines}{taken} of {} tasks have models\n", rows.len()))
}
