//! Which declaration a name has where (C11 6.2.1): a table by symbol, and a list of what to put back at the end of
//! a scope.

use crate::tree::{DeclId, Symbol, TagId};

/// The names that are visible.
#[derive(Clone, Debug, Default)]
pub(super) struct Scopes {
    /// Objects, functions, typedefs and enumerators, with the depth of their scope.
    ordinary: Vec<Option<(DeclId, usize)>>,
    tags: Vec<Option<(TagId, usize)>>,
    /// The latest declaration of what has linkage, wherever it was.
    linked: Vec<Option<DeclId>>,
    undo: Vec<Undo>,
    /// For each open scope below the file's, where its part of `undo` begins.
    marks: Vec<usize>,
}

/// What a name was before.
#[derive(Clone, Copy, Debug)]
enum Undo {
    Ordinary(Symbol, Option<(DeclId, usize)>),
    Tag(Symbol, Option<(TagId, usize)>),
}

/// The names of a scope that was closed, to be opened again.
#[derive(Clone, Debug, Default)]
pub(super) struct Closed {
    ordinary: Vec<(Symbol, DeclId)>,
    tags: Vec<(Symbol, TagId)>,
}

fn get<T: Copy>(table: &[Option<T>], name: Symbol) -> Option<T> {
    table.get(name.0 as usize).copied().flatten()
}

fn set<T: Copy>(table: &mut Vec<Option<T>>, name: Symbol, value: Option<T>) -> Option<T> {
    let at = name.0 as usize;
    if table.len() <= at {
        table.resize((at + 1).next_power_of_two(), None);
    }
    std::mem::replace(&mut table[at], value)
}

impl Scopes {
    /// How many scopes are open below the file's.
    pub(super) fn depth(&self) -> usize {
        self.marks.len()
    }

    pub(super) fn open(&mut self) {
        self.marks.push(self.undo.len());
    }

    pub(super) fn close(&mut self) {
        let mark = self.marks.pop().unwrap_or(0);
        while self.undo.len() > mark {
            match self.undo.pop() {
                Some(Undo::Ordinary(name, before)) => drop(set(&mut self.ordinary, name, before)),
                Some(Undo::Tag(name, before)) => drop(set(&mut self.tags, name, before)),
                None => return,
            }
        }
    }

    /// Closes a scope and keeps its names.
    pub(super) fn close_and_keep(&mut self) -> Closed {
        let mark = self.marks.last().copied().unwrap_or(0);
        let mut closed = Closed::default();
        for undo in &self.undo[mark..] {
            match undo {
                Undo::Ordinary(name, _) => {
                    closed.ordinary.extend(get(&self.ordinary, *name).map(|(decl, _)| (*name, decl)));
                }
                Undo::Tag(name, _) => closed.tags.extend(get(&self.tags, *name).map(|(tag, _)| (*name, tag))),
            }
        }
        self.close();
        closed
    }

    /// Opens a scope with the names of one that was closed.
    pub(super) fn open_again(&mut self, closed: &Closed) {
        self.open();
        for (name, decl) in &closed.ordinary {
            self.declare(*name, *decl);
        }
        for (name, tag) in &closed.tags {
            self.declare_tag(*name, *tag);
        }
    }

    /// What a name means.
    pub(super) fn find(&self, name: Symbol) -> Option<DeclId> {
        get(&self.ordinary, name).map(|(decl, _)| decl)
    }

    /// What a name means, if that was declared in the innermost scope.
    pub(super) fn find_here(&self, name: Symbol) -> Option<DeclId> {
        get(&self.ordinary, name).filter(|(_, depth)| *depth == self.depth()).map(|(decl, _)| decl)
    }

    pub(super) fn declare(&mut self, name: Symbol, decl: DeclId) {
        let depth = self.depth();
        let before = set(&mut self.ordinary, name, Some((decl, depth)));
        if depth > 0 {
            self.undo.push(Undo::Ordinary(name, before));
        }
    }

    /// The latest declaration of that name with linkage.
    pub(super) fn linked(&self, name: Symbol) -> Option<DeclId> {
        get(&self.linked, name)
    }

    pub(super) fn link(&mut self, name: Symbol, decl: DeclId) {
        set(&mut self.linked, name, Some(decl));
    }

    pub(super) fn find_tag(&self, name: Symbol) -> Option<TagId> {
        get(&self.tags, name).map(|(tag, _)| tag)
    }

    pub(super) fn find_tag_here(&self, name: Symbol) -> Option<TagId> {
        get(&self.tags, name).filter(|(_, depth)| *depth == self.depth()).map(|(tag, _)| tag)
    }

    pub(super) fn declare_tag(&mut self, name: Symbol, tag: TagId) {
        let depth = self.depth();
        let before = set(&mut self.tags, name, Some((tag, depth)));
        if depth > 0 {
            self.undo.push(Undo::Tag(name, before));
        }
    }
}
