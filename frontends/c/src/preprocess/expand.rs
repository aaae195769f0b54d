//! The replacement of macros (C11 6.10.3).

use super::directive::Builtin;
use super::macros::{MacroKind, PartKind};
use super::{MAX_DEPTH, MAX_EXPANSION, Preprocessor};
use crate::lexer::{Kind, Token};
use crate::tree::{MacroUse, Place};
use horn_frontend::Severity;
use std::rc::Rc;

/// The arguments of one use.
struct Arguments {
    /// As they were written.
    raw: Vec<Vec<Token>>,
    /// The rest of a variadic macro is not there, not even empty.
    no_rest: bool,
    close: Token,
}

impl Preprocessor<'_> {
    /// Replaces a name by its macro: the next tokens are the expansion. False if the name stays as it is.
    pub(super) fn expand(&mut self, index: usize, name: Token) -> bool {
        let takes_arguments = match &self.macros[index].kind {
            MacroKind::Builtin(builtin) => return self.expand_builtin(*builtin, name),
            MacroKind::Body { params, .. } => params.is_some(),
        };
        let arguments = if takes_arguments {
            match self.arguments(index, name) {
                Some(arguments) => arguments,
                None => return false,
            }
        } else {
            Arguments { raw: Vec::new(), no_rest: false, close: name }
        };
        let place = self.sources.join(name.place(), arguments.close.place());
        let place = if place.macro_use == name.place().macro_use { place } else { name.place() };
        let result = self.substitute(index, &arguments, place);
        self.expanded += result.len();
        if self.expanded > MAX_EXPANSION {
            self.report_at(Severity::Error, name, format!("macros make more than {MAX_EXPANSION} tokens"));
            self.stopped = true;
            return true;
        }
        let start = self.pool.len();
        self.pool.extend_from_slice(&result);
        match self.pool.get_mut(start) {
            Some(first) => {
                first.flags =
                    (first.flags & !(Token::SPACE | Token::FIRST)) | (name.flags & (Token::SPACE | Token::FIRST));
            }
            None => self.pending_space |= name.has(Token::SPACE),
        }
        self.push_context(start, Some(index), false);
        true
    }

    /// The arguments behind the name of a macro that takes them; none if there is no `(`, or with an error.
    fn arguments(&mut self, index: usize, name: Token) -> Option<Arguments> {
        let MacroKind::Body { params: Some(params), variadic, .. } = &self.macros[index].kind else { return None };
        let (count, variadic) = (params.len(), *variadic);
        self.collecting += 1;
        let next = self.next_raw();
        if next.kind != Kind::LeftParen {
            self.collecting -= 1;
            self.push_back(next);
            return None;
        }
        let mut raw = vec![Vec::new()];
        let mut depth = 0_usize;
        let close = loop {
            let token = self.next_raw();
            match token.kind {
                Kind::Eof => {
                    self.collecting -= 1;
                    let text =
                        format!("the arguments of the macro `{}` are not closed: expected `)`", self.spelling(name));
                    self.report_at(Severity::Error, name, text);
                    return None;
                }
                Kind::RightParen if depth == 0 => break token,
                Kind::RightParen => depth -= 1,
                Kind::LeftParen => depth += 1,
                Kind::Comma if depth == 0 && !(variadic && raw.len() == count) => {
                    raw.push(Vec::new());
                    continue;
                }
                _ => {}
            }
            if let Some(last) = raw.last_mut() {
                last.push(token);
            }
        };
        self.collecting -= 1;
        if count == 0 && raw.len() == 1 && raw[0].is_empty() {
            raw.clear();
        }
        // GNU C drops the comma in `, ## __VA_ARGS__` when the rest is left out, and of a macro that has no other
        // parameter when it is empty, but not when it is an empty argument behind others.
        let no_rest = variadic && (raw.len() < count || (count == 1 && raw[0].is_empty()));
        if variadic && raw.len() + 1 == count {
            raw.push(Vec::new());
        }
        if raw.len() != count {
            let text = format!("the macro `{}` takes {count} arguments, not {}", self.spelling(name), raw.len());
            self.report_at(Severity::Error, name, text);
            return None;
        }
        Some(Arguments { raw, no_rest, close })
    }

    /// The body of a macro with its arguments.
    fn substitute(&mut self, index: usize, arguments: &Arguments, place: Place) -> Vec<Token> {
        let MacroKind::Body { params, variadic, body } = &self.macros[index].kind else { return Vec::new() };
        let rest = (*variadic).then(|| params.as_ref().map_or(0, Vec::len).saturating_sub(1));
        let body = Rc::clone(body);
        self.sources.macro_uses.push(MacroUse { name: self.macros[index].name, place });
        let macro_use = u32::try_from(self.sources.macro_uses.len()).unwrap_or(0);
        let mut expanded: Vec<Option<Vec<Token>>> = vec![None; arguments.raw.len()];
        let mut result: Vec<Token> = Vec::with_capacity(body.len());
        let mut own = [Token { macro_use, ..self.end_token() }];
        let mut text = own;
        let (mut pasting, mut left_empty) = (false, true);
        for (at, part) in body.iter().enumerate() {
            let token = Token { macro_use, ..part.token };
            let tokens: &[Token] = match part.kind {
                PartKind::Token => {
                    own[0] = token;
                    &own
                }
                PartKind::Text(argument) => {
                    text[0] = self.stringify(token, &arguments.raw[argument]);
                    &text
                }
                PartKind::Param(argument) if part.paste || pasting => {
                    let comma =
                        at > 0 && body[at - 1].kind == PartKind::Token && body[at - 1].token.kind == Kind::Comma;
                    if pasting && comma && rest == Some(argument) {
                        pasting = false;
                        if arguments.no_rest {
                            result.pop();
                        }
                    }
                    &arguments.raw[argument]
                }
                PartKind::Param(argument) => {
                    if expanded[argument].is_none() {
                        expanded[argument] = Some(self.expand_list(&arguments.raw[argument]));
                    }
                    expanded[argument].as_deref().unwrap_or_default()
                }
            };
            let first = result.len();
            match (tokens.split_first(), result.pop()) {
                (Some((head, tail)), Some(left)) if pasting && !left_empty => {
                    match self.paste(left, *head) {
                        Ok(made) => result.push(made),
                        Err(()) => result.extend([left, *head]),
                    }
                    result.extend_from_slice(tail);
                }
                (_, left) => {
                    result.extend(left);
                    result.extend_from_slice(tokens);
                    if let Some(head) = result.get_mut(first) {
                        head.flags = (head.flags & !(Token::SPACE | Token::FIRST)) | (token.flags & Token::SPACE);
                    }
                }
            }
            left_empty = tokens.is_empty() && (!pasting || left_empty);
            pasting = part.paste;
        }
        result
    }

    /// A list of tokens with all macros replaced, by itself.
    pub(super) fn expand_list(&mut self, tokens: &[Token]) -> Vec<Token> {
        let may_expand = |token: &Token| token.kind == Kind::Name && self.macro_at(token.symbol).is_some();
        if !tokens.iter().any(may_expand) {
            return tokens.to_vec();
        }
        if self.depth >= MAX_DEPTH {
            let text = format!("macros in arguments of macros, more than {MAX_DEPTH} levels deep");
            self.report_at(Severity::Error, tokens[0], text);
            self.stopped = true;
            return Vec::new();
        }
        self.depth += 1;
        let start = self.pool.len();
        self.pool.extend_from_slice(tokens);
        self.push_context(start, None, true);
        let (space, collecting) = (self.pending_space, self.collecting);
        self.pending_space = false;
        let mut result = Vec::with_capacity(tokens.len());
        loop {
            let token = self.next_expanded();
            if token.kind == Kind::Eof || self.stopped {
                break;
            }
            result.push(token);
        }
        self.drop_to_barrier();
        (self.pending_space, self.collecting) = (space, collecting);
        self.depth -= 1;
        result
    }

    /// Drops all contexts down to a barrier, and the barrier.
    pub(super) fn drop_to_barrier(&mut self) {
        while let Some(context) = self.contexts.last() {
            let barrier = context.barrier;
            self.drop_context();
            if barrier {
                break;
            }
        }
    }

    /// A macro that is no text: false if the name stays.
    fn expand_builtin(&mut self, builtin: Builtin, name: Token) -> bool {
        let (kind, text) = match builtin {
            Builtin::File | Builtin::BaseFile => {
                let loc = self.sources.user(name.place());
                let loc = if builtin == Builtin::File { loc } else { horn_frontend::ir::Loc::NONE };
                let file = self.sources.presumed(loc).file.replace('\\', "\\\\").replace('"', "\\\"");
                (Kind::Str, format!("\"{file}\""))
            }
            Builtin::Line => {
                let loc = self.sources.user(name.place());
                (Kind::Number, self.sources.presumed(loc).line.to_string())
            }
            Builtin::Counter => {
                self.counter += 1;
                (Kind::Number, (self.counter - 1).to_string())
            }
            Builtin::IncludeLevel => (Kind::Number, (self.files.len() - 1).to_string()),
            Builtin::Date => (Kind::Str, "\"??? ?? ????\"".into()),
            Builtin::Time => (Kind::Str, "\"??:??:??\"".into()),
            Builtin::Pragma => return self.pragma_operator(name),
            // Known in `#if` only; there `condition` takes them before they come here.
            Builtin::HasInclude | Builtin::HasFeature => return false,
        };
        let token = self.made(kind, &text, name);
        self.push_back(token);
        true
    }

    /// `_Pragma ("…")`: what `#pragma` does, and no token.
    fn pragma_operator(&mut self, name: Token) -> bool {
        let open = self.next_raw();
        let text = self.next_raw();
        let close = self.next_raw();
        if (open.kind, text.kind, close.kind) != (Kind::LeftParen, Kind::Str, Kind::RightParen) {
            self.report_at(Severity::Error, name, "expected `(`, a string and `)` behind `_Pragma`");
            return true;
        }
        let mut units = Vec::new();
        crate::literal::string(self.spelling(text), crate::tree::Encoding::Utf32, false, &mut units);
        let pragma: String = units.into_iter().filter_map(char::from_u32).collect();
        let pragma = pragma.replace('(', " ( ");
        let words: Vec<&str> = pragma.split_whitespace().collect();
        self.pragma(name, &words);
        true
    }
}
