//! Tokens: their kinds, the reserved words, and how both are spelled in messages.

use crate::tree::{MacroUseId, Place, Symbol, Symbols};
use horn_frontend::Span;
use horn_frontend::ir::{FileId, Loc};
use std::num::NonZeroU32;

/// A token, of the preprocessor or of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Flags, see the constants of this type.
    pub flags: u8,
    /// The file, an index.
    pub file: u16,
    /// The name of identifiers; with [`Token::TEXT`] the spelling of other tokens.
    pub symbol: Symbol,
    /// Offset of the first byte in the file.
    pub start: u32,
    /// Offset behind the last byte.
    pub end: u32,
    /// The use of the macro in whose body it stands; 0 for none.
    pub macro_use: u32,
}

impl Token {
    /// White space or a comment stands before it.
    pub const SPACE: u8 = 1;
    /// It is the first of its line.
    pub const FIRST: u8 = 2;
    /// A name that is not replaced any more, because it came from the expansion of its own macro.
    pub const PAINTED: u8 = 4;
    /// The spelling is in `symbol`, not in the file: the token was pasted, made by `#`, or has a line break in it.
    pub const TEXT: u8 = 8;

    /// Whether a flag is set.
    pub fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// Where it stands.
    pub fn place(&self) -> Place {
        let loc = Loc::new(FileId(u32::from(self.file)), Span { start: self.start, end: self.end });
        Place { loc, macro_use: NonZeroU32::new(self.macro_use).map(MacroUseId) }
    }
}

macro_rules! kinds {
    (punctuators { $($punctuator:ident $text:literal,)* } words { $($word:ident $name:literal $(| $other:literal)*,)* }) => {
        /// What a token is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum Kind {
            /// The end of the file.
            Eof,
            /// The end of a directive's line.
            EndOfLine,
            /// A comment that starts with `@`.
            Annotation,
            /// An identifier that is no reserved word.
            Name,
            /// A number as the preprocessor sees it.
            Number,
            /// A character literal.
            Char,
            /// A string literal.
            Str,
            /// A character that belongs to no token.
            Stray,
            $($punctuator,)*
            $($word,)*
        }

        impl Kind {
            /// The spelling of punctuators and reserved words.
            pub fn spelling(self) -> Option<&'static str> {
                match self {
                    $(Kind::$punctuator => Some($text),)*
                    $(Kind::$word => Some($name),)*
                    _ => None,
                }
            }
        }

        /// The reserved words with all their spellings.
        const WORDS: &[(Kind, &str)] = &[$((Kind::$word, $name), $((Kind::$word, $other),)*)*];
    };
}

kinds! {
    punctuators {
        LeftParen "(", RightParen ")", LeftBracket "[", RightBracket "]", LeftBrace "{", RightBrace "}",
        Dot ".", Ellipsis "...", Arrow "->", Comma ",", Semicolon ";", Colon ":", Question "?",
        Plus "+", PlusPlus "++", PlusAssign "+=", Minus "-", MinusMinus "--", MinusAssign "-=",
        Star "*", StarAssign "*=", Slash "/", SlashAssign "/=", Percent "%", PercentAssign "%=",
        Amp "&", AmpAmp "&&", AmpAssign "&=", Bar "|", BarBar "||", BarAssign "|=", Caret "^", CaretAssign "^=",
        Tilde "~", Bang "!", NotEqual "!=", Assign "=", Equal "==",
        Less "<", LessEqual "<=", Shl "<<", ShlAssign "<<=", Greater ">", GreaterEqual ">=", Shr ">>", ShrAssign ">>=",
        Hash "#", HashHash "##",
    }
    words {
        Auto "auto", Break "break", Case "case", Char_ "char", Const "const" | "__const" | "__const__",
        Continue "continue", Default "default", Do "do", Double "double", Else "else", Enum "enum", Extern "extern",
        Float "float", For "for", Goto "goto", If "if", Inline "inline" | "__inline" | "__inline__", Int "int",
        Long "long", Register "register", Restrict "restrict" | "__restrict" | "__restrict__", Return "return",
        Short "short", Signed "signed" | "__signed" | "__signed__", Sizeof "sizeof", Static "static",
        Struct "struct", Switch "switch", Typedef "typedef", Union "union", Unsigned "unsigned", Void "void",
        Volatile "volatile" | "__volatile" | "__volatile__", While "while",
        Alignas "_Alignas", Alignof "_Alignof" | "__alignof__" | "__alignof", Atomic "_Atomic", Bool "_Bool",
        Complex "_Complex" | "__complex__" | "__complex", Generic "_Generic", Imaginary "_Imaginary",
        Noreturn "_Noreturn", StaticAssert "_Static_assert", ThreadLocal "_Thread_local" | "__thread",
        Asm "asm" | "__asm__" | "__asm", Attribute "__attribute__" | "__attribute", AutoType "__auto_type",
        Extension "__extension__", Int128 "__int128", Label "__label__", Real "__real__" | "__real",
        Imag "__imag__" | "__imag", Typeof "typeof" | "__typeof__" | "__typeof", VaListType "__builtin_va_list",
        FunctionName "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__",
        Offsetof "__builtin_offsetof", VaArg "__builtin_va_arg", TypesCompatible "__builtin_types_compatible_p",
        ChooseExpr "__builtin_choose_expr", Assert "__hornsolve_assert",
        OddType "_Float128" | "__float128" | "__float80" | "_Float16" | "_Float32" | "_Float64" | "_Float32x" |
            "_Float64x" | "__fp16" | "__bf16" | "_Decimal32" | "_Decimal64" | "_Decimal128" | "_Accum" | "_Fract" | "_Sat",
    }
}

impl Kind {
    /// How messages name it.
    pub fn describe(self) -> String {
        match self {
            Kind::Eof => "the end of the file".into(),
            Kind::EndOfLine => "the end of the line".into(),
            Kind::Annotation => "an annotation".into(),
            Kind::Name => "an identifier".into(),
            Kind::Number => "a number".into(),
            Kind::Char => "a character literal".into(),
            Kind::Str => "a string literal".into(),
            Kind::Stray => "a stray character".into(),
            _ => format!("`{}`", self.spelling().unwrap_or_default()),
        }
    }

    /// Whether it is a reserved word.
    pub fn is_word(self) -> bool {
        self >= Kind::Auto
    }
}

/// The reserved words as symbols: they have the first indices of a table.
#[derive(Clone, Debug)]
pub struct Words {
    kinds: Vec<Kind>,
}

impl Words {
    /// Enters the reserved words into a table that is empty.
    pub fn new(symbols: &mut Symbols) -> Words {
        for (_, name) in WORDS {
            symbols.intern(name);
        }
        Words { kinds: WORDS.iter().map(|(kind, _)| *kind).collect() }
    }

    /// The kind of an identifier: a reserved word or a name.
    pub fn kind(&self, symbol: Symbol) -> Kind {
        self.kinds.get(symbol.0 as usize).copied().unwrap_or(Kind::Name)
    }
}
