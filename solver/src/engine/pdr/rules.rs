//! The clauses as the search uses them: per predicate, with global variables for the SMT process.
//!
//! `false` becomes one more predicate, without arguments, that queries are the rules of. Every clause exists twice:
//! over its own variables `0 … n-1` (*local*, for models and projection; the arguments of an atom under attention are
//! `n …`), and over variables that no other clause has (*global*, for the process, where all clauses are asserted side
//! by side, each under a guard of its own).

use crate::system::{ClauseId, System};
use crate::term::{SortId, Store, Substitution, TermId};

/// A body atom.
#[derive(Clone, Debug)]
pub(super) struct Occurrence {
    pub(super) pred: usize,
    pub(super) args: Vec<TermId>,
    pub(super) global_args: Vec<TermId>,
}

/// A clause.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) clause: ClauseId,
    pub(super) head: usize,
    pub(super) head_args: Vec<TermId>,
    pub(super) global_head_args: Vec<TermId>,
    pub(super) body: Vec<Occurrence>,
    pub(super) constraint: TermId,
    pub(super) global_constraint: TermId,
    pub(super) vars: Vec<SortId>,
    pub(super) global_vars: Vec<TermId>,
    /// A Boolean variable: the clause is the one applied.
    pub(super) guard: TermId,
}

/// A predicate.
#[derive(Clone, Debug)]
pub(super) struct PredInfo {
    /// The rules that derive it.
    pub(super) rules: Vec<usize>,
    /// Where it occurs in bodies: rule and position.
    pub(super) uses: Vec<(usize, usize)>,
    /// Global variables that stand for its arguments in every rule that derives it.
    pub(super) head_vars: Vec<TermId>,
}

/// All rules and predicates.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub(super) rules: Vec<Rule>,
    pub(super) preds: Vec<PredInfo>,
    /// The number of the predicate that stands for `false`.
    pub(super) bottom: usize,
    next_var: u32,
}

impl Rules {
    pub(super) fn new(store: &mut Store, system: &System) -> Rules {
        let bottom = system.preds.len();
        let mut preds: Vec<PredInfo> = Vec::with_capacity(bottom + 1);
        // Variables below this are kept for arguments, so that lemmas never share a variable with a clause.
        let mut next_var = 0;
        let sorts = system.preds.iter().map(|p| p.sorts.clone()).chain(std::iter::once(Vec::new()));
        for sorts in sorts {
            let head_vars = store.vars(next_var, &sorts);
            next_var += sorts.len() as u32;
            preds.push(PredInfo { rules: Vec::new(), uses: Vec::new(), head_vars });
        }
        let mut rules = Vec::with_capacity(system.clauses.len());
        for (clause, c) in system.clauses() {
            let number = rules.len();
            let head = c.head.as_ref().map_or(bottom, |h| h.pred.index());
            let global_vars = store.vars(next_var, &c.vars);
            next_var += c.vars.len() as u32;
            let guard = store.var(next_var, SortId::BOOL);
            next_var += 1;
            let mut rename = Substitution::by_index(&global_vars);
            let head_args: Vec<TermId> = c.head.iter().flat_map(|h| h.args.iter().copied()).collect();
            let global_head_args = head_args.iter().map(|&a| rename.apply(store, a)).collect();
            let mut body = Vec::with_capacity(c.body.len());
            for (position, atom) in c.body.iter().enumerate() {
                let global_args = atom.args.iter().map(|&a| rename.apply(store, a)).collect();
                preds[atom.pred.index()].uses.push((number, position));
                body.push(Occurrence { pred: atom.pred.index(), args: atom.args.to_vec(), global_args });
            }
            preds[head].rules.push(number);
            rules.push(Rule {
                clause,
                head,
                head_args,
                global_head_args,
                body,
                constraint: c.constraint,
                global_constraint: rename.apply(store, c.constraint),
                vars: c.vars.clone(),
                global_vars,
                guard,
            });
        }
        Rules { rules, preds, bottom, next_var }
    }

    /// A Boolean variable that nothing mentions yet.
    pub(super) fn fresh_bool(&mut self, store: &mut Store) -> TermId {
        self.next_var += 1;
        store.var(self.next_var - 1, SortId::BOOL)
    }
}
