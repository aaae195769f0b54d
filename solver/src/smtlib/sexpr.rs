//! The s-expression reader: tokens to trees, one top-level expression at a time.
//!
//! A tree is one flat vector of 16-byte nodes in reading order. A list knows the index one past its last
//! descendant, so walking over a list's children is index arithmetic, nothing is allocated per node, and
//! the depth of a tree costs no stack. The vector is reused for the next expression.

use super::diagnostic::{Diagnostic, Span};
use super::lexer::{Lexer, TokenKind};
use super::symbol::{Symbol, Symbols, Word};

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// A parenthesised list.
    List,
    /// A plain symbol.
    Symbol,
    /// A symbol between bars: the same name as the plain one, but never a reserved word.
    Quoted,
    /// A keyword, colon included.
    Keyword,
    /// A numeral.
    Numeral,
    /// A decimal.
    Decimal,
    /// A hexadecimal literal.
    Hex,
    /// A binary literal.
    Binary,
    /// A string literal.
    String,
}

/// A node of a [`Tree`].
#[derive(Clone, Copy, Debug)]
struct Node {
    span: Span,
    /// For a list, the index one past its last descendant; for symbols and keywords, the symbol.
    data: u32,
    kind: NodeKind,
}

/// The index of a node in its [`Tree`].
pub type NodeId = u32;

/// One s-expression. Node 0 is the root.
#[derive(Clone, Default)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// The root.
    pub const ROOT: NodeId = 0;

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing has been read.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// What a node is.
    #[inline]
    pub fn kind(&self, node: NodeId) -> NodeKind {
        self.nodes[node as usize].kind
    }

    /// Where a node stands; for a list, from its opening to its closing parenthesis.
    #[inline]
    pub fn span(&self, node: NodeId) -> Span {
        self.nodes[node as usize].span
    }

    /// Whether a node is a list.
    #[inline]
    pub fn is_list(&self, node: NodeId) -> bool {
        self.kind(node) == NodeKind::List
    }

    /// The index one past a node and all its descendants.
    #[inline]
    pub fn end(&self, node: NodeId) -> NodeId {
        let entry = &self.nodes[node as usize];
        match entry.kind {
            NodeKind::List => entry.data,
            _ => node + 1,
        }
    }

    /// The symbol of a plain or quoted symbol node; none past the end of the tree.
    #[inline]
    pub fn symbol(&self, node: NodeId) -> Option<Symbol> {
        let entry = self.nodes.get(node as usize)?;
        match entry.kind {
            NodeKind::Symbol | NodeKind::Quoted => Some(Symbol(entry.data)),
            _ => None,
        }
    }

    /// The word a plain symbol or a keyword spells, if the reader knows it; none past the end of the tree.
    #[inline]
    pub fn word(&self, node: NodeId) -> Option<Word> {
        let entry = self.nodes.get(node as usize)?;
        match entry.kind {
            NodeKind::Symbol | NodeKind::Keyword => Symbol(entry.data).word(),
            _ => None,
        }
    }

    /// The children of a list, first to last; none for an atom.
    #[inline]
    pub fn children(&self, node: NodeId) -> Children<'_> {
        Children { tree: self, next: node + 1, end: self.end(node) }
    }

    /// The children of a list if there are exactly `N` of them.
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
}

/// Iterator over the children of a list. `next` is the node it will yield.
#[derive(Clone)]
pub struct Children<'t> {
    tree: &'t Tree,
    next: NodeId,
    end: NodeId,
}

impl Iterator for Children<'_> {
    type Item = NodeId;

    #[inline]
    fn next(&mut self) -> Option<NodeId> {
        if self.next >= self.end {
            return None;
        }
        let node = self.next;
        self.next = self.tree.end(node);
        Some(node)
    }
}

/// Reads the top-level s-expressions of a text, one after the other.
pub struct Reader<'a> {
    lexer: Lexer<'a>,
    /// Open lists of the tree being read.
    open: Vec<NodeId>,
}

impl<'a> Reader<'a> {
    /// A reader at the start of a text.
    pub fn new(text: &'a str) -> Reader<'a> {
        Reader { lexer: Lexer::new(text), open: Vec::new() }
    }

    /// The whole text.
    pub fn text(&self) -> &'a str {
        self.lexer.text()
    }

    /// Reads the next expression into `tree`, whatever was there before. `false` means the end of the
    /// text. A list never closed is reported at its opening parenthesis: of the lists open at the end, the
    /// outermost, which is the command that was not closed (all later ones were read as its parts).
    pub fn read(&mut self, symbols: &mut Symbols<'a>, tree: &mut Tree) -> Result<bool, Diagnostic> {
        let text = self.lexer.text();
        tree.nodes.clear();
        self.open.clear();
        loop {
            let Some(token) = self.lexer.next_token()? else {
                return match self.open.first() {
                    None => Ok(false),
                    Some(&outermost) => {
                        let span = tree.span(outermost);
                        Err(Diagnostic::new(
                            text,
                            Span::new(span.start, span.start + 1),
                            "this parenthesis is never closed",
                        ))
                    }
                };
            };
            let index = tree.nodes.len() as u32;
            let span = token.span;
            let node = |kind, data| Node { span, data, kind };
            match token.kind {
                TokenKind::Open => {
                    self.open.push(index);
                    tree.nodes.push(node(NodeKind::List, 0));
                    continue;
                }
                TokenKind::Close => {
                    let Some(list) = self.open.pop() else {
                        let message = "this parenthesis closes nothing";
                        return Err(Diagnostic::new(text, span, message));
                    };
                    let opened = &mut tree.nodes[list as usize];
                    opened.data = index;
                    opened.span.end = span.end;
                }
                TokenKind::Symbol => {
                    let symbol = symbols.intern(span.text(text));
                    tree.nodes.push(node(NodeKind::Symbol, symbol.0));
                }
                TokenKind::Quoted => {
                    let inner = Span::new(span.start + 1, span.end - 1);
                    let symbol = symbols.intern(inner.text(text));
                    tree.nodes.push(node(NodeKind::Quoted, symbol.0));
                }
                TokenKind::Keyword => {
                    let symbol = symbols.intern(span.text(text));
                    tree.nodes.push(node(NodeKind::Keyword, symbol.0));
                }
                TokenKind::Numeral => tree.nodes.push(node(NodeKind::Numeral, 0)),
                TokenKind::Decimal => tree.nodes.push(node(NodeKind::Decimal, 0)),
                TokenKind::Hex => tree.nodes.push(node(NodeKind::Hex, 0)),
                TokenKind::Binary => tree.nodes.push(node(NodeKind::Binary, 0)),
                TokenKind::String => tree.nodes.push(node(NodeKind::String, 0)),
            }
            if self.open.is_empty() {
                return Ok(true);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads all expressions of a text and prints them back, lists as `[a b]`.
    fn check(input: &str, expected: &str) {
        let mut symbols = Symbols::new();
        let mut reader = Reader::new(input);
        let mut tree = Tree::default();
        let mut printed = Vec::new();
        loop {
            match reader.read(&mut symbols, &mut tree) {
                Ok(true) => printed.push(show(&tree, input)),
                Ok(false) => break,
                Err(error) => {
                    printed.push(error.to_string());
                    break;
                }
            }
        }
        assert_eq!(printed.join(" "), expected, "input {input:?}");
    }

    fn show(tree: &Tree, text: &str) -> String {
        fn node(tree: &Tree, text: &str, id: NodeId) -> String {
            if tree.is_list(id) {
                let parts: Vec<String> = tree.children(id).map(|child| node(tree, text, child)).collect();
                format!("[{}]", parts.join(" "))
            } else {
                tree.span(id).text(text).to_string()
            }
        }
        node(tree, text, Tree::ROOT)
    }

    #[test]
    fn nested_lists_and_atoms() {
        check("(a (b c) () 1.5) x (d)", "[a [b c] [] 1.5] x [d]");
        check("", "");
        check(" ; nothing\n", "");
        check("((a))", "[[a]]");
    }

    #[test]
    fn unbalanced_parentheses_are_reported_where_they_open_or_close() {
        check("(a)\n (b (c)", "[a] 2:2: error: this parenthesis is never closed");
        check("(a))", "[a] 1:4: error: this parenthesis closes nothing");
    }

    #[test]
    fn children_by_number_and_words() {
        let text = "(let |let| :named (x y))";
        let mut symbols = Symbols::new();
        let mut tree = Tree::default();
        let read = Reader::new(text).read(&mut symbols, &mut tree);
        assert_eq!(read, Ok(true));
        let [head, quoted, keyword, list] = tree.exactly(Tree::ROOT).expect("four children");
        assert_eq!(tree.word(head), Some(Word::Let));
        assert_eq!(tree.word(quoted), None);
        assert_eq!(tree.symbol(quoted), tree.symbol(head));
        assert_eq!(tree.word(keyword), Some(Word::Named));
        assert_eq!(tree.symbol(keyword), None);
        assert_eq!(tree.span(list).text(text), "(x y)");
        assert!(tree.exactly::<3>(Tree::ROOT).is_none());
        assert!(tree.exactly::<5>(Tree::ROOT).is_none());
        assert!(tree.exactly::<1>(head).is_none());
        assert_eq!(tree.len(), 7);
    }

    #[test]
    fn depth_costs_no_stack() {
        let depth = 1_000_000;
        let text = format!("{}x{}", "(".repeat(depth), ")".repeat(depth));
        let unclosed = "(".repeat(depth);
        let mut symbols = Symbols::new();
        let mut tree = Tree::default();
        let read = Reader::new(&text).read(&mut symbols, &mut tree);
        assert_eq!(read, Ok(true));
        assert_eq!(tree.len(), depth + 1);
        let error = Reader::new(&unclosed).read(&mut symbols, &mut tree);
        assert_eq!(
            error.map_err(|error| error.to_string()),
            Err("1:1: error: this parenthesis is never closed".to_string())
        );
    }
}
