//! [`Problem`]: what every input ends as, whichever language it came from.

use crate::smtlib::{self, Claim, Diagnostic, Names, Script, VariableNames};
use crate::system::{ClauseId, PredId, Reason, System, Verdict};
use crate::term::Store;
use crate::{nts, prolog};
use std::path::Path;
use std::sync::Arc;

/// A system to decide, with the store its terms live in.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The terms of the system.
    pub store: Store,
    /// The system as read.
    pub system: System,
    /// The predicates that a reader has introduced; they have no place in what users see.
    pub auxiliary: Vec<PredId>,
    /// Laws of folds that the system relies on; checked before anything else.
    pub claims: Vec<Claim>,
    /// What the user's script calls the variables of the clauses. `None` where there is no such script: what users see
    /// is then about the script that [`Problem::script`] gives.
    pub variables: Option<VariableNames>,
    /// The user's script, where the independent checker can read it.
    pub text: Option<Arc<str>>,
    /// Clauses that are stronger than what the input says: a refutation that uses one proves nothing, and its answer is
    /// `unknown`.
    pub stronger: Vec<ClauseId>,
    /// Whether the system is weaker than what the input says: a model proves nothing.
    pub weaker: bool,
}

/// The languages that clauses are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// SMT-LIB 2.
    SmtLib,
    /// Prolog-style clauses.
    Prolog,
    /// Numerical transition systems.
    Nts,
}

impl Language {
    /// The language of a file, by its extension: `.horn`, `.nts`, anything else is SMT-LIB.
    pub fn of(path: &Path) -> Language {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("horn") => Language::Prolog,
            Some("nts") => Language::Nts,
            _ => Language::SmtLib,
        }
    }
}

impl Problem {
    /// Reads clauses.
    pub fn read(text: &[u8], language: Language) -> Result<Problem, Diagnostic> {
        match language {
            Language::SmtLib => {
                let mut problem = smtlib::read(text).map(Problem::from)?;
                problem.text = std::str::from_utf8(text).ok().map(Arc::from);
                Ok(problem)
            }
            Language::Prolog => {
                let program = prolog::read(text)?;
                match program.illegal.into_iter().next() {
                    Some(illegal) => Err(illegal),
                    None => Ok(Problem::of_system(program.store, program.system)),
                }
            }
            Language::Nts => {
                let program = nts::read(text)?;
                for warning in &program.warnings {
                    log::warn!("{}:{}: {}", warning.line, warning.column, warning.message);
                }
                Ok(Problem::of_system(program.store, program.system))
            }
        }
    }

    /// A system that no script describes.
    pub fn of_system(store: Store, system: System) -> Problem {
        Problem {
            store,
            system,
            auxiliary: Vec::new(),
            claims: Vec::new(),
            variables: None,
            text: None,
            stronger: Vec::new(),
            weaker: false,
        }
    }

    /// The system as a script.
    pub fn script(&self) -> String {
        smtlib::system_text(&self.store, &self.system)
    }

    /// How models and refutations spell things: as the user's script does, or as [`Problem::script`] does.
    pub fn names(&self) -> Names {
        match &self.variables {
            Some(_) => self.user_names(),
            None => smtlib::script::script_names(&self.store, &self.system),
        }
    }

    /// Everything as the input spells it; what the script has given a meaning is kept free.
    pub fn user_names(&self) -> Names {
        let mut names = Names::user(&self.store, &self.system);
        if let Some(variables) = &self.variables {
            names.reserve(variables.globals());
        }
        names
    }

    /// The predicates that users don't see.
    pub fn hidden(&self) -> &[PredId] {
        if self.variables.is_some() { &self.auxiliary } else { &[] }
    }

    /// The verdict on the input that a verdict on the system stands for.
    pub(super) fn about_input(&self, verdict: Verdict) -> Verdict {
        let why = match &verdict {
            Verdict::Unsat(refutation) if refutation.steps.iter().any(|step| self.stronger.contains(&step.clause)) => {
                "the refutation uses instances of a universally quantified part of a body"
            }
            Verdict::Sat(_) if self.weaker => "the model is one of clauses that say less than the input",
            _ => return verdict,
        };
        Verdict::Unknown(Reason::Incomplete(why.to_string()))
    }
}

impl From<Script> for Problem {
    fn from(script: Script) -> Problem {
        let Script { store, system, auxiliary, claims, variables, instances, weaker, .. } = script;
        Problem { store, system, auxiliary, claims, variables, text: None, stronger: instances, weaker }
    }
}
