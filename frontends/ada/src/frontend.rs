//! The Ada frontend as the front layer knows it: files in, program and messages out.

use crate::parser::ParseOptions;
use crate::program::{self, File};
use crate::units::{self, Disk};
use horn_frontend::ir::FileId;
use horn_frontend::{Frontend, Lowered, Task};

/// Ada 2012 with the expressions of Ada 2022, and the contracts of SPARK.
#[derive(Clone, Copy, Debug)]
pub struct Ada;

impl Frontend for Ada {
    fn name(&self) -> &'static str {
        "ada"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["adb", "ads", "ada", "gpr"]
    }

    fn lower(&self, task: &Task) -> Lowered {
        let mut loaded = units::load(task, &Disk, ParseOptions::default());
        let mut names = std::mem::take(&mut loaded.names);
        let mut lowered = Lowered {
            texts: loaded.files.iter().map(|file| file.text.clone()).collect(),
            messages: loaded.messages.clone(),
            ..Lowered::default()
        };
        if loaded.failed() {
            for file in &loaded.files {
                lowered.program.add_file(file.name.clone());
            }
            return lowered;
        }
        let files: Vec<File<'_>> = loaded
            .files
            .iter()
            .map(|file| File { name: &file.name, text: &file.text, analysed: file.analysed })
            .collect();
        let units: Vec<(FileId, &crate::ast::CompilationUnit)> =
            loaded.units.iter().map(|unit| (unit.file, &unit.unit)).collect();
        let entries = if task.entries.is_empty() { &loaded.mains } else { &task.entries };
        let result = program::lower(&files, &units, &mut names, entries);
        lowered.program = result.program;
        if lowered.program.files.is_empty() {
            for file in &loaded.files {
                lowered.program.add_file(file.name.clone());
            }
        }
        lowered.messages.extend(result.messages);
        lowered.messages.sort_by_key(|message| (message.file, message.diagnostic.span.start));
        lowered
    }
}
