//! Which ghosts there could be: the summaries and products a system mentions, carried backwards to the predicates they
//! depend on.
//!
//! A summary in a clause is wanted of every body atom its array comes from, with its bounds as terms over the atom's
//! arguments; and a ghost of a head is wanted, by way of its arguments, of the atoms of the clause's body. A bound that
//! moves with a loop (`i + 1` at the head, `i` in the body) is moved back over the cell that the clause reads or writes
//! there, so that it becomes the loop's own counter. A loop that walks over an array contributes its *natural* bounds:
//! the part walked over so far. Every set of these ghosts is a candidate instrumentation; all are sound.

use super::Options;
use super::family::{Families, Use};
use super::limits::LIMITS;
use crate::rates::changing;
use crate::reduce::cells::multiply;
use crate::system::{Atom, Clause, System};
use crate::term::{Op, SortId, Store, Substitution, TermId, free_vars, postorder};

/// The ghosts of each predicate that could help.
#[derive(Clone, Debug, Default)]
pub struct Space {
    /// Summaries over the predicate's arguments; for each whether one of its bounds moves with a loop.
    pub summaries: Vec<Vec<Use>>,
    /// Products and divisions over the predicate's arguments.
    pub scalars: Vec<Vec<TermId>>,
    /// How many different summaries occur in the clauses themselves.
    pub applications: usize,
    /// Whether ghosts were left out because there were too many.
    pub truncated: bool,
}

impl Space {
    /// How many instrumentations there are: every subset of the ghosts.
    pub fn size_log2(&self) -> usize {
        self.summaries.iter().map(Vec::len).sum::<usize>() + self.scalars.iter().map(Vec::len).sum::<usize>()
    }

    /// All ghosts of each predicate as terms.
    pub fn terms(&self, store: &mut Store, families: &Families) -> Vec<Vec<TermId>> {
        let mut result = Vec::with_capacity(self.summaries.len());
        for (summaries, scalars) in self.summaries.iter().zip(&self.scalars) {
            let mut terms: Vec<TermId> = summaries.iter().map(|s| families.term(store, s)).collect();
            terms.extend_from_slice(scalars);
            terms.retain(|&t| !store.is_value(t));
            terms.dedup();
            result.push(terms);
        }
        result
    }
}

/// What a clause does with arrays: the cells it reads or writes.
struct Accesses {
    /// Array variable and index.
    cells: Vec<(TermId, TermId)>,
}

/// Builds the space.
pub struct Explorer<'a> {
    store: &'a mut Store,
    system: &'a System,
    families: &'a mut Families,
    options: &'a Options,
    accesses: Vec<Accesses>,
    /// For each predicate and array position the bounds that walk up and down with a loop.
    natural: Vec<Vec<Walk>>,
    /// For each predicate the pairs of arguments that a clause compares, where the first stays what it is in loops and
    /// the second does not.
    compared: Vec<Vec<(TermId, TermId)>>,
    /// The result.
    pub space: Space,
}

/// A bound that moves with a loop over an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Walk {
    position: u32,
    /// The index of the next cell, over the predicate's arguments.
    index: TermId,
    upwards: bool,
}

impl<'a> Explorer<'a> {
    /// The summaries and products of the system's clauses and what they depend on.
    pub fn explore(
        store: &'a mut Store,
        system: &'a System,
        families: &'a mut Families,
        options: &'a Options,
        extra: &[Vec<Use>],
    ) -> Space {
        let accesses = system.clauses.iter().map(|c| accesses(store, c)).collect();
        let count = system.preds.len();
        let space = Space { summaries: vec![Vec::new(); count], scalars: vec![Vec::new(); count], ..Space::default() };
        let mut explorer = Explorer {
            store,
            system,
            families,
            options,
            accesses,
            natural: vec![Vec::new(); count],
            compared: vec![Vec::new(); count],
            space,
        };
        explorer.find_walks();
        explorer.find_compared();
        explorer.seed(extra);
        explorer.close();
        explorer.space
    }

    /// The natural bounds of loops over arrays.
    fn find_walks(&mut self) {
        for (index, clause) in self.system.clauses.iter().enumerate() {
            let Some(head) = &clause.head else { continue };
            for atom in clause.body.iter().filter(|a| a.pred == head.pred) {
                for (array, cell) in self.accesses[index].cells.clone() {
                    let Some(position) = atom.args.iter().position(|&a| a == array) else { continue };
                    for term in express(self.store, cell, atom) {
                        let (now, next) =
                            (self.store.instantiate(term, &atom.args), self.store.instantiate(term, &head.args));
                        let difference = self.store.sub(next, now);
                        let upwards = match self.store.as_num(difference) {
                            Some(d) if d.is_zero() => continue,
                            Some(d) => !d.is_negative(),
                            None => match steps(self.store, difference) {
                                Some(upwards) => upwards,
                                None => continue,
                            },
                        };
                        let walk = Walk { position: position as u32, index: term, upwards };
                        let walks = &mut self.natural[atom.pred.index()];
                        if !walks.contains(&walk) && walks.len() < LIMITS.space_ghost {
                            walks.push(walk);
                        }
                    }
                }
            }
        }
    }

    /// The arguments that clauses compare with each other.
    fn find_compared(&mut self) {
        let moving = changing(self.system);
        for clause in &self.system.clauses {
            let terms = postorder(self.store, &[clause.constraint]);
            for literal in terms {
                if !matches!(self.store.op(literal), Op::Le | Op::Eq) {
                    continue;
                }
                let Some((form, _)) = self.store.as_linear_literal(literal) else { continue };
                let [(x, _), (y, _)] = form.terms[..] else { continue };
                for atom in &clause.body {
                    let place = |t: TermId| atom.args.iter().position(|&a| a == t);
                    let (Some(i), Some(j)) = (place(x), place(y)) else { continue };
                    let pred = atom.pred.index();
                    let parameters = [i, j].map(|p| self.store.var(p as u32, SortId::INT));
                    for ((from, to), (a, b)) in
                        [((i, j), (parameters[0], parameters[1])), ((j, i), (parameters[1], parameters[0]))]
                    {
                        let integers = [from, to].map(|p| self.store.sort_of(atom.args[p])) == [SortId::INT; 2];
                        let list = &mut self.compared[pred];
                        if integers && !moving[pred][from] && moving[pred][to] && !list.contains(&(a, b)) {
                            list.push((a, b));
                        }
                    }
                }
            }
        }
    }

    /// The summaries and products in the clauses themselves.
    fn seed(&mut self, extra: &[Vec<Use>]) {
        for (pred, uses) in extra.iter().enumerate() {
            for summary in uses {
                self.add_summary(pred, summary.clone());
            }
        }
        let mut seen = Vec::new();
        for index in 0..self.system.clauses.len() {
            let clause = &self.system.clauses[index];
            for term in postorder(self.store, &clause.terms()) {
                match self.store.op(term) {
                    Op::Aggregate(_) | Op::Forall(_) | Op::Exists(_) => {
                        if let Some(summary) = self.families.parse(self.store, term) {
                            if !seen.contains(&summary) {
                                seen.push(summary.clone());
                            }
                            self.demand_summary(index, &summary, None);
                        }
                    }
                    Op::Mul | Op::IntDiv | Op::IntMod => self.demand_scalar(index, term),
                    _ => {}
                }
            }
        }
        self.space.applications = seen.len();
    }

    /// Until nothing new is wanted.
    fn close(&mut self) {
        let mut done: Vec<(usize, usize)> = vec![(0, 0); self.system.preds.len()];
        loop {
            let mut changed = false;
            for (pred, done) in done.iter_mut().enumerate() {
                let (summaries, scalars) = *done;
                let new_summaries = self.space.summaries[pred][summaries..].to_vec();
                let new_scalars = self.space.scalars[pred][scalars..].to_vec();
                *done = (summaries + new_summaries.len(), scalars + new_scalars.len());
                changed |= !new_summaries.is_empty() || !new_scalars.is_empty();
                for (index, clause) in self.system.clauses.iter().enumerate() {
                    let Some(head) = clause.head.as_ref().filter(|h| h.pred.index() == pred) else { continue };
                    for summary in &new_summaries {
                        let at_head = self.at(summary, &head.args);
                        self.demand_summary(index, &at_head, Some((pred, summary)));
                    }
                    for &scalar in &new_scalars {
                        let at_head = self.store.instantiate(scalar, &head.args);
                        self.demand_scalar(index, at_head);
                    }
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// A ghost with arguments in place of the predicate's variables.
    fn at(&mut self, summary: &Use, args: &[TermId]) -> Use {
        let params = summary.params.iter().map(|&p| self.store.instantiate(p, args)).collect();
        let (lo, hi) = (self.store.instantiate(summary.lo, args), self.store.instantiate(summary.hi, args));
        Use { family: summary.family, params, lo, hi }
    }

    /// What a summary in a clause demands of the clause's body atoms. `origin` is the ghost of the head it comes from.
    fn demand_summary(&mut self, index: usize, summary: &Use, origin: Option<(usize, &Use)>) {
        let clause = &self.system.clauses[index];
        for atom in &clause.body {
            let mut params: Vec<Vec<TermId>> = Vec::new();
            let mut main = None;
            for (place, &param) in summary.params.iter().enumerate() {
                if self.store.array_sorts(self.store.sort_of(param)).is_some() {
                    let bases = bases(self.store, param);
                    let positions: Vec<TermId> = (0..atom.args.len())
                        .filter(|&p| bases.contains(&atom.args[p]))
                        .map(|p| self.store.var(p as u32, self.store.sort_of(atom.args[p])))
                        .collect();
                    if main.is_none() {
                        main = positions.first().copied();
                    }
                    params.push(positions);
                } else if let Some(own) =
                    origin.and_then(|(pred, ghost)| self.moving_alien(pred, ghost, summary, place, atom))
                {
                    params.push(vec![own]);
                } else {
                    params.push(express(self.store, param, atom));
                }
            }
            if params.iter().any(Vec::is_empty) {
                continue;
            }
            let arrays: Vec<TermId> = summary.params.iter().flat_map(|&p| bases(self.store, p)).collect();
            for params in product(&params) {
                let stable = origin
                    .is_some_and(|(pred, ghost)| pred == atom.pred.index() && self.is_stable(summary, ghost, atom));
                let moved = if stable {
                    [(summary.lo, summary.hi); 2]
                } else {
                    self.move_back(index, &arrays, summary.lo, summary.hi)
                };
                let (mut los, mut his) = (Vec::new(), Vec::new());
                let original = (!stable && origin.is_none()).then_some((summary.lo, summary.hi));
                for (lo, hi) in moved.into_iter().chain(original) {
                    let (at_lo, at_hi) = (express(self.store, lo, atom), express(self.store, hi, atom));
                    los.extend(at_lo.into_iter().filter(|lo| !los.contains(lo)).collect::<Vec<_>>());
                    his.extend(at_hi.into_iter().filter(|hi| !his.contains(hi)).collect::<Vec<_>>());
                }
                los.truncate(LIMITS.space_bound);
                his.truncate(LIMITS.space_bound);
                for &lo in &los {
                    for &hi in &his {
                        let ghost = Use { family: summary.family, params: params.clone(), lo, hi };
                        self.add_summary(atom.pred.index(), ghost);
                    }
                }
                self.add_natural(atom, summary, &params, main, &los, &his);
            }
        }
    }

    /// The parameter of a loop's own ghost where it is an alien term that may move with the loop: the ghost before is
    /// the same one, and nothing else is wanted.
    fn moving_alien(&mut self, pred: usize, ghost: &Use, at_head: &Use, place: usize, atom: &Atom) -> Option<TermId> {
        if pred != atom.pred.index() {
            return None;
        }
        let before = self.store.instantiate(ghost.params[place], &atom.args);
        if before == at_head.params[place] {
            return None;
        }
        let mut from = at_head.params.clone();
        from[place] = before;
        let forwards = self.families.moves(self.store, at_head.family, &from, &at_head.params);
        let backwards = self.families.moves(self.store, at_head.family, &at_head.params, &from);
        forwards.or(backwards).filter(|&condition| condition != Store::FALSE).map(|_| ghost.params[place])
    }

    /// The parts of the interval that a loop of the atom's predicate has walked over.
    fn add_natural(
        &mut self,
        atom: &Atom,
        summary: &Use,
        params: &[TermId],
        main: Option<TermId>,
        los: &[TermId],
        his: &[TermId],
    ) {
        let Some(main) = main.and_then(|m| self.store.as_var(m)) else { return };
        let pred = atom.pred.index();
        for walk in self.natural[pred].clone() {
            let position = self.store.var(walk.position, self.store.sort_of(params[0]));
            if walk.position != main && !params.contains(&position) {
                continue;
            }
            let family = summary.family;
            if walk.upwards {
                for &lo in los {
                    self.add_summary(pred, Use { family, params: params.to_vec(), lo, hi: walk.index });
                }
            } else {
                let one = self.store.int(1);
                let lo = self.store.add(&[walk.index, one]);
                for &hi in his {
                    self.add_summary(pred, Use { family, params: params.to_vec(), lo, hi });
                }
            }
        }
    }

    /// Whether a bound of the head's ghost is the same term over the body atom: then it doesn't move.
    fn is_stable(&mut self, at_head: &Use, ghost: &Use, atom: &Atom) -> bool {
        let (lo, hi) = (self.store.instantiate(ghost.lo, &atom.args), self.store.instantiate(ghost.hi, &atom.args));
        lo == at_head.lo && hi == at_head.hi
    }

    /// The bounds moved inwards over the cells the clause reads or writes at the ends.
    /// Returns the interval moved over one cell at each end, and over all of them.
    fn move_back(&mut self, index: usize, arrays: &[TermId], mut lo: TermId, mut hi: TermId) -> [(TermId, TermId); 2] {
        let one = self.store.int(1);
        let (mut nearest_lo, mut nearest_hi) = (None, None);
        let cells: Vec<TermId> =
            self.accesses[index].cells.iter().filter(|(a, _)| arrays.contains(a)).map(|&(_, i)| i).collect();
        for _ in 0..4 {
            let last = self.store.sub(hi, one);
            if !cells.contains(&last) {
                break;
            }
            hi = last;
            nearest_hi.get_or_insert(hi);
        }
        for _ in 0..4 {
            if !cells.contains(&lo) {
                break;
            }
            lo = self.store.add(&[lo, one]);
            nearest_lo.get_or_insert(lo);
        }
        [(nearest_lo.unwrap_or(lo), nearest_hi.unwrap_or(hi)), (lo, hi)]
    }

    fn add_summary(&mut self, pred: usize, ghost: Use) {
        let empty = self.store.le(ghost.hi, ghost.lo);
        let ghosts = &mut self.space.summaries[pred];
        let ranges = ghosts.iter().filter(|g| g.family == ghost.family && g.params == ghost.params).count();
        if empty == Store::TRUE
            || !self.options.allows(self.families.operator(ghost.family).name())
            || ghosts.contains(&ghost)
        {
            return;
        }
        if ghosts.len() < LIMITS.space_ghost.max(2 * self.options.ranges) && ranges < self.options.ranges {
            ghosts.push(ghost);
        } else {
            self.space.truncated = true;
        }
    }

    /// What a product or division in a clause demands of the body atoms.
    fn demand_scalar(&mut self, index: usize, term: TermId) {
        let args = self.store.args(term).to_vec();
        let clause: &Clause = &self.system.clauses[index];
        match self.store.op(term) {
            Op::IntDiv | Op::IntMod if self.store.as_num(args[1]).is_some() => {
                // By a numeral: whatever is added to the dividend is known without a ghost.
                let mut form = self.store.linear(args[0]);
                form.constant = crate::num::Rat::ZERO;
                let dividend = self.store.from_linear(&form, SortId::INT);
                for atom in &clause.body {
                    for x in express(self.store, dividend, atom) {
                        let mut form = self.store.linear(x);
                        form.constant = crate::num::Rat::ZERO;
                        let x = self.store.from_linear(&form, SortId::INT);
                        let image = self.store.rebuild(term, &[x, args[1]]);
                        self.add_scalar(atom.pred.index(), image);
                    }
                }
            }
            Op::IntDiv | Op::IntMod => {
                for atom in &clause.body {
                    for x in express(self.store, args[0], atom) {
                        for y in express(self.store, args[1], atom) {
                            let ghosts = [self.store.int_div(x, y), self.store.int_mod(x, y)];
                            for ghost in ghosts {
                                self.add_scalar(atom.pred.index(), ghost);
                            }
                        }
                    }
                }
            }
            Op::Mul | Op::Add => {
                let Some(polynomial) = multiply(self.store, &[term]) else { return };
                for factors in polynomial.keys().filter(|f| f.len() >= 2) {
                    let Some(inner) = multiply(self.store, factors) else { continue };
                    for monomial in inner.keys().filter(|m| (2..=LIMITS.space_degree).contains(&m.len())) {
                        for atom in &clause.body {
                            let choices: Vec<Vec<TermId>> =
                                monomial.iter().map(|&f| express(self.store, f, atom)).collect();
                            if choices.iter().any(Vec::is_empty) {
                                continue;
                            }
                            for factors in product(&choices) {
                                let mut ghost = factors[0];
                                for &factor in &factors[1..] {
                                    ghost = self.store.mul(ghost, factor);
                                }
                                self.add_scalar(atom.pred.index(), ghost);
                            }
                        }
                    }
                }
            }
            _ => {}
        }
    }

    /// Adds a product, and those with a factor replaced by what a clause compares it with: the counter of a loop for
    /// its limit.
    fn add_scalar(&mut self, pred: usize, ghost: TermId) {
        self.add_one_scalar(pred, ghost);
        for (from, to) in self.compared[pred].clone() {
            let image = Substitution::new([(from, to)]).apply(self.store, ghost);
            self.add_one_scalar(pred, image);
        }
    }

    fn add_one_scalar(&mut self, pred: usize, ghost: TermId) {
        let ghosts = &mut self.space.scalars[pred];
        if self.options.allows("scalar")
            && !self.store.is_value(ghost)
            && self.store.as_var(ghost).is_none()
            && ghosts.len() < LIMITS.space_ghost
            && !ghosts.contains(&ghost)
        {
            ghosts.push(ghost);
        }
    }
}

/// Whether a difference that is no numeral is a choice of steps in one direction: upwards, downwards, or neither.
fn steps(store: &Store, difference: TermId) -> Option<bool> {
    let mut signs = Vec::new();
    let mut stack = vec![difference];
    while let Some(term) = stack.pop() {
        match store.op(term) {
            Op::Ite => stack.extend(&store.args(term)[1..]),
            Op::Num(n) => signs.push(if n.is_zero() { None } else { Some(!n.is_negative()) }),
            _ => return None,
        }
    }
    signs.retain(Option::is_some);
    signs.dedup();
    match signs[..] {
        [one] => one,
        _ => None,
    }
}

/// The array variables an array term is made of by writes and choices.
pub fn bases(store: &Store, array: TermId) -> Vec<TermId> {
    let (mut result, mut stack) = (Vec::new(), vec![array]);
    while let Some(term) = stack.pop() {
        match (store.op(term), store.args(term)) {
            (Op::Var(_), _) if !result.contains(&term) => result.push(term),
            (Op::Store, args) => stack.push(args[0]),
            (Op::Ite, args) => stack.extend([args[1], args[2]]),
            _ => {}
        }
    }
    result
}

/// The cells a clause reads or writes.
fn accesses(store: &Store, clause: &Clause) -> Accesses {
    let mut cells = Vec::new();
    for term in postorder(store, &clause.terms()) {
        if let (Op::Select | Op::Store, &[array, index, ..]) = (store.op(term), store.args(term))
            && !store.is_quantified(index)
        {
            for base in bases(store, array) {
                if !cells.contains(&(base, index)) {
                    cells.push((base, index));
                }
            }
        }
    }
    Accesses { cells }
}

/// A term over a clause's variables as terms over the arguments of an atom's predicate.
pub fn express(store: &mut Store, term: TermId, atom: &Atom) -> Vec<TermId> {
    let mut choices: Vec<(TermId, Vec<TermId>)> = Vec::new();
    for var in free_vars(store, &[term]) {
        let mut images = Vec::new();
        for (position, &arg) in atom.args.iter().enumerate() {
            let parameter = store.var(position as u32, store.sort_of(arg));
            if arg == var {
                images.push(parameter);
            } else if store.sort_of(arg) == SortId::INT && images.is_empty() {
                // var + c
                let offset = store.sub(arg, var);
                if store.as_num(offset).is_some() {
                    images.push(store.sub(parameter, offset));
                }
            }
        }
        if images.is_empty() {
            return Vec::new();
        }
        choices.push((var, images));
    }
    let mut result = Vec::new();
    let images: Vec<Vec<TermId>> = choices.iter().map(|(_, images)| images.clone()).collect();
    for images in product(&images) {
        let pairs = choices.iter().map(|(var, _)| *var).zip(images);
        let image = Substitution::new(pairs).apply(store, term);
        if !result.contains(&image) {
            result.push(image);
        }
    }
    result
}

/// All ways to choose one of each, the first few of them.
fn product(choices: &[Vec<TermId>]) -> Vec<Vec<TermId>> {
    let mut result: Vec<Vec<TermId>> = vec![Vec::new()];
    for choice in choices {
        result = result
            .iter()
            .flat_map(|prefix| choice.iter().map(move |&c| [prefix.as_slice(), &[c]].concat()))
            .take(LIMITS.space_expression)
            .collect();
    }
    result
}
