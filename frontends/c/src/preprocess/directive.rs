//! Directives: lines that begin with `#` (C11 6.10).

use super::Preprocessor;
use super::condition::Condition;
use super::macros::{Macro, MacroKind};
use crate::lexer::{Kind, Token};
use crate::tree::{LineMarker, Symbol, Symbols};
use horn_frontend::ir::{FileId, Loc};
use horn_frontend::{Severity, Span};

/// Macros that are no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Builtin {
    File,
    BaseFile,
    Line,
    Counter,
    IncludeLevel,
    Date,
    Time,
    Pragma,
    HasInclude,
    HasFeature,
}

const BUILTINS: &[(&str, Builtin)] = &[
    ("__FILE__", Builtin::File),
    ("__BASE_FILE__", Builtin::BaseFile),
    ("__LINE__", Builtin::Line),
    ("__COUNTER__", Builtin::Counter),
    ("__INCLUDE_LEVEL__", Builtin::IncludeLevel),
    ("__DATE__", Builtin::Date),
    ("__TIME__", Builtin::Time),
    ("_Pragma", Builtin::Pragma),
    ("__has_include", Builtin::HasInclude),
    ("__has_attribute", Builtin::HasFeature),
    ("__has_builtin", Builtin::HasFeature),
];

/// Names that the preprocessor knows.
pub(super) struct Names {
    pub defined: Symbol,
    pub va_args: Symbol,
    pub va_opt: Symbol,
    builtins: Vec<(Symbol, Builtin)>,
}

impl Names {
    pub(super) fn new(symbols: &mut Symbols) -> Names {
        Names {
            defined: symbols.intern("defined"),
            va_args: symbols.intern("__VA_ARGS__"),
            va_opt: symbols.intern("__VA_OPT__"),
            builtins: BUILTINS.iter().map(|(name, builtin)| (symbols.intern(name), *builtin)).collect(),
        }
    }

    pub(super) fn define_builtins(&self, macros: &mut Vec<Macro>, macro_of: &mut Vec<u32>) {
        for (name, builtin) in &self.builtins {
            macros.push(Macro { name: *name, kind: MacroKind::Builtin(*builtin), in_use: 0 });
            let at = name.0 as usize;
            macro_of.resize(macro_of.len().max(at + 1), 0);
            macro_of[at] = u32::try_from(macros.len()).unwrap_or(0);
        }
    }
}

/// Pragmas that change nothing of what a program means to us, by their first words.
const HARMLESS: &[&[&str]] = &[
    &["STDC", "FP_CONTRACT"],
    &["STDC", "CX_LIMITED_RANGE"],
    &["GCC", "diagnostic"],
    &["GCC", "system_header"],
    &["GCC", "unroll"],
    &["GCC", "ivdep"],
    &["GCC", "visibility"],
    &["message"],
    &["mark"],
    &["region"],
    &["endregion"],
    &["omp"],
];

/// Pragmas that change the layout of objects or the meaning of the text: the program would be another one.
const REFUSED: &[&str] = &["pack", "push_macro", "pop_macro", "scalar_storage_order", "redefine_extname", "weak"];

impl Preprocessor<'_> {
    /// A directive, behind its `#`.
    pub(super) fn directive(&mut self, hash: Token) {
        let Some(open) = self.files.last_mut() else { return };
        open.lexer.in_directive = true;
        let word = self.lex_any();
        let name = if word.kind == Kind::Name { self.symbols.name(word.symbol).to_owned() } else { String::new() };
        match name.as_str() {
            "if" | "ifdef" | "ifndef" => {
                let line = self.rest_of_line();
                let holds = self.condition_holds(&name, hash, &line);
                let loc = self.sources.join(hash.place(), word.place()).loc;
                self.push_condition(Condition { loc, taken: holds, in_else: false });
                if !holds {
                    self.skip_group();
                }
            }
            "elif" | "else" | "endif" => {
                self.rest_of_line();
                self.end_of_group(&name, word);
            }
            "define" => {
                let line = self.rest_of_line();
                self.define(&line);
            }
            "undef" => {
                let line = self.rest_of_line();
                self.undefine(&line);
            }
            "include" | "include_next" | "import" => {
                let line = self.rest_of_line();
                self.end_directive();
                self.include(&name, word, &line);
                return;
            }
            "line" => {
                let line = self.rest_of_line();
                let line = self.expand_list(&line[..line.len() - 1]);
                self.line_marker(hash, &line);
            }
            "pragma" => {
                let line = self.rest_of_line();
                let words: Vec<String> = line.iter().map(|token| self.spelling(*token).to_owned()).collect();
                let words: Vec<&str> = words.iter().map(String::as_str).filter(|word| !word.is_empty()).collect();
                self.pragma(hash, &words);
            }
            "error" | "warning" => {
                let severity = if name == "error" { Severity::Error } else { Severity::Warning };
                let line = self.rest_of_line();
                let text = match (line.first(), line.last()) {
                    (Some(first), Some(last)) => {
                        let loc = Loc::new(FileId(u32::from(first.file)), Span::new(first.start, last.start));
                        self.sources.text(loc).trim_end().to_owned()
                    }
                    _ => String::new(),
                };
                self.report_at(severity, hash, format!("#{name} {text}"));
            }
            "ident" | "sccs" => {
                self.rest_of_line();
            }
            _ => match word.kind {
                // The empty directive.
                Kind::EndOfLine | Kind::Eof => {}
                Kind::Number => {
                    let mut line = vec![word];
                    line.extend(self.rest_of_line());
                    line.pop();
                    self.line_marker(hash, &line);
                }
                _ => {
                    let text = format!("unknown directive `#{}`", self.spelling(word));
                    self.report_at(Severity::Error, word, text);
                    self.rest_of_line();
                }
            },
        }
        self.end_directive();
    }

    /// The tokens up to the end of the line, the last of which is the end itself.
    pub(super) fn rest_of_line(&mut self) -> Vec<Token> {
        let mut line = Vec::new();
        loop {
            let token = self.lex_any();
            line.push(token);
            if matches!(token.kind, Kind::EndOfLine | Kind::Eof) {
                if let Some(last) = line.last_mut() {
                    last.kind = Kind::EndOfLine;
                }
                return line;
            }
        }
    }

    fn end_directive(&mut self) {
        if let Some(open) = self.files.last_mut() {
            open.lexer.in_directive = false;
        }
    }

    /// `#line 12 "f.c"`, `# 12 "f.c" 1 3`: what the tokens say.
    fn line_marker(&mut self, hash: Token, line: &[Token]) {
        let number = line.first().filter(|token| token.kind == Kind::Number);
        let Some(number) = number.and_then(|token| self.spelling(*token).parse::<u32>().ok()) else {
            self.report_at(Severity::Error, hash, "expected the number of a line");
            return;
        };
        let name = match line.get(1) {
            None => None,
            Some(token) if token.kind == Kind::Str => {
                let mut units = Vec::new();
                crate::literal::string(self.spelling(*token), crate::tree::Encoding::Utf32, false, &mut units);
                Some(units.into_iter().filter_map(char::from_u32).collect())
            }
            Some(token) => {
                let message = "expected the name of a file in quotes";
                self.report_at(Severity::Error, *token, message);
                return;
            }
        };
        let Some(open) = self.files.last() else { return };
        let file = &mut self.sources.files[usize::from(open.lexer.file)];
        let at = crate::lexer::offset(open.lexer.at);
        let next = file.line_starts.partition_point(|start| *start <= at);
        let offset = file.line_starts.get(next).copied().unwrap_or(at);
        // A header that is included again has its markers already.
        if file.markers.last().is_none_or(|last| last.offset < offset) {
            file.markers.push(LineMarker { offset, line: number, name });
        }
    }

    /// What a pragma does.
    pub(super) fn pragma(&mut self, at: Token, words: &[&str]) {
        let first = words.first().copied().unwrap_or_default();
        if first == "once" {
            self.once[usize::from(at.file)] = true;
        } else if REFUSED.contains(&first) {
            self.report_at(Severity::Error, at, format!("`#pragma {first}` is not supported"));
        } else if !HARMLESS.iter().any(|pragma| words.starts_with(pragma)) && !words.is_empty() {
            let named = words[..words.len().min(2)].join(" ");
            self.report_at(Severity::Warning, at, format!("`#pragma {named}` is ignored"));
        }
    }
}
