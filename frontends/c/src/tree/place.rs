//! Where a node stands: in which bytes of which file, and through which macro it came there.

use super::Symbol;
use horn_frontend::Span;
use horn_frontend::ir::{FileId, Loc};

/// The place of a node.
///
/// `loc` is the text where the node was written: for the argument of a macro the text of the argument, for the body of
/// a macro the `#define` (`macro_use` tells where it was used). [`Sources::user`] gives the place in the text outside
/// of macro bodies, which is what messages show. A node whose first and last token are not written in one stretch
/// of one file has its place in the user's text, with `macro_use` empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// File and bytes as written.
    pub loc: Loc,
    /// The use of the macro in whose body this stands; none outside of macro bodies, in arguments too.
    pub macro_use: Option<MacroUseId>,
}

impl Place {
    /// No place in particular.
    pub const NONE: Place = Place { loc: Loc::NONE, macro_use: None };
}

/// Index in [`Sources::macro_uses`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MacroUseId(pub std::num::NonZeroU32);

/// One use of a macro.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MacroUse {
    /// The macro's name.
    pub name: Symbol,
    /// The text of the use, from the name to the closing parenthesis of the arguments. Inside the body of another
    /// macro when its `macro_use` is there.
    pub place: Place,
}

/// A file that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Its name as messages show it; `<stdlib.h>` for a header compiled into this crate.
    pub name: String,
    /// The text.
    pub text: String,
    /// Whether it is one of the headers compiled into this crate.
    pub ours: bool,
    /// Byte offset of the start of every line; the first is 0.
    pub line_starts: Vec<u32>,
    /// Line markers (`# 12 "f.c"`, `#line`), by their offset, which is that of the line behind the marker.
    pub markers: Vec<LineMarker>,
}

/// From here on the text pretends to come from another file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineMarker {
    /// The first byte that it holds for.
    pub offset: u32,
    /// The line number of that byte.
    pub line: u32,
    /// The file's name; as before if none.
    pub name: Option<String>,
}

/// Line and column, from 1, in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position<'t> {
    /// The file's name.
    pub file: &'t str,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

/// The files, indexed by [`FileId`], and the uses of macros.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    /// The files in the order in which they were first read; the main file is the first.
    pub files: Vec<SourceFile>,
    /// Uses of macros, without the first index.
    pub macro_uses: Vec<MacroUse>,
}

impl Sources {
    /// A use of a macro.
    pub fn macro_use(&self, id: MacroUseId) -> &MacroUse {
        &self.macro_uses[id.0.get() as usize - 1]
    }

    /// The place in the text outside of macro bodies: the place itself, or that of the outermost use of a macro whose
    /// body it is in.
    pub fn user(&self, place: Place) -> Loc {
        let mut place = place;
        while let Some(id) = place.macro_use {
            place = self.macro_use(id).place;
        }
        place.loc
    }

    /// The place of a node from its first to its last token.
    pub fn join(&self, first: Place, last: Place) -> Place {
        if first.macro_use == last.macro_use
            && let Some(loc) = joined(first.loc, last.loc)
        {
            return Place { loc, macro_use: first.macro_use };
        }
        let (first, last) = (self.user(first), self.user(last));
        Place { loc: joined(first, last).unwrap_or(first), macro_use: None }
    }

    /// The text at a place.
    pub fn text(&self, loc: Loc) -> &str {
        let file = self.files.get(loc.file.0 as usize);
        file.and_then(|file| file.text.get(loc.span.start as usize..loc.span.end as usize)).unwrap_or("")
    }

    /// Line and column of the start of a place in the file that was read.
    pub fn physical(&self, loc: Loc) -> Position<'_> {
        let Some(file) = self.files.get(loc.file.0 as usize) else { return Position { file: "", line: 1, column: 1 } };
        let (line, column) = file.position(loc.span.start);
        Position { file: &file.name, line, column }
    }

    /// Line and column of the start of a place in the file that line markers name; without markers the same as
    /// [`Sources::physical`].
    pub fn presumed(&self, loc: Loc) -> Position<'_> {
        let physical = self.physical(loc);
        let Some(file) = self.files.get(loc.file.0 as usize) else { return physical };
        let upto = file.markers.partition_point(|marker| marker.offset <= loc.span.start);
        let Some(marker) = file.markers[..upto].last() else { return physical };
        let name = file.markers[..upto].iter().rev().find_map(|marker| marker.name.as_deref());
        let first = file.position(marker.offset).0;
        Position {
            file: name.unwrap_or(physical.file),
            line: marker.line.saturating_add(physical.line.saturating_sub(first)),
            column: physical.column,
        }
    }

    /// Whether the place is in one of the headers compiled into this crate.
    pub fn ours(&self, loc: Loc) -> bool {
        self.files.get(loc.file.0 as usize).is_some_and(|file| file.ours)
    }
}

impl SourceFile {
    /// A file with the table of its lines.
    pub fn new(name: String, text: String, ours: bool) -> SourceFile {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let line_starts =
            std::iter::once(0).chain(ends.map(|(at, _)| u32::try_from(at + 1).unwrap_or(u32::MAX))).collect();
        SourceFile { name, text, ours, line_starts, markers: Vec::new() }
    }

    /// Line and column, from 1, of a byte; the column counts characters.
    pub fn position(&self, offset: u32) -> (u32, u32) {
        let line = self.line_starts.partition_point(|start| *start <= offset).max(1);
        let start = self.line_starts[line - 1] as usize;
        let before = &self.text.as_bytes()[start..(offset as usize).clamp(start, self.text.len())];
        let column = before.iter().filter(|byte| (**byte as i8) >= -0x40).count();
        (u32::try_from(line).unwrap_or(u32::MAX), u32::try_from(column + 1).unwrap_or(u32::MAX))
    }
}

fn joined(first: Loc, last: Loc) -> Option<Loc> {
    let in_order = first.file == last.file && first.span.start <= last.span.end;
    in_order.then(|| Loc::new(first.file, Span::new(first.span.start, last.span.end)))
}

/// The main file.
pub const MAIN_FILE: FileId = FileId(0);
