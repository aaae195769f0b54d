//! The kinds of checks, with the texts and rule names that GNATprove's users know.

use super::Loc;

/// Index of a [`Check`] in [`super::Program::checks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CheckId(pub u32);

impl CheckId {
    /// The position in the table of checks.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One thing that must hold, and gets one verdict. Several statements may state it (code that the frontend copies);
/// it is proved if all of them are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What is checked.
    pub kind: CheckKind,
    /// The place that messages show: the operator, the index, the call, the conjunct.
    pub loc: Loc,
    /// What could not be proved, as source text of the condition; empty if the kind says it all.
    pub condition: String,
    /// Why the check is there, for instance `result of addition must fit in a 32-bits machine integer`; or empty.
    pub reason: String,
    /// A run of the program makes the check only if this is so, which nobody looks at: `no pragma Suppress removes the
    /// check`. `None`: each run makes it.
    pub only_if: Option<String>,
}

impl Check {
    /// A check without texts of its own.
    pub fn new(kind: CheckKind, loc: Loc) -> Check {
        Check { kind, loc, condition: String::new(), reason: String::new(), only_if: None }
    }

    /// The message where it is not proved: `overflow check might fail, cannot prove X + 1`.
    pub fn message(&self) -> String {
        let what = self.kind.might_fail();
        if self.condition.is_empty() {
            return what.to_string();
        }
        let condition: Vec<&str> = self.condition.split_whitespace().collect();
        format!("{what}, cannot prove {}", condition.join(" "))
    }
}

macro_rules! kinds {
    (@annotation) => { false };
    (@annotation annotation) => { true };
    ($($(#[$doc:meta])* $name:ident $fails:literal $proved:literal $rule:literal $cwe:expr $(, $mark:ident)?;)*) => {
        /// What a check is about.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum CheckKind { $($(#[$doc])* $name,)* }

        impl CheckKind {
            /// All kinds, in the order of the manual's table.
            pub const ALL: &'static [CheckKind] = &[$(CheckKind::$name,)*];

            /// The message when the check is not proved, for instance `overflow check might fail`.
            pub fn might_fail(self) -> &'static str {
                match self { $(CheckKind::$name => $fails,)* }
            }

            /// The message when it is proved, for instance `overflow check proved`.
            pub fn proved(self) -> &'static str {
                match self { $(CheckKind::$name => $proved,)* }
            }

            /// The name in SARIF files and in `--limit-line`, for instance `VC_OVERFLOW_CHECK`.
            pub fn rule(self) -> &'static str {
                match self { $(CheckKind::$name => $rule,)* }
            }

            /// The number in the Common Weakness Enumeration, if it has one.
            pub fn cwe(self) -> Option<u32> {
                match self { $(CheckKind::$name => $cwe,)* }
            }

            /// Whether it is made where an expression is evaluated.
            pub fn is_of_evaluation(self) -> bool {
                use CheckKind::{Discriminant, Division, FloatOverflow, Index, Overflow, Precondition, Range};
                matches!(self, Discriminant | Division | FloatOverflow | Index | Overflow | Precondition | Range)
            }

            /// Whether it states an annotation of the user that a run can break.
            pub fn is_annotation(self) -> bool {
                match self { $(CheckKind::$name => kinds!(@annotation $($mark)?),)* }
            }
        }
    };
}

// Message when it might fail, message when it is proved, rule in SARIF, number in the Common Weakness Enumeration, and
// `annotation` for what the user writes down and a run can break.
kinds! {
    /// `pragma Assert` and its relatives.
    Assertion "assertion might fail" "assertion proved" "VC_ASSERT" None, annotation;
    /// Integer arithmetic against the base type.
    Overflow "overflow check might fail" "overflow check proved" "VC_OVERFLOW_CHECK" Some(190);
    /// Precondition at a call.
    Precondition "precondition might fail" "precondition proved" "VC_PRECONDITION" Some(628);
    /// Value against a subtype.
    Range "range check might fail" "range check proved" "VC_RANGE_CHECK" Some(682);
    /// Postcondition at a return.
    Postcondition "postcondition might fail" "postcondition proved" "VC_POSTCONDITION" Some(682), annotation;
    /// Type invariant.
    TypeInvariant "invariant check might fail" "invariant check proved" "VC_INVARIANT_CHECK" None;
    /// Index against the bounds of an array or slice.
    Index "array index check might fail" "index check proved" "VC_INDEX_CHECK" Some(129);
    /// Floating point result finite.
    FloatOverflow "float overflow check might fail" "float overflow check proved" "VC_FP_OVERFLOW_CHECK" Some(682);
    /// Subtype predicate.
    Predicate "predicate check might fail" "predicate check proved" "VC_PREDICATE_CHECK" Some(682);
    /// Loop invariant at the end of an iteration.
    LoopInvariantPreserved "loop invariant might not be preserved by an arbitrary iteration"
        "loop invariant preservation proved" "VC_LOOP_INVARIANT_PRESERV" None, annotation;
    /// Loop invariant when the loop is entered.
    LoopInvariantInit "loop invariant might fail in first iteration" "loop invariant initialization proved"
        "VC_LOOP_INVARIANT_INIT" None, annotation;
    /// Reading a variable that was not written.
    Initialization "initialization check might fail" "initialization check proved" "VC_INITIALIZATION_CHECK" Some(457);
    /// An exception nobody handles.
    Raise "unexpected exception might be raised" "raise statement proved unreachable" "VC_RAISE" None;
    /// Discriminant, also the choice of a variant.
    Discriminant "discriminant check might fail" "discriminant check proved" "VC_DISCRIMINANT_CHECK" Some(843);
    /// Tags of values of a class, of conversions and assignments.
    Tag "tag check might fail" "tag check proved" "VC_TAG_CHECK" None;
    /// Division, `mod`, `rem` by zero.
    Division "divide by zero might fail" "division check proved" "VC_DIVISION_CHECK" Some(369);
    /// Lengths of arrays.
    Length "length check might fail" "length check proved" "VC_LENGTH_CHECK" None;
    /// Variant of a recursive subprogram.
    SubprogramVariant "subprogram variant might fail" "subprogram variant proved" "VC_SUBPROGRAM_VARIANT" None;
    /// Variant of a loop.
    LoopVariant "loop variant might fail" "loop variant proved" "VC_LOOP_VARIANT" Some(835);
    /// A loop, or a recursion, of a subprogram that always terminates.
    Termination "aspect Always_Terminates could be incorrect" "termination proved" "VC_TERMINATION_CHECK" Some(835);
    /// One contract case.
    ContractCase "contract case might fail" "contract case proved" "VC_CONTRACT_CASE" Some(682), annotation;
    /// What holds where a subprogram ends with an exception.
    ExceptionalCase "exceptional case might fail" "exceptional case proved" "VC_EXCEPTIONAL_CASE" None, annotation;
    /// How a subprogram ends.
    ExitCase "exit case might fail" "exit case proved" "VC_EXIT_CASE" None, annotation;
    /// Some contract case applies.
    CompleteCases "contract cases might not be complete" "complete contract cases proved" "VC_COMPLETE_CASES" None;
    /// At most one contract case applies.
    DisjointCases "contract or exit cases might not be disjoint" "disjoint contract or exit cases proved"
        "VC_DISJOINT_CASES" None;
    /// `Default_Initial_Condition`.
    DefaultInitialCondition "default initial condition might fail" "default initial condition proved"
        "VC_DEFAULT_INITIAL_CONDITION" None;
    /// `Initial_Condition` of a package.
    InitialCondition "initial condition might fail" "initial condition proved" "VC_INITIAL_CONDITION" None;
    /// Refined postcondition.
    RefinedPost "refined postcondition might fail" "refined post proved" "VC_REFINED_POST" None;
    /// Precondition of the main subprogram.
    PreconditionMain "precondition of main program might fail" "precondition of main program proved"
        "VC_PRECONDITION_MAIN" None;
    /// Two names for one object: parameters passed by reference, and variables that the callee names.
    Aliasing "formal parameters might be aliased" "absence of aliasing proved" "VC_ALIASING" None;
    /// Bits that are read as a value of another type.
    Bits "bits might be no value of the type" "bits proved to be a value of the type" "VC_UC_TARGET" None;
    /// Amount of a shift against the width of its operand.
    Shift "shift amount check might fail" "shift amount check proved" "VC_SHIFT_CHECK" Some(1335);
    /// Number of elements of an array whose size is computed.
    ArraySize "array size check might fail" "array size check proved" "VC_ARRAY_SIZE_CHECK" Some(1284);
    /// Object that a pointer points to.
    Dereference "pointer dereference check might fail" "pointer dereference check proved" "VC_DEREFERENCE_CHECK"
        Some(119);
    /// A pointer that is used without an access: compared, moved or passed on where the language leaves that undefined.
    Pointer "pointer use check might fail" "pointer use check proved" "VC_POINTER_CHECK" Some(823);
    /// Memory that is given back.
    Free "free check might fail" "free check proved" "VC_FREE_CHECK" Some(415);
    /// Memory that nothing points to any more, or that nobody gives back.
    Leak "memory leak check might fail" "memory leak check proved" "VC_MEMORY_LEAK_CHECK" Some(401);
    /// Null where a subtype excludes it.
    NullExclusion "null exclusion check might fail" "null exclusion check proved" "VC_NULL_EXCLUSION" Some(476);
    /// A place behind which the program is not modelled is not reached.
    Unsupported "a construct that is not modelled might be reached" "construct that is not modelled proved unreachable"
        "VC_UNSUPPORTED" None;
    /// A loop runs longer than the bound of a bounded check.
    Unwinding "unwinding assertion might fail" "unwinding assertion proved" "VC_UNWINDING" None;
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn rules_are_distinct_and_texts_say_something() {
        let rules: BTreeSet<_> = CheckKind::ALL.iter().map(|kind| kind.rule()).collect();
        assert_eq!(rules.len(), CheckKind::ALL.len());
        assert_eq!(CheckKind::Index.might_fail(), "array index check might fail");
        assert_eq!(CheckKind::Index.proved(), "index check proved");
        assert_eq!(CheckKind::Overflow.cwe(), Some(190));
        assert!(CheckKind::ContractCase.is_annotation() && !CheckKind::Overflow.is_annotation());
    }
}
