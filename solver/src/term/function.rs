//! Recursive functions and claims about them, for invariants that say that a relation is a function: `append x y z` is
//! `z = f x y`, where `f` calls itself on the tail of `x`.
//!
//! A function is declared first and defined then, since it may call itself and others. The store believes nothing: that
//! the definitions describe functions, and that the claims hold, is for `certificate` to find out before it uses them.

use super::{Op, SortId, Store, TermId, postorder};
use hashbrown::HashSet;

/// A recursive function of a [`Store`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionId(u32);

impl FunctionId {
    /// The position in the store's table of functions.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The function at that position.
    pub fn at(index: usize) -> FunctionId {
        FunctionId(index as u32)
    }
}

/// A recursive function.
#[derive(Clone, Debug)]
pub struct Function {
    /// The sorts of its parameters, of which there is at least one.
    pub params: Vec<SortId>,
    /// The sort of its values.
    pub result: SortId,
    /// Its value, over `Var(0)`, `Var(1)`, … for the parameters; `None` until it is defined.
    pub body: Option<TermId>,
}

/// A claim about functions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The sorts of its variables `Var(0)`, `Var(1)`, …
    pub vars: Vec<SortId>,
    /// What is claimed for all values of the variables: a formula without quantifiers.
    pub formula: TermId,
    /// The variable by induction over whose structure it is to be shown; `None` if it needs no induction.
    pub induction: Option<u32>,
}

impl Store {
    /// A function without a definition.
    pub fn declare_function(&mut self, params: Vec<SortId>, result: SortId) -> FunctionId {
        self.functions.push(Function { params, result, body: None });
        FunctionId(self.functions.len() as u32 - 1)
    }

    /// Gives a declared function its value over `Var(0)`, `Var(1)`, ….
    pub fn define_function(&mut self, id: FunctionId, body: TermId) {
        self.functions[id.index()].body = Some(body);
    }

    /// A function.
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.index()]
    }

    /// How many functions there are; they are numbered from 0.
    pub fn function_count(&self) -> usize {
        self.functions.len()
    }

    /// The claims, in the order in which they are to be shown: a later one may rely on earlier ones.
    pub fn claims(&self) -> &[Claim] {
        &self.claims
    }

    /// Adds a claim behind the others, unless it is there.
    pub fn add_claim(&mut self, claim: Claim) {
        if !self.claims.contains(&claim) {
            self.claims.push(claim);
        }
    }

    /// Leaves only the claims at these positions.
    pub fn retain_claims(&mut self, kept: &[bool]) {
        let mut at = 0;
        self.claims.retain(|_| {
            at += 1;
            kept.get(at - 1).copied().unwrap_or(false)
        });
    }

    /// A function applied to arguments of its parameters' sorts.
    pub fn call(&mut self, id: FunctionId, args: &[TermId]) -> TermId {
        let result = self.function(id).result;
        self.intern(Op::Call(id), args, result)
    }

    /// Whether a function is called in one of the terms.
    pub fn has_call(&self, roots: &[TermId]) -> bool {
        !self.functions.is_empty() && postorder(self, roots).iter().any(|&t| matches!(self.op(t), Op::Call(_)))
    }

    /// The functions that the terms call, and those that these call, by number.
    pub fn called(&self, roots: &[TermId]) -> Vec<FunctionId> {
        let mut found: HashSet<FunctionId> = HashSet::new();
        let mut terms = roots.to_vec();
        while !terms.is_empty() {
            let mut next = Vec::new();
            for term in postorder(self, &terms) {
                if let Op::Call(id) = *self.op(term)
                    && found.insert(id)
                {
                    next.extend(self.function(id).body);
                }
            }
            terms = next;
        }
        let mut found: Vec<FunctionId> = found.into_iter().collect();
        found.sort_unstable();
        found
    }

    /// The functions that the terms call, by number, and the claims about them in their order: those that speak of one
    /// of the functions, which may bring others into it.
    pub fn theory(&self, roots: &[TermId]) -> (Vec<FunctionId>, Vec<Claim>) {
        let mut functions = self.called(roots);
        let mut about = vec![false; self.claims.len()];
        loop {
            let before = functions.len();
            for (claim, about) in self.claims.iter().zip(&mut about) {
                let others = if *about { Vec::new() } else { self.called(&[claim.formula]) };
                if others.iter().any(|id| functions.contains(id)) {
                    *about = true;
                    functions.extend(others);
                    functions.sort_unstable();
                    functions.dedup();
                }
            }
            if functions.len() == before {
                break;
            }
        }
        let claims =
            self.claims.iter().zip(about).filter(|(_, about)| *about).map(|(claim, _)| claim.clone()).collect();
        (functions, claims)
    }
}
