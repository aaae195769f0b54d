//! Macros and their definitions (C11 6.10.3).

use super::Preprocessor;
use super::directive::Builtin;
use crate::lexer::{Kind, Token};
use crate::tree::Symbol;
use horn_frontend::Severity;
use std::rc::Rc;

/// A macro.
#[derive(Clone, Debug)]
pub(super) struct Macro {
    pub name: Symbol,
    pub kind: MacroKind,
    /// Expansions of it that are being read.
    pub in_use: u32,
}

/// What a macro is replaced by.
#[derive(Clone, Debug)]
pub(super) enum MacroKind {
    /// Replaced by tokens.
    Body {
        /// The parameters, if it takes arguments; the last one of a variadic macro stands for the rest.
        params: Option<Vec<Symbol>>,
        variadic: bool,
        body: Rc<[Part]>,
    },
    /// Known to the preprocessor itself.
    Builtin(Builtin),
}

/// A part of the body of a macro.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub kind: PartKind,
    /// The token, or the name of the parameter, or the `#`.
    pub token: Token,
    /// `##` follows.
    pub paste: bool,
}

/// What a part is replaced by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PartKind {
    /// Itself.
    Token,
    /// The argument of that number.
    Param(usize),
    /// The text of the argument.
    Text(usize),
}

impl Preprocessor<'_> {
    /// `#define`, behind the word, with the rest of the line.
    pub(super) fn define(&mut self, line: &[Token]) {
        let Some((name, mut rest)) = self.macro_name(line, "define") else { return };
        let (mut params, mut variadic) = (None, false);
        if let Some(first) = rest.first() {
            if first.kind == Kind::LeftParen && !first.has(Token::SPACE) {
                let Some((list, many, behind)) = self.parameters(*first, &rest[1..]) else { return };
                (params, variadic, rest) = (Some(list), many, behind);
            } else if !first.has(Token::SPACE) && first.kind != Kind::EndOfLine {
                self.report_at(Severity::Warning, *first, "white space is missing behind the name of a macro");
            }
        }
        let Some(body) = self.body(rest, params.as_deref()) else { return };
        let kind = MacroKind::Body { params, variadic, body: body.into() };
        if let Some(index) = self.macro_at(name.symbol)
            && !self.same_macro(&self.macros[index].kind, &kind)
        {
            let text = format!("the macro `{}` is defined again, differently", self.symbols.name(name.symbol));
            self.report_at(Severity::Warning, name, text);
        }
        self.set_macro(Macro { name: name.symbol, kind, in_use: 0 });
    }

    /// `#undef`, behind the word.
    pub(super) fn undefine(&mut self, line: &[Token]) {
        let Some((name, _)) = self.macro_name(line, "undef") else { return };
        if self.macro_at(name.symbol).is_some() {
            // Its expansion may still be read: the macro itself stays.
            self.macro_of[name.symbol.0 as usize] = 0;
        }
    }

    fn set_macro(&mut self, new: Macro) {
        let at = new.name.0 as usize;
        if self.macro_of.len() <= at {
            self.macro_of.resize(at + 1, 0);
        }
        self.macro_of[at] = u32::try_from(self.macros.len() + 1).unwrap_or(0);
        self.macros.push(new);
    }

    /// The name that a directive defines, and what is behind it.
    fn macro_name<'l>(&mut self, line: &'l [Token], directive: &str) -> Option<(Token, &'l [Token])> {
        let (name, rest) = line.split_first()?;
        if name.kind == Kind::EndOfLine {
            self.report_at(Severity::Error, *name, format!("`#{directive}` without the name of a macro"));
            return None;
        }
        if name.kind != Kind::Name || name.symbol == self.names.defined {
            let text = format!("`{}` cannot be the name of a macro", self.spelling(*name));
            self.report_at(Severity::Error, *name, text);
            return None;
        }
        Some((*name, rest))
    }

    /// The parameters behind `(`: their names, whether the last one stands for many, and what is behind `)`.
    fn parameters<'l>(&mut self, open: Token, line: &'l [Token]) -> Option<(Vec<Symbol>, bool, &'l [Token])> {
        let mut params: Vec<Symbol> = Vec::new();
        let mut at = 0;
        if line.first().is_some_and(|token| token.kind == Kind::RightParen) {
            return Some((params, false, &line[1..]));
        }
        loop {
            let token = line.get(at).copied().unwrap_or(open);
            let variadic = match token.kind {
                Kind::Ellipsis => {
                    params.push(self.names.va_args);
                    at += 1;
                    true
                }
                Kind::Name => {
                    if params.contains(&token.symbol) {
                        let text = format!("the parameter `{}` occurs twice", self.symbols.name(token.symbol));
                        self.report_at(Severity::Error, token, text);
                        return None;
                    }
                    params.push(token.symbol);
                    at += 1;
                    let many = line.get(at).is_some_and(|token| token.kind == Kind::Ellipsis);
                    at += usize::from(many);
                    many
                }
                _ => {
                    self.report_at(Severity::Error, token, "expected the name of a parameter, or `...`");
                    return None;
                }
            };
            let token = line.get(at).copied().unwrap_or(open);
            at += 1;
            match token.kind {
                Kind::RightParen => return Some((params, variadic, &line[at..])),
                Kind::Comma if !variadic => {}
                _ => {
                    let expected = if variadic { "`)`" } else { "`,` or `)`" };
                    let text = format!("expected {expected} in the parameters of a macro");
                    self.report_at(Severity::Error, token, text);
                    return None;
                }
            }
        }
    }

    /// The body of a macro.
    fn body(&mut self, line: &[Token], params: Option<&[Symbol]>) -> Option<Vec<Part>> {
        let line = &line[..line.iter().position(|token| token.kind == Kind::EndOfLine).unwrap_or(line.len())];
        let param = |token: &Token| {
            let position = params?.iter().position(|param| *param == token.symbol);
            position.filter(|_| token.kind == Kind::Name)
        };
        let mut body: Vec<Part> = Vec::with_capacity(line.len());
        let mut at = 0;
        while let Some(token) = line.get(at) {
            at += 1;
            let kind = match token.kind {
                Kind::HashHash => {
                    let Some(last) = body.last_mut().filter(|_| at < line.len()) else {
                        self.report_at(Severity::Error, *token, "`##` at an end of a macro's body");
                        return None;
                    };
                    last.paste = true;
                    continue;
                }
                Kind::Hash if params.is_some() => {
                    let Some(param) = line.get(at).and_then(param) else {
                        self.report_at(Severity::Error, *token, "expected a parameter of the macro behind `#`");
                        return None;
                    };
                    at += 1;
                    PartKind::Text(param)
                }
                _ => match param(token) {
                    Some(param) => PartKind::Param(param),
                    None => PartKind::Token,
                },
            };
            if token.kind == Kind::Name && token.symbol == self.names.va_opt && params.is_some() {
                self.report_at(Severity::Error, *token, "`__VA_OPT__` is not supported");
                return None;
            }
            body.push(Part { kind, token: *token, paste: false });
        }
        Some(body)
    }

    fn same_macro(&self, old: &MacroKind, new: &MacroKind) -> bool {
        let (
            MacroKind::Body { params: old_params, variadic: old_variadic, body: old },
            MacroKind::Body { params, variadic, body },
        ) = (old, new)
        else {
            return false;
        };
        old_params == params
            && old_variadic == variadic
            && old.len() == body.len()
            && old.iter().zip(body.iter()).enumerate().all(|(at, (old, new))| {
                let space = |part: &Part| part.token.has(Token::SPACE) && at > 0;
                old.kind == new.kind
                    && old.paste == new.paste
                    && space(old) == space(new)
                    && self.spelling(old.token) == self.spelling(new.token)
            })
    }
}
