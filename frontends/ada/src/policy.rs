//! Kinds of assertions, of which policies speak (RM 11.4.2; GNAT RM, pragmas `Check_Policy` and `Assertion_Policy`).

use std::collections::BTreeSet;

/// What configuration pragmas switch off that stand in files of their own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Policies {
    /// Whether pragmas that nobody reads may switch checks and assertions off.
    pub unread: bool,
    /// Kinds of pragma `Check` that are not checked, in lower case: names that no kind of assertion has.
    pub kinds_off: BTreeSet<String>,
}

/// Whether a policy (in lower case) switches off what it is for.
pub fn switches_off(policy: &str) -> bool {
    matches!(policy, "ignore" | "disable" | "off")
}

/// What a policy may name: marks of aspects, pragmas, groups of them, and the parameters of the older form.
const KINDS: &[&str] = &[
    "assert",
    "assert_and_cut",
    "assertion",
    "assertion_level",
    "assertions",
    "assume",
    "contract_cases",
    "debug",
    "default_initial_condition",
    "dynamic_predicate",
    "exceptional_cases",
    "exit_cases",
    "ghost",
    "ghost_predicate",
    "initial_condition",
    "invariant",
    "loop_invariant",
    "loop_variant",
    "name",
    "policy",
    "post",
    "postcondition",
    "pre",
    "precondition",
    "predicate",
    "predicate_check",
    "program_exit",
    "refined_post",
    "runtime",
    "statement_assertions",
    "static",
    "static_predicate",
    "subprogram_variant",
    "suppressible",
    "type_invariant",
];

/// Whether a kind (in lower case) is one of the user's: nothing but pragmas `Check` that name it are of this kind.
pub fn is_free_kind(kind: &str) -> bool {
    let letters = kind.chars().all(|c| c.is_alphanumeric() || c == '_');
    letters && !kind.is_empty() && !KINDS.contains(&kind) && !kind.ends_with("class")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_assertions_are_not_free() {
        assert!(is_free_kind("proof_only") && is_free_kind("expensive"));
        for kind in ["assert", "ghost", "pre'class", "pre ' class", "type_invariant", "name", ""] {
            assert!(!is_free_kind(kind), "{kind}");
        }
    }
}
