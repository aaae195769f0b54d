//! The preprocessor: a file and what it includes to one list of tokens of the language (C11 6.10 and GNU's additions).
//!
//! Tokens come from a stack of *contexts*, the expansions of macros, and below it from a stack of *files*. A context
//! that is read to its end is dropped, and its macro can be used again: that is what gcc does, also where the standard
//! leaves it open (`f(2)(9)`). A name that is read while its macro is in use is painted and never replaced.
//! Arguments are expanded by themselves on top of a *barrier*, beyond which nothing is read; this is the only
//! recursion, and it is bounded (`MAX_DEPTH`), as is the number of tokens that macros may make (`MAX_EXPANSION`).
//!
//! Headers in `<…>` are looked for in the folders of `-I`, then among our own (`headers`); nothing is read from the
//! system's folders, so that a program means the same everywhere.

mod condition;
mod directive;
mod expand;
mod headers;
mod include;
mod library;
mod macros;
mod predefined;
mod spell;
#[cfg(test)]
mod tests;

pub use headers::{HEADERS, header};
pub use predefined::predefined;

use crate::lexer::{Kind, Lexer, Token, Words};
use crate::options::Options;
use crate::tree::{Place, SourceFile, Sources, Symbol, Symbols};
use hashbrown::HashMap;
use horn_frontend::ir::{FileId, Loc};
use horn_frontend::{Diagnostic, Message, Severity, Span};
use macros::Macro;
use std::path::{Path, PathBuf};

/// How deep arguments of macros may contain uses of macros that contain uses …, and how deep files may be included.
const MAX_DEPTH: usize = 200;
/// How many tokens macros may make in all.
const MAX_EXPANSION: usize = 20_000_000;
/// How many messages are kept.
const MAX_MESSAGES: usize = 200;

/// A comment `/*@ … */` that the parser may read.
#[derive(Clone, Debug)]
pub struct AnnotationText {
    /// Index of the token before which it stands.
    pub before: usize,
    /// Its tokens, with macros replaced, without an end token.
    pub tokens: Vec<Token>,
    /// The comment.
    pub place: Place,
}

/// The tokens of a translation unit.
#[derive(Clone, Debug)]
pub struct Preprocessed {
    /// The tokens, the last of which is [`Kind::Eof`]. Reserved words have their kinds.
    pub tokens: Vec<Token>,
    /// The annotations in the order of the text.
    pub annotations: Vec<AnnotationText>,
    /// The names.
    pub symbols: Symbols,
    /// The files and the uses of macros.
    pub sources: Sources,
    /// For each file, whether its bytes were no UTF-8, so that every character is a byte.
    pub latin: Vec<bool>,
    /// What there is to say.
    pub messages: Vec<Message>,
}

impl Preprocessed {
    /// The spelling of a token.
    pub fn spelling(&self, token: Token) -> &str {
        if token.kind == Kind::Name || token.kind.is_word() || token.has(Token::TEXT) {
            return self.symbols.name(token.symbol);
        }
        let text = &self.sources.files[usize::from(token.file)].text;
        text.get(token.start as usize..token.end as usize).unwrap_or("")
    }
}

/// Preprocesses a file. What can't be read is an error message.
pub fn preprocess_file(path: &Path, options: &Options) -> Preprocessed {
    let mut preprocessor = Preprocessor::new(options);
    match std::fs::read(path) {
        Ok(bytes) => preprocessor.main(path, &bytes),
        Err(error) => {
            let message = format!("cannot read {}: {error}", path.display());
            let diagnostic = Diagnostic { severity: Severity::Error, span: Span::new(0, 0), message };
            preprocessor.messages.push(Message { file: None, diagnostic });
            preprocessor.main(path, b"");
        }
    }
    preprocessor.finish()
}

/// Preprocesses a text that pretends to be the file `name`.
pub fn preprocess_text(name: &str, text: &str, options: &Options) -> Preprocessed {
    let mut preprocessor = Preprocessor::new(options);
    preprocessor.main(Path::new(name), text.as_bytes());
    preprocessor.finish()
}

/// A file that is being read.
struct Open {
    lexer: Lexer,
    /// The `#if`s of this file that are open.
    conditions: Vec<condition::Condition>,
}

/// Tokens that are read before those below: `pool[at..end]`.
struct Context {
    start: usize,
    at: usize,
    end: usize,
    /// The macro whose expansion this is.
    of: Option<usize>,
    /// Nothing below may be read from here.
    barrier: bool,
}

struct Preprocessor<'o> {
    options: &'o Options,
    symbols: Symbols,
    words: Words,
    sources: Sources,
    /// Where each file is, for `#include "…"`; empty for our headers.
    paths: Vec<PathBuf>,
    latin: Vec<bool>,
    once: Vec<bool>,
    by_path: HashMap<PathBuf, u16>,
    messages: Vec<Message>,
    /// For each symbol one more than the index of its macro, or 0.
    macro_of: Vec<u32>,
    macros: Vec<Macro>,
    names: directive::Names,
    files: Vec<Open>,
    contexts: Vec<Context>,
    pool: Vec<Token>,
    out: Vec<Token>,
    annotations: Vec<AnnotationText>,
    /// Arguments of macros that are being collected, one in the other.
    collecting: usize,
    depth: usize,
    expanded: usize,
    /// White space goes before the next token, because a macro before it was replaced by nothing.
    pending_space: bool,
    counter: u32,
    /// Reading was given up, because macros make too much or files include each other without end.
    stopped: bool,
}

impl<'o> Preprocessor<'o> {
    fn new(options: &'o Options) -> Preprocessor<'o> {
        let mut symbols = Symbols::default();
        let words = Words::new(&mut symbols);
        let names = directive::Names::new(&mut symbols);
        Preprocessor {
            options,
            symbols,
            words,
            sources: Sources::default(),
            paths: Vec::new(),
            latin: Vec::new(),
            once: Vec::new(),
            by_path: HashMap::new(),
            messages: Vec::new(),
            macro_of: Vec::new(),
            macros: Vec::new(),
            names,
            files: Vec::new(),
            contexts: Vec::new(),
            pool: Vec::new(),
            out: Vec::new(),
            annotations: Vec::new(),
            collecting: 0,
            depth: 0,
            expanded: 0,
            pending_space: false,
            counter: 0,
            stopped: false,
        }
    }

    fn main(&mut self, path: &Path, bytes: &[u8]) {
        let main = self.add_file(path.display().to_string(), path.to_path_buf(), bytes, false);
        self.by_path.insert(path.to_path_buf(), main);
        self.open(main);
        let mut text = String::new();
        for (name, body) in &self.options.defines {
            let body = body.as_deref().unwrap_or("1").replace('\n', " ");
            text.push_str(&format!("#define {name} {body}\n"));
        }
        let outside = self.add_file("<command line>".into(), PathBuf::new(), text.as_bytes(), true);
        self.open(outside);
        self.names.define_builtins(&mut self.macros, &mut self.macro_of);
        let builtin = predefined(self.options.data_model);
        let builtin = self.add_file("<built-in>".into(), PathBuf::new(), builtin.as_bytes(), true);
        self.open(builtin);
        self.out.reserve(bytes.len() / 6);
        self.run();
        if self.options.library {
            self.library();
        }
    }

    fn finish(mut self) -> Preprocessed {
        if self.stopped {
            self.out.clear();
            self.annotations.clear();
        }
        let end = self.sources.files[0].text.len();
        let end = crate::lexer::offset(end);
        let eof = Token { kind: Kind::Eof, flags: 0, file: 0, symbol: Symbol(0), start: end, end, macro_use: 0 };
        self.out.push(eof);
        Preprocessed {
            tokens: self.out,
            annotations: self.annotations,
            symbols: self.symbols,
            sources: self.sources,
            latin: self.latin,
            messages: self.messages,
        }
    }

    /// Reads all files to their ends.
    fn run(&mut self) {
        while !self.stopped {
            let mut token = self.next_expanded();
            match token.kind {
                Kind::Eof if self.close() => {}
                Kind::Eof => return,
                Kind::Name => {
                    token.kind = self.words.kind(token.symbol);
                    self.out.push(token);
                }
                _ => self.out.push(token),
            }
        }
    }

    /// The next token with macros replaced; at the end of a file [`Kind::Eof`].
    fn next_expanded(&mut self) -> Token {
        loop {
            let token = self.next_raw();
            if token.kind != Kind::Name || token.has(Token::PAINTED) {
                return token;
            }
            let Some(index) = self.macro_at(token.symbol) else {
                return token;
            };
            if !self.expand(index, token) {
                return token;
            }
        }
    }

    /// The macro of that name.
    fn macro_at(&self, symbol: Symbol) -> Option<usize> {
        match self.macro_of.get(symbol.0 as usize) {
            None | Some(0) => None,
            Some(index) => Some(*index as usize - 1),
        }
    }

    /// The next token before macros are replaced. Names whose macro is in use are painted.
    fn next_raw(&mut self) -> Token {
        let mut token = loop {
            let Some(context) = self.contexts.last_mut() else { break self.lex() };
            if context.at < context.end {
                context.at += 1;
                break self.pool[context.at - 1];
            }
            if context.barrier {
                return self.end_token();
            }
            self.drop_context();
        };
        if token.kind == Kind::Name
            && let Some(index) = self.macro_at(token.symbol)
            && self.macros[index].in_use > 0
        {
            token.flags |= Token::PAINTED;
        }
        if self.pending_space {
            self.pending_space = false;
            token.flags |= Token::SPACE;
        }
        token
    }

    /// A token for the end of what can be read, at the current position.
    fn end_token(&self) -> Token {
        let (file, at) = self.files.last().map_or((0, 0), |open| (open.lexer.file, open.lexer.at));
        let at = crate::lexer::offset(at);
        Token { kind: Kind::Eof, flags: 0, file, symbol: Symbol(0), start: at, end: at, macro_use: 0 }
    }

    fn push_context(&mut self, start: usize, of: Option<usize>, barrier: bool) {
        if let Some(of) = of {
            self.macros[of].in_use += 1;
        }
        self.contexts.push(Context { start, at: start, end: self.pool.len(), of, barrier });
    }

    fn drop_context(&mut self) {
        if let Some(context) = self.contexts.pop() {
            self.pool.truncate(context.start);
            if let Some(of) = context.of {
                self.macros[of].in_use -= 1;
            }
        }
    }

    /// Makes `token` the next one.
    fn push_back(&mut self, token: Token) {
        if token.kind == Kind::Eof {
            return;
        }
        let start = self.pool.len();
        self.pool.push(token);
        self.push_context(start, None, false);
    }

    /// The next token of the file on top, with directives obeyed. At its end [`Kind::Eof`].
    fn lex(&mut self) -> Token {
        loop {
            let token = self.lex_any();
            match token.kind {
                Kind::Hash if token.has(Token::FIRST) => {
                    // A directive may open a file: its tokens come next.
                    self.directive(token);
                    if self.stopped {
                        return self.end_token();
                    }
                }
                Kind::Annotation => self.annotation(token),
                _ => return token,
            }
        }
    }

    /// The next token of the file on top, directives and annotations included.
    fn lex_any(&mut self) -> Token {
        let Some(open) = self.files.last_mut() else { return self.end_token() };
        let text = &self.sources.files[usize::from(open.lexer.file)].text;
        let token = open.lexer.next(text, &mut self.symbols);
        if !open.lexer.problems.is_empty() {
            self.report_problems();
        }
        token
    }

    fn report_problems(&mut self) {
        let Some(open) = self.files.last_mut() else { return };
        let file = FileId(u32::from(open.lexer.file));
        for problem in std::mem::take(&mut open.lexer.problems) {
            let loc = Loc::new(file, Span::new(problem.start, problem.end));
            self.report(Severity::Error, loc, problem.message);
        }
    }

    /// Opens a file at its start.
    fn open(&mut self, file: u16) {
        let lexer = Lexer::new(file, &self.sources.files[usize::from(file)].text);
        self.files.push(Open { lexer, conditions: Vec::new() });
    }

    /// Closes the file on top; false if it was the last one.
    fn close(&mut self) -> bool {
        if let Some(open) = self.files.pop() {
            for condition in &open.conditions {
                self.report(Severity::Error, condition.loc, "`#if` without `#endif`");
            }
        }
        !self.files.is_empty()
    }

    fn add_file(&mut self, name: String, path: PathBuf, bytes: &[u8], ours: bool) -> u16 {
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        let (text, latin) = match std::str::from_utf8(bytes) {
            Ok(text) => (text.to_owned(), false),
            Err(_) => (bytes.iter().map(|byte| char::from(*byte)).collect(), true),
        };
        let index = u16::try_from(self.sources.files.len()).unwrap_or(u16::MAX);
        self.sources.files.push(SourceFile::new(name, text, ours));
        self.paths.push(path);
        self.latin.push(latin);
        self.once.push(false);
        index
    }

    /// The tokens of an annotation, for the parser.
    fn annotation(&mut self, comment: Token) {
        if self.collecting > 0 || !self.contexts.is_empty() {
            return;
        }
        let text = &self.sources.files[usize::from(comment.file)].text;
        let bytes = text.as_bytes();
        let (start, end) = (comment.start as usize, comment.end as usize);
        let closed = bytes[start + 1] == b'*' && text[start..end].ends_with("*/");
        let inside = text[..if closed { end - 2 } else { end }].to_owned();
        let mut lexer = Lexer::new(comment.file, &inside);
        lexer.annotation = true;
        lexer.at = (start..end).find(|at| bytes[*at] == b'@').map_or(end, |at| at + 1);
        let mut raw = Vec::new();
        loop {
            let token = lexer.next(&inside, &mut self.symbols);
            if token.kind == Kind::Eof {
                break;
            }
            raw.push(token);
        }
        let mut tokens = self.expand_list(&raw);
        for token in &mut tokens {
            if token.kind == Kind::Name {
                token.kind = self.words.kind(token.symbol);
            }
        }
        self.annotations.push(AnnotationText { before: self.out.len(), tokens, place: comment.place() });
    }

    /// Reports something at a token, in the user's text.
    fn report_at(&mut self, severity: Severity, token: Token, message: impl Into<String>) {
        let loc = self.sources.user(token.place());
        self.report(severity, loc, message);
    }

    fn report(&mut self, severity: Severity, loc: Loc, message: impl Into<String>) {
        if self.messages.len() >= MAX_MESSAGES {
            return;
        }
        let diagnostic = Diagnostic { severity, span: loc.span, message: message.into() };
        self.messages.push(Message { file: Some(loc.file), diagnostic });
        if self.messages.len() == MAX_MESSAGES {
            let diagnostic =
                Diagnostic { severity: Severity::Error, span: loc.span, message: "too many messages".into() };
            self.messages.push(Message { file: Some(loc.file), diagnostic });
        }
    }
}
