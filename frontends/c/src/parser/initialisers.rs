//! Initialisers (C11 6.7.9), with a stack of the lists that are open.

use super::Parser;
use crate::lexer::Kind;
use crate::tree::{Designator, InitId, InitItem, InitKind};

/// A list that is not closed yet.
struct List {
    first: usize,
    items: Vec<InitItem>,
    /// The designator of the item that is being read.
    designators: Vec<Designator>,
}

impl Parser {
    /// An initialiser: an expression or a list.
    pub(super) fn initialiser(&mut self) -> InitId {
        let mut open: Vec<List> = Vec::new();
        loop {
            let first = self.at;
            let mut value = if self.accept(Kind::LeftBrace) {
                open.push(List { first, items: Vec::new(), designators: Vec::new() });
                None
            } else {
                let value = self.assignment_expression();
                Some(self.init(InitKind::Expr(value), first))
            };
            // Up to where the next value stands.
            loop {
                let Some(list) = open.last_mut() else {
                    if let Some(value) = value {
                        return value;
                    }
                    break;
                };
                if let Some(value) = value.take() {
                    let designators = std::mem::take(&mut list.designators);
                    list.items.push(InitItem { designators, value });
                    if !self.accept(Kind::Comma) && self.kind() != Kind::RightBrace {
                        let found = self.describe();
                        self.error(self.at, format!("expected `,` or `}}` in an initialiser, not {found}"));
                        self.skip_in_list();
                    }
                }
                // A `;` is behind what was not closed.
                if matches!(self.kind(), Kind::RightBrace | Kind::Eof | Kind::Semicolon) {
                    self.accept(Kind::RightBrace);
                    if let Some(List { first, items, .. }) = open.pop() {
                        value = Some(self.init(InitKind::List(items), first));
                    }
                    continue;
                }
                let designators = self.designation();
                if let Some(list) = open.last_mut() {
                    list.designators = designators;
                }
                break;
            }
        }
    }

    /// Skips to the next `,` (and behind it) or `}` of a list.
    fn skip_in_list(&mut self) {
        let mut depth = 0_usize;
        loop {
            match self.kind() {
                Kind::Eof | Kind::Semicolon => return,
                Kind::LeftBrace | Kind::LeftParen | Kind::LeftBracket => depth += 1,
                Kind::RightBrace if depth == 0 => return,
                Kind::RightBrace | Kind::RightParen | Kind::RightBracket => depth = depth.saturating_sub(1),
                Kind::Comma if depth == 0 => {
                    self.advance();
                    return;
                }
                _ => {}
            }
            self.advance();
        }
    }

    /// The designators of an item with their `=`; also GNU's `name: value`.
    fn designation(&mut self) -> Vec<Designator> {
        let mut path = Vec::new();
        if self.kind() == Kind::Name && self.kind_at(1) == Kind::Colon {
            path.push(Designator::Field(self.token().symbol, self.place(self.at)));
            self.advance();
            self.advance();
            return path;
        }
        self.designators(&mut path);
        if !path.is_empty()
            && !self.accept(Kind::Assign)
            && !matches!(path[..], [Designator::Index(_) | Designator::Range(..)])
        {
            self.expect(Kind::Assign, "behind a designator");
        }
        path
    }

    /// Steps `.name`, `[index]`, `[low ... high]`.
    pub(super) fn designators(&mut self, path: &mut Vec<Designator>) {
        loop {
            if self.accept(Kind::Dot) {
                let (name, place) = (self.token().symbol, self.place(self.at));
                if !self.expect(Kind::Name, "of a member") {
                    return;
                }
                path.push(Designator::Field(name, place));
            } else if self.accept(Kind::LeftBracket) {
                let low = self.assignment_expression();
                path.push(if self.accept(Kind::Ellipsis) {
                    Designator::Range(low, self.assignment_expression())
                } else {
                    Designator::Index(low)
                });
                if !self.expect(Kind::RightBracket, "behind an index") {
                    return;
                }
            } else {
                return;
            }
        }
    }
}
