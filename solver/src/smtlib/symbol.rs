//! Interned symbols: every name of the input becomes a small integer the moment it is read.
//!
//! The words the reader itself knows (commands, theory functions, binders) are interned first, in the
//! order of [`Word`], so that testing for one is an integer comparison and a `match` on [`Word`]
//! replaces string comparisons throughout.

use hashbrown::HashMap;

/// A name of the input. Two tokens have the same symbol exactly if they spell the same name
/// (`|x|` and `x` do).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(pub u32);

/// The table between names and [`Symbol`]s. Names borrow from the source text.
pub struct Symbols<'a> {
    names: Vec<&'a str>,
    table: HashMap<&'a str, u32>,
}

impl Default for Symbols<'_> {
    fn default() -> Self {
        Symbols::new()
    }
}

impl<'a> Symbols<'a> {
    /// A table that holds the known words only.
    pub fn new() -> Symbols<'a> {
        let mut symbols = Symbols { names: Vec::with_capacity(1024), table: HashMap::with_capacity(1024) };
        for (_, name) in WORDS {
            symbols.intern(name);
        }
        symbols
    }

    /// The symbol of a name, made if it is new.
    pub fn intern(&mut self, name: &'a str) -> Symbol {
        let next = self.names.len() as u32;
        let index = *self.table.entry(name).or_insert(next);
        if index == next {
            self.names.push(name);
        }
        Symbol(index)
    }

    /// The name of a symbol.
    pub fn name(&self, symbol: Symbol) -> &'a str {
        self.names[symbol.0 as usize]
    }

    /// The number of symbols so far; every [`Symbol`] is below it.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Never true: the known words are always there.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

impl Symbol {
    /// The known word this symbol spells, if it does.
    pub fn word(self) -> Option<Word> {
        WORDS.get(self.0 as usize).map(|&(word, _)| word)
    }
}

/// The names of the words that satisfy a condition.
pub fn words(which: fn(Word) -> bool) -> impl Iterator<Item = &'static str> {
    WORDS.iter().filter(move |(word, _)| which(*word)).map(|&(_, name)| name)
}

/// Declares [`Word`] and the table [`WORDS`] in one place, so that they can't disagree.
macro_rules! words {
    ($($variant:ident = $name:literal,)*) => {
        /// A name with a meaning of its own to the reader.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)] // each variant is the name beside it
        pub enum Word { $($variant,)* }

        impl Word {
            /// The spelling.
            pub fn name(self) -> &'static str {
                match self { $(Word::$variant => $name,)* }
            }
        }

        /// Every [`Word`] with its spelling; the index is the word's [`Symbol`].
        const WORDS: &[(Word, &str)] = &[$((Word::$variant, $name),)*];
    };
}

words! {
    // Binders and other reserved words.
    Let = "let", Forall = "forall", Exists = "exists", Lambda = "lambda", Match = "match",
    Bang = "!", Underscore = "_", As = "as", Par = "par", Is = "is",
    // Commands.
    SetLogic = "set-logic", SetInfo = "set-info", SetOption = "set-option",
    GetInfo = "get-info", GetOption = "get-option", GetModel = "get-model",
    GetProof = "get-proof", GetValue = "get-value", GetAssertions = "get-assertions",
    GetAssignment = "get-assignment", GetUnsatCore = "get-unsat-core",
    GetUnsatAssumptions = "get-unsat-assumptions", GetInterpolants = "get-interpolants",
    Simplify = "simplify",
    DeclareFun = "declare-fun", DeclareConst = "declare-const", DeclareVar = "declare-var",
    DeclareRel = "declare-rel", DeclareSort = "declare-sort", DefineSort = "define-sort",
    DeclareDatatype = "declare-datatype", DeclareDatatypes = "declare-datatypes",
    DefineFun = "define-fun", DefineConst = "define-const", DefineFunRec = "define-fun-rec",
    DefineFunsRec = "define-funs-rec", Assert = "assert", Rule = "rule", Query = "query",
    CheckSat = "check-sat", CheckSatAssuming = "check-sat-assuming", Exit = "exit", Echo = "echo",
    Push = "push", Pop = "pop", Reset = "reset", ResetAssertions = "reset-assertions",
    // Sorts.
    Bool = "Bool", Int = "Int", Real = "Real", Array = "Array", BitVec = "BitVec",
    // Core.
    True = "true", False = "false", Not = "not", And = "and", Or = "or", Xor = "xor",
    Implies = "=>", Equal = "=", Distinct = "distinct", Ite = "ite", Iff = "iff", If = "if",
    ImpliesWord = "implies",
    // Terms that only Eldarica has.
    TermSize = "_size", UpdateField = "update-field", Tilde = "~",
    // Arithmetic.
    Plus = "+", Minus = "-", Times = "*", Slash = "/", Div = "div", Mod = "mod", Rem = "rem",
    Abs = "abs", Le = "<=", Lt = "<", Ge = ">=", Gt = ">", ToReal = "to_real", ToInt = "to_int",
    IsInt = "is_int", Divisible = "divisible",
    // Arrays.
    Select = "select", Store = "store", Const = "const",
    // Aggregates.
    AggSum = "agg.sum", AggProduct = "agg.product", AggMin = "agg.min", AggMax = "agg.max",
    AggCount = "agg.count", AggFirst = "agg.first", AggSorted = "agg.sorted", AggFold = "agg.fold",
    DefineAggregate = "define-aggregate",
    // Bit-vectors.
    Concat = "concat", Extract = "extract", Repeat = "repeat", ZeroExtend = "zero_extend",
    SignExtend = "sign_extend", RotateLeft = "rotate_left", RotateRight = "rotate_right",
    BvNot = "bvnot", BvNeg = "bvneg", BvAnd = "bvand", BvOr = "bvor", BvXor = "bvxor",
    BvNand = "bvnand", BvNor = "bvnor", BvXnor = "bvxnor", BvAdd = "bvadd", BvSub = "bvsub",
    BvMul = "bvmul", BvUdiv = "bvudiv", BvUrem = "bvurem", BvSdiv = "bvsdiv", BvSrem = "bvsrem",
    BvSmod = "bvsmod", BvShl = "bvshl", BvLshr = "bvlshr", BvAshr = "bvashr", BvComp = "bvcomp",
    BvUlt = "bvult", BvUle = "bvule", BvUgt = "bvugt", BvUge = "bvuge", BvSlt = "bvslt",
    BvSle = "bvsle", BvSgt = "bvsgt", BvSge = "bvsge", BvRedand = "bvredand",
    BvRedor = "bvredor", Bv2Nat = "bv2nat", Bv2Int = "bv2int", UbvToInt = "ubv_to_int",
    SbvToInt = "sbv_to_int", Int2Bv = "int2bv", IntToBv = "int_to_bv", Nat2Bv = "nat2bv",
    ExtRotateLeft = "ext_rotate_left", ExtRotateRight = "ext_rotate_right",
    BvNego = "bvnego", BvUaddo = "bvuaddo", BvSaddo = "bvsaddo", BvUsubo = "bvusubo",
    BvSsubo = "bvssubo", BvUmulo = "bvumulo", BvSmulo = "bvsmulo", BvSdivo = "bvsdivo",
    // Attributes.
    Named = ":named", Pattern = ":pattern",
    Operation = ":operation", Unit = ":unit", Inverse = ":inverse", Cell = ":cell",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_their_own_symbols() {
        let mut symbols = Symbols::new();
        for (index, &(word, name)) in WORDS.iter().enumerate() {
            let symbol = symbols.intern(name);
            assert_eq!(symbol, Symbol(index as u32), "`{name}` is listed twice");
            assert_eq!(symbol.word(), Some(word));
            assert_eq!(symbols.name(symbol), name);
        }
    }

    #[test]
    fn names_are_interned_once_and_are_no_words() {
        let text = String::from("foo bar foo");
        let mut symbols = Symbols::new();
        let ids: Vec<Symbol> = text.split(' ').map(|name| symbols.intern(name)).collect();
        assert_eq!(ids[0], ids[2]);
        assert_ne!(ids[0], ids[1]);
        assert_eq!(symbols.name(ids[1]), "bar");
        assert_eq!(ids[0].word(), None);
        assert_eq!(symbols.len(), WORDS.len() + 2);
        assert!(!symbols.is_empty());
    }
}
