//! A compact reader for the s-expressions that solvers answer with.
//!
//! All nodes of one text live in one vector ([`Sexprs`]); a node is an index. Reading is iterative, so
//! the nesting depth is bounded by memory alone. `rsmt2`'s `SmtParser` is not used here: its
//! expression traits recurse, its `get_sexpr` counts characters where it slices bytes (non-ASCII text panics) and
//! takes a parenthesis inside a string literal for structure.

use std::fmt;
use std::ops::Range;

/// Index of a node in a [`Sexprs`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SexprId(u32);

/// Kind of an atom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AtomKind {
    /// A symbol, keyword or numeral, as written.
    Plain,
    /// A symbol between bars; the text excludes the bars.
    Quoted,
    /// A string literal; the text excludes the outer quotes, inner `""` are left as they are.
    Text,
}

#[derive(Debug, Clone)]
enum Node {
    Atom {
        kind: AtomKind,
        span: Range<u32>,
    },
    /// Range in `children`.
    List {
        children: Range<u32>,
    },
}

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sexpr<'a> {
    /// A token.
    Atom(&'a str, AtomKind),
    /// A parenthesised list.
    List(&'a [SexprId]),
}

/// Why a text is not a sequence of s-expressions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SexprError {
    /// Byte offset of the mistake.
    pub offset: usize,
    /// What is wrong.
    pub message: &'static str,
}

impl fmt::Display for SexprError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.message, self.offset)
    }
}

/// The s-expressions of one text.
#[derive(Debug, Clone)]
pub struct Sexprs<'t> {
    text: &'t str,
    nodes: Vec<Node>,
    children: Vec<SexprId>,
    top: Vec<SexprId>,
}

impl<'t> Sexprs<'t> {
    /// Reads a whole text. Comments (`;` to the end of the line) are skipped.
    pub fn read(text: &'t str) -> Result<Sexprs<'t>, SexprError> {
        let bytes = text.as_bytes();
        let fail = |offset: usize, message: &'static str| Err(SexprError { offset, message });
        if bytes.len() > (u32::MAX / 2) as usize {
            return fail(0, "text too long");
        }
        let mut out = Sexprs { text, nodes: Vec::new(), children: Vec::new(), top: Vec::new() };
        // Finished siblings of all open lists, one after the other; each open list remembers where its own start.
        let mut pending: Vec<SexprId> = Vec::new();
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut at = 0;
        while at < bytes.len() {
            let start = at;
            match bytes[at] {
                b' ' | b'\t' | b'\r' | b'\n' => at += 1,
                b';' => {
                    while at < bytes.len() && bytes[at] != b'\n' {
                        at += 1;
                    }
                }
                b'(' => {
                    open.push((pending.len(), start));
                    at += 1;
                }
                b')' => {
                    let Some((first, _)) = open.pop() else {
                        return fail(start, "unexpected ')'");
                    };
                    let from = out.children.len() as u32;
                    out.children.extend(pending.drain(first..));
                    let node = Node::List { children: from..out.children.len() as u32 };
                    out.finish(node, &mut pending);
                    at += 1;
                }
                b'|' => {
                    at += 1;
                    while at < bytes.len() && bytes[at] != b'|' {
                        at += 1;
                    }
                    if at == bytes.len() {
                        return fail(start, "unterminated quoted symbol");
                    }
                    out.finish(Node::Atom { kind: AtomKind::Quoted, span: start as u32 + 1..at as u32 }, &mut pending);
                    at += 1;
                }
                b'"' => {
                    at += 1;
                    // A doubled quote is a quote within the literal.
                    loop {
                        while at < bytes.len() && bytes[at] != b'"' {
                            at += 1;
                        }
                        if at == bytes.len() {
                            return fail(start, "unterminated string literal");
                        }
                        if bytes.get(at + 1) == Some(&b'"') {
                            at += 2;
                        } else {
                            break;
                        }
                    }
                    out.finish(Node::Atom { kind: AtomKind::Text, span: start as u32 + 1..at as u32 }, &mut pending);
                    at += 1;
                }
                _ => {
                    while at < bytes.len()
                        && !matches!(bytes[at], b' ' | b'\t' | b'\r' | b'\n' | b'(' | b')' | b'"' | b'|' | b';')
                    {
                        at += 1;
                    }
                    out.finish(Node::Atom { kind: AtomKind::Plain, span: start as u32..at as u32 }, &mut pending);
                }
            }
        }
        if let Some(&(_, start)) = open.last() {
            return fail(start, "unclosed '('");
        }
        out.top = pending;
        Ok(out)
    }

    fn finish(&mut self, node: Node, pending: &mut Vec<SexprId>) {
        pending.push(SexprId(self.nodes.len() as u32));
        self.nodes.push(node);
    }

    /// The top-level expressions, in order.
    pub fn top(&self) -> &[SexprId] {
        &self.top
    }

    /// Looks at a node.
    pub fn get(&self, id: SexprId) -> Sexpr<'_> {
        match &self.nodes[id.0 as usize] {
            Node::Atom { kind, span } => Sexpr::Atom(&self.text[span.start as usize..span.end as usize], *kind),
            Node::List { children } => Sexpr::List(&self.children[children.start as usize..children.end as usize]),
        }
    }

    /// The text of an unquoted symbol or numeral; `None` for anything else.
    pub fn plain(&self, id: SexprId) -> Option<&str> {
        match self.get(id) {
            Sexpr::Atom(text, AtomKind::Plain) => Some(text),
            _ => None,
        }
    }

    /// The name of a symbol, quoted or not.
    pub fn symbol(&self, id: SexprId) -> Option<&str> {
        match self.get(id) {
            Sexpr::Atom(text, AtomKind::Plain | AtomKind::Quoted) => Some(text),
            _ => None,
        }
    }

    /// The elements of a list.
    pub fn list(&self, id: SexprId) -> Option<&[SexprId]> {
        match self.get(id) {
            Sexpr::List(children) => Some(children),
            Sexpr::Atom(..) => None,
        }
    }

    /// The first symbol and the remaining elements of a list that starts with a symbol.
    pub fn application(&self, id: SexprId) -> Option<(&str, &[SexprId])> {
        let (head, arguments) = self.list(id)?.split_first()?;
        Some((self.symbol(*head)?, arguments))
    }

    /// The message if the node is `(error "…")`.
    pub fn error_message(&self, id: SexprId) -> Option<&str> {
        match self.application(id)? {
            ("error", [message]) => match self.get(*message) {
                Sexpr::Atom(text, _) => Some(text),
                Sexpr::List(_) => Some(""),
            },
            ("error", _) => Some(""),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_atoms_and_lists() {
        let text = "sat ; comment )\n((x |a b|) (error \"say \"\"hi(\"\"\"))é";
        let s = Sexprs::read(text).unwrap();
        assert_eq!(s.top().len(), 3);
        assert_eq!(s.plain(s.top()[0]), Some("sat"));
        let list = s.list(s.top()[1]).unwrap();
        assert_eq!(s.symbol(s.list(list[0]).unwrap()[1]), Some("a b"));
        assert_eq!(s.error_message(list[1]), Some("say \"\"hi(\"\""));
        assert_eq!(s.plain(s.top()[2]), Some("é"));
    }

    #[test]
    fn reports_imbalance() {
        for (text, offset) in [("(a (b)", 0), ("a)", 1), ("\"abc", 0), ("x |abc", 2), ("(error \"a)\n", 7)] {
            assert_eq!(Sexprs::read(text).map(|_| ()).unwrap_err().offset, offset, "{text}");
        }
    }

    #[test]
    fn deep_nesting_is_safe() {
        let deep = 100_000;
        let text = format!("{}x{}", "(".repeat(deep), ")".repeat(deep));
        let s = Sexprs::read(&text).unwrap();
        let (mut id, mut depth) = (s.top()[0], 0);
        while let Some(list) = s.list(id) {
            id = list[0];
            depth += 1;
        }
        assert_eq!((depth, s.plain(id)), (deep, Some("x")));
    }
}
