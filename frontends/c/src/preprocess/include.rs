//! `#include`: which file is meant, and that it is there (C11 6.10.2).

use super::{MAX_DEPTH, Preprocessor, header};
use crate::lexer::{Kind, Token};
use horn_frontend::Severity;
use std::path::{Path, PathBuf};

/// A header as a directive names it.
pub(super) struct Header {
    pub name: String,
    /// Whether it is in `<…>`.
    pub angled: bool,
}

impl Preprocessor<'_> {
    /// `#include` with the rest of its line: the tokens of the file come next.
    pub(super) fn include(&mut self, directive: &str, word: Token, line: &[Token]) {
        if self.collecting > 0 {
            self.report_at(Severity::Error, word, format!("`#{directive}` inside the arguments of a macro"));
            return;
        }
        if directive == "include_next" {
            self.report_at(Severity::Error, word, "`#include_next` is not supported");
            return;
        }
        let Some(header) = self.header_name(line) else {
            let at = line.first().copied().unwrap_or(word);
            self.report_at(Severity::Error, at, "expected \"file\" or <file>");
            return;
        };
        let at = line.first().copied().unwrap_or(word);
        let Some(file) = self.find_header(&header) else {
            if header.angled {
                let text = format!("the header <{}> is not known: what it declares is missing", header.name);
                self.report_at(Severity::Warning, at, text);
            } else {
                let text =
                    format!("cannot find the file \"{}\" in the folder of this file or in those of -I", header.name);
                self.report_at(Severity::Error, at, text);
            }
            return;
        };
        if self.once[usize::from(file)] && directive != "import" {
            return;
        }
        if directive == "import" {
            if self.once[usize::from(file)] {
                return;
            }
            self.once[usize::from(file)] = true;
        }
        if self.files.len() >= MAX_DEPTH {
            let text = format!("files include each other more than {MAX_DEPTH} levels deep");
            self.report_at(Severity::Error, at, text);
            self.stopped = true;
            return;
        }
        self.open(file);
    }

    /// The header that the rest of a line names.
    pub(super) fn header_name(&mut self, line: &[Token]) -> Option<Header> {
        let first = *line.first()?;
        let expanded;
        let line = if matches!(first.kind, Kind::Name) {
            expanded = self.expand_list(&line[..line.len() - 1]);
            &expanded[..]
        } else {
            line
        };
        let first = *line.first()?;
        match first.kind {
            Kind::Str => {
                let text = self.spelling(first);
                let name = text.strip_prefix('"')?.strip_suffix('"')?.to_owned();
                Some(Header { name, angled: false })
            }
            Kind::Less => {
                let mut name = String::new();
                for token in &line[1..] {
                    if token.kind == Kind::Greater {
                        return Some(Header { name, angled: true });
                    }
                    if token.has(Token::SPACE) && !name.is_empty() {
                        name.push(' ');
                    }
                    name.push_str(self.spelling(*token));
                }
                None
            }
            // `<a//b>` and the like: not as tokens.
            _ => None,
        }
    }

    /// The file of a header, read if it wasn't yet.
    pub(super) fn find_header(&mut self, header_name: &Header) -> Option<u16> {
        let name = Path::new(&header_name.name);
        if !header_name.angled {
            let current = self.files.last().map_or(0, |open| usize::from(open.lexer.file));
            let folder = self.paths[current].parent().map(Path::to_path_buf);
            if let Some(folder) = folder
                && let Some(file) = self.load(folder.join(name))
            {
                return Some(file);
            }
        }
        for folder in self.options.folders.clone() {
            if let Some(file) = self.load(folder.join(name)) {
                return Some(file);
            }
        }
        let text = header(&header_name.name)?;
        let key = PathBuf::from(format!("<{}>", header_name.name));
        if let Some(file) = self.by_path.get(&key) {
            return Some(*file);
        }
        let file = self.add_file(key.display().to_string(), PathBuf::new(), text.as_bytes(), true);
        self.by_path.insert(key, file);
        Some(file)
    }

    fn load(&mut self, path: PathBuf) -> Option<u16> {
        if let Some(file) = self.by_path.get(&path) {
            return Some(*file);
        }
        if !path.is_file() || self.sources.files.len() >= usize::from(u16::MAX) {
            return None;
        }
        let bytes = std::fs::read(&path).ok()?;
        let file = self.add_file(path.display().to_string(), path.clone(), &bytes, false);
        self.by_path.insert(path, file);
        Some(file)
    }
}
