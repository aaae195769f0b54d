//! Terms as graphs, spelled as in the text: nothing is simplified, evaluated or reordered here.
//!
//! Equal terms are one node, so that what a `let` shares stays shared however often it is used. Function symbols,
//! constants and literals are names, and mean whatever they mean to the SMT solver. Only binding is understood: no
//! quantifier stands inside another one that binds a variable of the same number ([`Terms::with_args_apart`] sees to
//! it), so that substitution captures nothing as long as what is put in has no variables of the quantifiers around the
//! place. That is so everywhere here: definitions are closed, instances are built from constants.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// A name, as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(u32);

/// A sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sort(u32);

/// A term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(u32);

/// A variable that a quantifier binds, or a parameter of a definition.
pub type Var = u32;

/// The root of a term.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// A function symbol (also `(_ extract 7 0)`, `(as nil (List Int))`), constant or literal applied to the arguments.
    Apply(Name),
    /// A variable.
    Var(Var),
    /// Universal quantification of the argument.
    Forall(Box<[Var]>),
    /// Existential quantification of the argument.
    Exists(Box<[Var]>),
}

struct Node {
    op: Op,
    args: Box<[Term]>,
    /// Whether a variable occurs in it, bound or free.
    has_var: bool,
    /// Whether a quantifier occurs in it.
    quantified: bool,
}

/// What is known of a variable.
#[derive(Clone, Copy, Debug)]
pub struct VarInfo {
    /// Its name in the text.
    pub name: Name,
    /// Its sort.
    pub sort: Sort,
}

/// Names, sorts, variables and terms of one run.
#[derive(Default)]
pub struct Terms {
    names: Vec<String>,
    name_ids: HashMap<String, Name>,
    sorts: Vec<(Name, Box<[Sort]>)>,
    sort_ids: HashMap<(Name, Box<[Sort]>), Sort>,
    vars: Vec<VarInfo>,
    nodes: Vec<Node>,
    /// The nodes by their hashes; one whose hash is taken has the next free number.
    ids: HashMap<u64, Term>,
}

impl Terms {
    /// The name with that text.
    pub fn name(&mut self, text: &str) -> Name {
        if let Some(&name) = self.name_ids.get(text) {
            return name;
        }
        let name = Name(self.names.len() as u32);
        self.names.push(text.to_string());
        self.name_ids.insert(text.to_string(), name);
        name
    }

    /// The text of a name.
    pub fn text(&self, name: Name) -> &str {
        &self.names[name.0 as usize]
    }

    /// The sort with that head and those arguments.
    pub fn sort(&mut self, head: Name, args: &[Sort]) -> Sort {
        let key = (head, Box::from(args));
        if let Some(&sort) = self.sort_ids.get(&key) {
            return sort;
        }
        let sort = Sort(self.sorts.len() as u32);
        self.sorts.push(key.clone());
        self.sort_ids.insert(key, sort);
        sort
    }

    /// A sort without arguments.
    pub fn plain_sort(&mut self, head: &str) -> Sort {
        let head = self.name(head);
        self.sort(head, &[])
    }

    /// The head and the arguments of a sort.
    pub fn sort_parts(&self, sort: Sort) -> (&str, &[Sort]) {
        let (head, args) = &self.sorts[sort.0 as usize];
        (self.text(*head), args)
    }

    /// The name at the head of a sort.
    pub fn sort_head(&self, sort: Sort) -> Name {
        self.sorts[sort.0 as usize].0
    }

    /// A sort as text.
    pub fn sort_text(&self, sort: Sort) -> String {
        let mut text = String::new();
        let mut work: Vec<Result<Sort, char>> = vec![Ok(sort)];
        while let Some(next) = work.pop() {
            match next {
                Err(piece) => text.push(piece),
                Ok(sort) => {
                    let (head, args) = self.sort_parts(sort);
                    if args.is_empty() {
                        text.push_str(head);
                        continue;
                    }
                    text.push('(');
                    text.push_str(head);
                    work.push(Err(')'));
                    for &arg in args.iter().rev() {
                        work.extend([Ok(arg), Err(' ')]);
                    }
                }
            }
        }
        text
    }

    /// The sort with sorts in the place of others.
    pub fn sort_image(&mut self, sort: Sort, images: &HashMap<Sort, Sort>) -> Sort {
        let mut memo = images.clone();
        let mut stack = vec![(sort, false)];
        while let Some((at, done)) = stack.pop() {
            if memo.contains_key(&at) {
                continue;
            }
            let (head, args) = self.sorts[at.0 as usize].clone();
            if !done {
                stack.push((at, true));
                stack.extend(args.iter().map(|&arg| (arg, false)));
                continue;
            }
            let args: Vec<Sort> = args.iter().map(|arg| memo[arg]).collect();
            let image = self.sort(head, &args);
            memo.insert(at, image);
        }
        memo[&sort]
    }

    /// Finds what stands in `sort` where `pattern` has one of the places; false if they do not fit, or if a place has
    /// an image already that is another one.
    pub fn match_sort(&self, pattern: Sort, sort: Sort, places: &[Sort], images: &mut HashMap<Sort, Sort>) -> bool {
        let mut stack = vec![(pattern, sort)];
        while let Some((pattern, sort)) = stack.pop() {
            if places.contains(&pattern) {
                if *images.entry(pattern).or_insert(sort) != sort {
                    return false;
                }
                continue;
            }
            let ((head, args), (other, others)) = (self.sort_parts(pattern), self.sort_parts(sort));
            if head != other || args.len() != others.len() {
                return false;
            }
            stack.extend(args.iter().copied().zip(others.iter().copied()));
        }
        true
    }

    /// All sorts met so far.
    pub fn sorts(&self) -> impl Iterator<Item = Sort> + use<> {
        (0..self.sorts.len() as u32).map(Sort)
    }

    /// A variable of its own.
    pub fn fresh_var(&mut self, name: Name, sort: Sort) -> Var {
        self.vars.push(VarInfo { name, sort });
        self.vars.len() as Var - 1
    }

    /// What is known of a variable.
    pub fn var_info(&self, var: Var) -> VarInfo {
        self.vars[var as usize]
    }

    /// The term with that root and those arguments.
    pub fn make(&mut self, op: Op, args: &[Term]) -> Term {
        let mut hasher = DefaultHasher::new();
        (&op, args).hash(&mut hasher);
        let mut key = hasher.finish();
        while let Some(&term) = self.ids.get(&key) {
            let node = &self.nodes[term.0 as usize];
            if node.op == op && *node.args == *args {
                return term;
            }
            key = key.wrapping_add(1);
        }
        let term = Term(self.nodes.len() as u32);
        let quantifier = matches!(op, Op::Forall(_) | Op::Exists(_));
        let has_var = matches!(op, Op::Var(_)) || args.iter().any(|&arg| self.has_var(arg));
        let quantified = quantifier || args.iter().any(|&arg| self.is_quantified(arg));
        self.nodes.push(Node { op, args: args.into(), has_var, quantified });
        self.ids.insert(key, term);
        term
    }

    /// An application, or a constant.
    pub fn apply(&mut self, head: &str, args: &[Term]) -> Term {
        let head = self.name(head);
        self.make(Op::Apply(head), args)
    }

    /// A variable as a term.
    pub fn var(&mut self, var: Var) -> Term {
        self.make(Op::Var(var), &[])
    }

    /// The negation, without a second `not` around one.
    pub fn not(&mut self, term: Term) -> Term {
        if self.head(term) == Some("not") && self.args(term).len() == 1 {
            return self.args(term)[0];
        }
        self.apply("not", &[term])
    }

    /// The conjunction; `true` of none.
    pub fn and(&mut self, parts: &[Term]) -> Term {
        match parts {
            [] => self.apply("true", &[]),
            [one] => *one,
            _ => self.apply("and", parts),
        }
    }

    /// The disjunction; `false` of none.
    pub fn or(&mut self, parts: &[Term]) -> Term {
        match parts {
            [] => self.apply("false", &[]),
            [one] => *one,
            _ => self.apply("or", parts),
        }
    }

    /// All terms made so far.
    pub fn all(&self) -> impl Iterator<Item = Term> + use<> {
        (0..self.nodes.len() as u32).map(Term)
    }

    /// The root.
    pub fn op(&self, term: Term) -> &Op {
        &self.nodes[term.0 as usize].op
    }

    /// The arguments.
    pub fn args(&self, term: Term) -> &[Term] {
        &self.nodes[term.0 as usize].args
    }

    /// The text of the function symbol, constant or literal at the root.
    pub fn head(&self, term: Term) -> Option<&str> {
        match self.op(term) {
            Op::Apply(name) => Some(self.text(*name)),
            _ => None,
        }
    }

    /// The name at the root.
    pub fn head_name(&self, term: Term) -> Option<Name> {
        match self.op(term) {
            Op::Apply(name) => Some(*name),
            _ => None,
        }
    }

    /// Whether a variable occurs in the term.
    pub fn has_var(&self, term: Term) -> bool {
        self.nodes[term.0 as usize].has_var
    }

    /// Whether a quantifier occurs in the term.
    pub fn is_quantified(&self, term: Term) -> bool {
        self.nodes[term.0 as usize].quantified
    }

    /// All terms inside the roots, parts first, each once.
    pub fn postorder(&self, roots: &[Term]) -> Vec<Term> {
        let mut seen: HashMap<Term, ()> = HashMap::new();
        let mut order = Vec::new();
        let mut stack: Vec<(Term, bool)> = roots.iter().rev().map(|&root| (root, false)).collect();
        while let Some((term, done)) = stack.pop() {
            if done {
                order.push(term);
                continue;
            }
            if seen.insert(term, ()).is_some() {
                continue;
            }
            stack.push((term, true));
            stack.extend(self.args(term).iter().rev().map(|&arg| (arg, false)));
        }
        order
    }

    /// The term with every node passed through `image`, which gets the node's root and the images of its arguments.
    /// `same` says of which terms the image is the term itself.
    pub fn rebuild(
        &mut self,
        root: Term,
        memo: &mut HashMap<Term, Term>,
        same: &dyn Fn(&Terms, Term) -> bool,
        image: &mut dyn FnMut(&mut Terms, Term, &[Term]) -> Term,
    ) -> Term {
        let mut stack = vec![(root, false)];
        while let Some((term, done)) = stack.pop() {
            if memo.contains_key(&term) {
                continue;
            }
            if same(self, term) {
                memo.insert(term, term);
                continue;
            }
            if done {
                let args: Vec<Term> = self.args(term).iter().map(|arg| memo[arg]).collect();
                let result = image(self, term, &args);
                memo.insert(term, result);
                continue;
            }
            stack.push((term, true));
            stack.extend(self.args(term).iter().map(|&arg| (arg, false)));
        }
        memo[&root]
    }

    /// The term with the root of `term` and other arguments.
    pub fn with_args(&mut self, term: Term, args: &[Term]) -> Term {
        if self.args(term) == args {
            return term;
        }
        let op = self.op(term).clone();
        self.make(op, args)
    }

    /// The same where an argument may have brought along a quantifier that binds what this one binds: the variables of
    /// this one then get new numbers.
    pub fn with_args_apart(&mut self, term: Term, args: &[Term]) -> Term {
        let mut op = self.op(term).clone();
        let mut args = Box::<[Term]>::from(args);
        if let Op::Forall(vars) | Op::Exists(vars) = &mut op
            && *self.args(term) != *args
            && self.is_quantified(args[0])
        {
            let inside = self.bound_in(args[0]);
            for var in vars.iter_mut().filter(|var| inside.contains(var)) {
                let VarInfo { name, sort } = self.var_info(*var);
                let new = self.fresh_var(name, sort);
                args[0] = self.renamed(args[0], *var, new);
                *var = new;
            }
        }
        self.make(op, &args)
    }

    /// The variables that quantifiers inside the term bind.
    fn bound_in(&self, term: Term) -> HashSet<Var> {
        let mut found = HashSet::new();
        let mut seen: HashSet<Term> = HashSet::new();
        let mut stack = vec![term];
        while let Some(term) = stack.pop() {
            if !self.is_quantified(term) || !seen.insert(term) {
                continue;
            }
            if let Op::Forall(vars) | Op::Exists(vars) = self.op(term) {
                found.extend(vars.iter().copied());
            }
            stack.extend(self.args(term));
        }
        found
    }

    /// The term with a variable in the place of another wherever this is free.
    fn renamed(&mut self, term: Term, from: Var, to: Var) -> Term {
        let to = self.var(to);
        let binds = |terms: &Terms, term: Term| match terms.op(term) {
            Op::Forall(vars) | Op::Exists(vars) => vars.contains(&from),
            _ => false,
        };
        let same = |terms: &Terms, term: Term| !terms.has_var(term) || binds(terms, term);
        self.rebuild(term, &mut HashMap::new(), &same, &mut |terms, term, args| match terms.op(term) {
            Op::Var(var) if *var == from => to,
            _ => terms.with_args(term, args),
        })
    }

    /// The term with terms in the place of variables.
    pub fn substitute(&mut self, term: Term, images: &HashMap<Var, Term>) -> Term {
        let mut memo = HashMap::new();
        let quantified = images.values().any(|&image| self.is_quantified(image));
        self.rebuild(
            term,
            &mut memo,
            &|terms, term| !terms.has_var(term),
            &mut |terms, term, args| match terms.op(term) {
                Op::Var(var) => images.get(var).copied().unwrap_or(term),
                _ if quantified => terms.with_args_apart(term, args),
                _ => terms.with_args(term, args),
            },
        )
    }

    /// The variables that no quantifier inside the term binds, by number.
    pub fn free_vars(&self, term: Term) -> Vec<Var> {
        // A variable is bound by one quantifier only, wherever this stands: occurrences outside of it are free.
        enum Step {
            Enter(Term),
            Leave(Vec<Var>),
        }
        let mut bound: HashMap<Var, u32> = HashMap::new();
        let mut found: Vec<Var> = Vec::new();
        let mut seen: HashMap<(Term, Vec<Var>), ()> = HashMap::new();
        let mut scope: Vec<Var> = Vec::new();
        let mut stack = vec![Step::Enter(term)];
        while let Some(step) = stack.pop() {
            match step {
                Step::Leave(vars) => {
                    for var in vars {
                        scope.pop();
                        if let Some(count) = bound.get_mut(&var) {
                            *count -= 1;
                        }
                    }
                }
                Step::Enter(term) => {
                    if !self.has_var(term) || seen.insert((term, scope.clone()), ()).is_some() {
                        continue;
                    }
                    match self.op(term) {
                        Op::Var(var) => {
                            if bound.get(var).is_none_or(|&count| count == 0) && !found.contains(var) {
                                found.push(*var);
                            }
                        }
                        Op::Forall(vars) | Op::Exists(vars) => {
                            for &var in vars {
                                scope.push(var);
                                *bound.entry(var).or_insert(0) += 1;
                            }
                            stack.push(Step::Leave(vars.to_vec()));
                            stack.push(Step::Enter(self.args(term)[0]));
                        }
                        Op::Apply(_) => stack.extend(self.args(term).iter().map(|&arg| Step::Enter(arg))),
                    }
                }
            }
        }
        found.sort_unstable();
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_terms_are_one() {
        let mut t = Terms::default();
        let (a, b) = (t.apply("a", &[]), t.apply("b", &[]));
        assert_eq!(t.apply("f", &[a, b]), t.apply("f", &[a, b]));
        assert_ne!(t.apply("f", &[a, b]), t.apply("f", &[b, a]));
        let not = t.not(a);
        assert_eq!(t.not(not), a);
    }

    #[test]
    fn sorts_as_text() {
        let mut t = Terms::default();
        let int = t.plain_sort("Int");
        let array = t.name("Array");
        let inner = t.sort(array, &[int, int]);
        let outer = t.sort(array, &[int, inner]);
        assert_eq!(t.sort_text(outer), "(Array Int (Array Int Int))");
    }

    #[test]
    fn substitution_and_free_variables() {
        let mut t = Terms::default();
        let int = t.plain_sort("Int");
        let name = t.name("x");
        let (x, y) = (t.fresh_var(name, int), t.fresh_var(name, int));
        let (vx, vy) = (t.var(x), t.var(y));
        let less = t.apply("<", &[vx, vy]);
        let all = t.make(Op::Forall([y].into()), &[less]);
        assert_eq!(t.free_vars(all), [x]);
        let both = t.apply("and", &[all, less]);
        assert_eq!(t.free_vars(both), [x, y]);
        let one = t.apply("1", &[]);
        let instance = t.substitute(all, &HashMap::from([(x, one)]));
        let inside = t.apply("<", &[one, vy]);
        assert_eq!(instance, t.make(Op::Forall([y].into()), &[inside]));
    }
}
