//! Texts as trees of s-expressions (SMT-LIB 2.7, section 3.1 and 3.2), with nothing interpreted.
//!
//! A tree is an array in pre-order: the children of a list follow it, and every node knows where its subtree ends.
//! Reading keeps a stack of its own, so depth costs memory only.

use std::ops::Range;

/// A node of a [`Tree`].
pub type NodeId = u32;

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `( … )`.
    List,
    /// A symbol, also a reserved word; quoted ones keep their bars.
    Symbol,
    /// `:name`.
    Keyword,
    /// A numeral, decimal, hexadecimal or binary constant.
    Number,
    /// `"…"`.
    Text,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    kind: Kind,
    start: u32,
    end: u32,
    /// The node after the subtree.
    next: NodeId,
}

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The offset in bytes.
    pub offset: usize,
    /// What is wrong.
    pub message: String,
}

/// A text and the s-expressions in it.
#[derive(Debug)]
pub struct Tree<'t> {
    text: &'t str,
    nodes: Vec<Node>,
    /// What is wrong behind the last whole expression at the top: a script may have ended before.
    error: Option<SyntaxError>,
}

impl<'t> Tree<'t> {
    /// Reads a text up to its end or to the first thing that is wrong in it, which [`Tree::error`] tells.
    pub fn read(text: &'t str) -> Tree<'t> {
        let mut nodes: Vec<Node> = Vec::with_capacity(text.len() / 4);
        let error = match u32::try_from(text.len()) {
            Ok(_) => read_into(text.as_bytes(), &mut nodes).err(),
            Err(_) => Some(error(0, "the text is longer than 4 GiB")),
        };
        if error.is_some() {
            // The last expression at the top is the one that is wrong; those before it stay.
            let mut whole = 0;
            while let Some(node) = nodes.get(whole)
                && node.next as usize > whole
            {
                whole = node.next as usize;
            }
            nodes.truncate(whole);
        }
        Tree { text, nodes, error }
    }

    /// What is wrong with the text, and where.
    pub fn error(&self) -> Option<&SyntaxError> {
        self.error.as_ref()
    }

    /// The expressions at the top.
    pub fn top(&self) -> impl Iterator<Item = NodeId> + use<'_, 't> {
        self.siblings(0, self.nodes.len() as NodeId)
    }

    /// The children of a node; none of an atom.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + use<'_, 't> {
        self.siblings(node + 1, self.next(node))
    }

    fn siblings(&self, first: NodeId, end: NodeId) -> impl Iterator<Item = NodeId> + use<'_, 't> {
        let mut at = first;
        std::iter::from_fn(move || {
            let node = at;
            (node < end).then(|| {
                at = self.next(node);
                node
            })
        })
    }

    /// The node after the subtree.
    pub fn next(&self, node: NodeId) -> NodeId {
        self.nodes[node as usize].next
    }

    /// What the node is.
    pub fn kind(&self, node: NodeId) -> Kind {
        self.nodes[node as usize].kind
    }

    /// Whether the node is a list.
    pub fn is_list(&self, node: NodeId) -> bool {
        self.kind(node) == Kind::List
    }

    /// The children if the node is a list of that many.
    pub fn exactly<const N: usize>(&self, node: NodeId) -> Option<[NodeId; N]> {
        if !self.is_list(node) {
            return None;
        }
        let mut children = self.children(node);
        let mut found = [0; N];
        for slot in &mut found {
            *slot = children.next()?;
        }
        children.next().is_none().then_some(found)
    }

    /// The bytes of the node.
    pub fn range(&self, node: NodeId) -> Range<usize> {
        let node = self.nodes[node as usize];
        node.start as usize..node.end as usize
    }

    /// The text of the node as written.
    pub fn text(&self, node: NodeId) -> &'t str {
        &self.text[self.range(node)]
    }

    /// The symbol of a node, without bars where it does not need them; `None` if the node is no symbol.
    pub fn symbol(&self, node: NodeId) -> Option<&'t str> {
        (self.kind(node) == Kind::Symbol).then(|| plain(self.text(node)))
    }

    /// The line and column, both from 1, of an offset.
    pub fn place(&self, offset: usize) -> (usize, usize) {
        let before = &self.text.as_bytes()[..offset.min(self.text.len())];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        (line, before.len() - start + 1)
    }
}

/// Adds the nodes of a text.
fn read_into(bytes: &[u8], nodes: &mut Vec<Node>) -> Result<(), SyntaxError> {
    let mut open: Vec<usize> = Vec::new();
    // A byte order mark is no part of the text.
    let mut at = if bytes.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
    while at < bytes.len() {
        let start = at;
        let kind = match bytes[at] {
            b' ' | b'\t' | b'\r' | b'\n' | b'\x0c' => {
                at += 1;
                continue;
            }
            b';' => {
                while at < bytes.len() && bytes[at] != b'\n' {
                    at += 1;
                }
                continue;
            }
            b'(' => {
                open.push(nodes.len());
                nodes.push(Node { kind: Kind::List, start: start as u32, end: 0, next: 0 });
                at += 1;
                continue;
            }
            b')' => {
                at += 1;
                let Some(list) = open.pop() else { return Err(error(start, "`)` without `(`")) };
                nodes[list].end = at as u32;
                nodes[list].next = nodes.len() as NodeId;
                continue;
            }
            b'"' => {
                at = end_of_text(bytes, at).ok_or_else(|| error(start, "a string without end"))?;
                Kind::Text
            }
            b'|' => {
                at += 1;
                while bytes.get(at).is_some_and(|&byte| byte != b'|') {
                    at += 1;
                }
                if at == bytes.len() {
                    return Err(error(start, "a quoted symbol without end"));
                }
                at += 1;
                Kind::Symbol
            }
            first => {
                // A token is one for every solver: what stands in none ends it, or is an error.
                if matches!(first, b':' | b'#') {
                    at += 1;
                }
                while at < bytes.len() && is_symbol_byte(bytes[at]) {
                    at += 1;
                }
                if at == start {
                    return Err(error(start, "unexpected character"));
                }
                match first {
                    b':' => Kind::Keyword,
                    b'#' | b'0'..=b'9' => Kind::Number,
                    _ => Kind::Symbol,
                }
            }
        };
        let next = nodes.len() as NodeId + 1;
        nodes.push(Node { kind, start: start as u32, end: at as u32, next });
    }
    match open.last() {
        Some(&list) => Err(error(nodes[list].start as usize, "`(` without `)`")),
        None => Ok(()),
    }
}

fn error(offset: usize, message: &str) -> SyntaxError {
    SyntaxError { offset, message: message.to_string() }
}

/// The offset after the string that begins at `start`; two quotation marks stand for one inside.
fn end_of_text(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        match bytes.get(at)? {
            b'"' if bytes.get(at + 1) == Some(&b'"') => at += 2,
            b'"' => return Some(at + 1),
            _ => at += 1,
        }
    }
}

/// Whether the byte may stand in a symbol without bars.
fn is_symbol_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/".contains(&byte)
}

/// `|x|` and `x` are the same symbol: the form without bars, unless they are needed.
pub fn plain(symbol: &str) -> &str {
    let Some(inside) = symbol.strip_prefix('|').and_then(|rest| rest.strip_suffix('|')) else { return symbol };
    if is_simple(inside) { inside } else { symbol }
}

/// Whether a symbol needs no bars.
fn is_simple(symbol: &str) -> bool {
    symbol.bytes().next().is_some_and(|first| !first.is_ascii_digit())
        && symbol.bytes().all(is_symbol_byte)
        && !RESERVED.contains(&symbol)
}

/// The reserved words of SMT-LIB 2.7, section 3.1, that stand in terms. Names of commands stand at the head of a
/// command only, and scripts use them, without bars, for predicates.
const RESERVED: &[&str] = &[
    "BINARY",
    "DECIMAL",
    "HEXADECIMAL",
    "NUMERAL",
    "STRING",
    "_",
    "!",
    "as",
    "exists",
    "forall",
    "lambda",
    "let",
    "match",
    "par",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_in_order() {
        let tree = Tree::read("(a |b| :k (0 \"x\"\"y\") ; comment )\n ()) |a b|");
        assert_eq!(tree.error(), None);
        let top: Vec<&str> = tree.top().map(|node| tree.text(node)).collect();
        assert_eq!(top.len(), 2);
        assert_eq!(tree.symbol(tree.top().nth(1).expect("two")), Some("|a b|"));
        let children: Vec<&str> = tree.children(0).map(|node| tree.text(node)).collect();
        assert_eq!(children, ["a", "|b|", ":k", "(0 \"x\"\"y\")", "()"]);
        assert_eq!(tree.symbol(2), Some("b"));
        let glued = Tree::read("a:k#b1:k2|c|");
        assert_eq!(glued.top().map(|node| glued.text(node)).collect::<Vec<_>>(), ["a", ":k", "#b1", ":k2", "|c|"]);
        assert_eq!(tree.kind(3), Kind::Keyword);
        assert_eq!(tree.place(tree.range(7).start), (2, 2));
    }

    #[test]
    fn errors_have_their_place() {
        for (text, offset) in
            [("(a", 0), ("a)", 1), ("a \"b", 2), ("(a |b)", 3), ("a,b", 1), ("(a\u{e9})", 2), ("a\u{b}b", 1)]
        {
            assert_eq!(Tree::read(text).error().map(|e| e.offset), Some(offset), "{text}");
        }
        let tree = Tree::read("(a) b (c (d)");
        assert_eq!(tree.top().count(), 2);
        assert!(tree.error().is_some());
    }

    #[test]
    fn bars_are_kept_where_they_are_needed() {
        assert_eq!(plain("|x!1|"), "x!1");
        assert_eq!(plain("|let|"), "|let|");
        assert_eq!(plain("|1x|"), "|1x|");
        assert_eq!(plain("||"), "||");
    }

    #[test]
    fn depth_costs_no_stack() {
        let text = format!("{}{}", "(".repeat(1_000_000), ")".repeat(1_000_000));
        let tree = Tree::read(&text);
        assert_eq!((tree.top().count(), tree.error()), (1, None));
    }
}
