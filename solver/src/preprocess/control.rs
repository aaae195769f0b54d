//! Recovery of control flow: where arguments encode program locations, each reachable valuation of them becomes a
//! predicate of its own.
//!
//! Transition systems made from programs often have one predicate, a few Boolean arguments that number the location,
//! and one large transition relation; or a number that only ever is one of a few constants, as state machines have.
//! Starting from the facts, the valuations are explored: the body's valuation is put into a clause, the clause is
//! simplified, and what the head's valuation can be is found by cases. What comes out is the control-flow graph, with a
//! small clause for each edge. A flag that turns out to have other values is dropped, and the attempt is given up when
//! it does not stay small.

use super::define::strongest_model;
use super::inline::clause_size;
use super::simplify::{Simplified, simplify_clause};
use super::sources::sources;
use super::{Derivations, EntryId, ModelBack, Pass, PassContext, Transformed};
use crate::system::{Atom, Clause, Model, Pred, PredGraph, PredId, System};
use crate::term::{Op, SortId, Store, TermId, conjuncts, postorder};
use hashbrown::{HashMap, HashSet};

/// The pass. It is worth trying once, after the others.
#[derive(Clone, Copy, Debug)]
pub enum Control {
    /// Truth values encode locations.
    Bits,
    /// Numbers do.
    Numbers,
}

/// Most locations.
const LOCATIONS: usize = 200;
/// Most clauses of the result.
const CLAUSES: usize = 1_500;
/// Most values of a number that is a location, unless a clause says case by case what happens at more of them.
const VALUES: usize = 32;
/// Clauses with so many cases at least, each about a location of its own, are taken apart before they are explored.
const CASES: usize = 16;
/// Most cases of a clause.
const MOST_CASES: usize = 20_000;
/// How often the attempt is repeated without a flag that turned out to be none.
const ATTEMPTS: usize = 8;
/// How many term nodes may be simplified in one attempt, at least and at most; between them, so many times the size of
/// the system. Of 137 explorations of competition files that came to an end all but three took less than 40 times.
const FUEL: (usize, usize) = (60_000, 2_000_000);
const TIMES: usize = 45;
/// How many times as large as before the system may become, if there are loops between locations and if there are none.
const GROWTH: usize = 3;
const STRAIGHT: usize = 12;

impl Pass for Control {
    fn name(&self) -> &'static str {
        "control"
    }

    fn apply(&self, cx: &mut PassContext<'_>, system: &System) -> Option<Transformed> {
        if !system.is_linear() {
            return None;
        }
        let mut flags = match self {
            Control::Bits => location_bits(cx.store, system),
            Control::Numbers => location_numbers(cx.store, system),
        };
        let size: usize = system.clauses.iter().map(|c| clause_size(cx.store, c)).sum();
        let start = (TIMES * size).clamp(FUEL.0, FUEL.1);
        let mut fuel = start;
        for _ in 0..ATTEMPTS {
            if flags.iter().all(Vec::is_empty) {
                return None;
            }
            let mut explorer = Explorer::new(cx.store, system, size, flags, fuel);
            // A number may turn out to be none, which is another reason to stop, and a better one.
            explorer.stops_early = matches!(self, Control::Bits);
            match explorer.explore(cx) {
                Ok(()) => {
                    if explorer.locations.len() <= system.preds.len() {
                        return None;
                    }
                    explorer.looped |= !explorer.is_straight();
                    if explorer.only_doubles() {
                        return None;
                    }
                    if !explorer.is_too_large() {
                        return Some(explorer.finish());
                    }
                    flags = fewer(cx.store, system, explorer.flags)?;
                    fuel = start;
                }
                Err(Failure::Limit) => {
                    flags = fewer(cx.store, system, explorer.flags)?;
                    fuel = start;
                }
                Err(Failure::NoFlag(pred, position)) => {
                    fuel = explorer.fuel;
                    flags = explorer.flags;
                    flags[pred.index()].retain(|&i| i != position);
                }
            }
        }
        None
    }
}

/// Why an exploration failed.
enum Failure {
    /// It grew too large.
    Limit,
    /// That argument of the predicate has values that are not known constants, or too many.
    NoFlag(PredId, usize),
}

/// For each predicate the numeric arguments that may encode locations: in every head a constant, passed on from such an
/// argument, or a variable that the constraint makes equal to one of these in every case.
fn location_numbers(store: &Store, system: &System) -> Vec<Vec<usize>> {
    let numeric = |&s: &SortId| s.is_arith() || store.bv_width(s).is_some();
    let mut flags: Vec<Vec<bool>> = system.preds.iter().map(|p| p.sorts.iter().map(numeric).collect()).collect();
    // For every head argument what it can be; nothing changes in that when flags are taken away.
    let origins: Vec<Vec<Option<Vec<TermId>>>> = system
        .clauses
        .iter()
        .map(|clause| {
            let Some(head) = &clause.head else { return Vec::new() };
            let origin = |(i, &arg): (usize, &TermId)| {
                if !flags[head.pred.index()][i] {
                    return None;
                }
                let passed = clause.body.iter().any(|a| a.args.contains(&arg));
                if store.is_value(arg) || store.as_var(arg).is_some() && passed {
                    return Some(vec![arg]);
                }
                store.as_var(arg)?;
                sources(store, clause.constraint, arg, MOST_CASES)
            };
            head.args.iter().enumerate().map(origin).collect()
        })
        .collect();
    let mut changed = true;
    while changed {
        changed = false;
        for (clause, origins) in system.clauses.iter().zip(&origins) {
            let Some(head) = &clause.head else { continue };
            for (i, origin) in origins.iter().enumerate() {
                if !flags[head.pred.index()][i] {
                    continue;
                }
                let is_flag = |t: &TermId| {
                    let places = clause.body.iter().flat_map(|a| a.args.iter().zip(&flags[a.pred.index()]));
                    places.into_iter().any(|(arg, &flag)| arg == t && flag)
                };
                let fine = origin.as_ref().is_some_and(|all| all.iter().all(|t| store.is_value(*t) || is_flag(t)));
                if !fine {
                    flags[head.pred.index()][i] = false;
                    changed = true;
                }
            }
        }
    }
    flags.into_iter().map(|f| (0..f.len()).filter(|&i| f[i]).collect()).collect()
}

/// The better half of the flags, those that bodies compare with constants most often; `None` if there is only one left.
fn fewer(store: &Store, system: &System, flags: Vec<Vec<usize>>) -> Option<Vec<Vec<usize>>> {
    let mut ranked: Vec<(usize, PredId, usize)> = Vec::new();
    for pred in system.pred_ids() {
        ranked.extend(flags[pred.index()].iter().map(|&i| (0, pred, i)));
    }
    if ranked.len() < 2 {
        return None;
    }
    for clause in &system.clauses {
        let compared = compared(store, clause.constraint);
        for atom in &clause.body {
            for (count, _, i) in ranked.iter_mut().filter(|(_, pred, _)| *pred == atom.pred) {
                *count += compared.iter().filter(|&&var| var == atom.args[*i]).count();
            }
        }
    }
    ranked.sort_by(|a, b| b.0.cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    ranked.truncate(ranked.len() / 2);
    let mut kept = vec![Vec::new(); flags.len()];
    for (_, pred, i) in ranked {
        kept[pred.index()].push(i);
    }
    for list in &mut kept {
        list.sort_unstable();
    }
    Some(kept)
}

/// The variables that equations inside a formula compare with constants, and those that are truth-valued literals of
/// it; once per comparison.
fn compared(store: &Store, formula: TermId) -> Vec<TermId> {
    let mut found = Vec::new();
    for term in postorder(store, &[formula]) {
        match (store.op(term), store.args(term)) {
            (Op::Eq, &[a, b]) if store.as_var(a).is_some() && store.is_value(b) => found.push(a),
            (Op::Eq, &[a, b]) if store.as_var(b).is_some() && store.is_value(a) => found.push(b),
            (Op::Var(_), _) if store.sort_of(term) == SortId::BOOL => found.push(term),
            _ => {}
        }
    }
    found
}

/// For each predicate the truth-valued arguments that may encode locations: constants in all facts, and never simply
/// unknown in a head.
fn location_bits(store: &Store, system: &System) -> Vec<Vec<usize>> {
    let mut flags: Vec<Vec<bool>> =
        system.preds.iter().map(|p| p.sorts.iter().map(|&s| s == SortId::BOOL).collect()).collect();
    for clause in &system.clauses {
        let Some(head) = &clause.head else { continue };
        for (i, &arg) in head.args.iter().enumerate() {
            let Some(var) = store.as_var(arg) else {
                flags[head.pred.index()][i] &= !clause.is_fact() || store.is_value(arg);
                continue;
            };
            // A variable that nothing restricts is data, as is one that a fact leaves open.
            let mut roots = vec![clause.constraint];
            roots.extend(clause.body.iter().flat_map(|a| a.args.iter().copied()));
            let known = crate::term::free_vars(store, &roots).iter().any(|&v| store.as_var(v) == Some(var));
            flags[head.pred.index()][i] &= known && !clause.is_fact();
        }
    }
    flags.into_iter().map(|f| (0..f.len()).filter(|&i| f[i]).collect()).collect()
}

/// A clause whose constraint says case by case what happens at a value of a flag of its body.
struct Cases {
    /// The place of the flag among the arguments of the body.
    argument: usize,
    /// The cases for each value.
    of: HashMap<TermId, Vec<TermId>>,
    /// Cases that are about any value.
    others: Vec<TermId>,
    /// What the constraint says in all cases.
    rest: Vec<TermId>,
}

impl Cases {
    /// The cases of a clause with one predicate in its body that has these flags.
    fn of(store: &Store, clause: &Clause, flags: &[Vec<usize>]) -> Option<Cases> {
        let [atom] = &clause.body[..] else { return None };
        let parts = conjuncts(store, clause.constraint);
        let large = |part: &TermId| store.op(*part) == &Op::Or && store.args(*part).len() >= CASES;
        let cases = *parts.iter().find(|part| large(part))?;
        let rest: Vec<TermId> = parts.iter().copied().filter(|part| *part != cases).collect();
        let by_flag = |argument: usize| {
            let flag = atom.args[argument];
            let (mut of, mut others): (HashMap<TermId, Vec<TermId>>, Vec<TermId>) = (HashMap::new(), Vec::new());
            for &case in store.args(cases) {
                let value =
                    conjuncts(store, case).into_iter().find_map(|part| match (store.op(part), store.args(part)) {
                        (Op::Eq, &[a, b]) if a == flag && store.is_value(b) => Some(b),
                        (Op::Eq, &[a, b]) if b == flag && store.is_value(a) => Some(a),
                        _ => None,
                    });
                match value {
                    Some(value) => of.entry(value).or_default().push(case),
                    None => others.push(case),
                }
            }
            (argument, of, others)
        };
        let found = flags[atom.pred.index()].iter().map(|&argument| by_flag(argument));
        let (argument, of, others) = found.max_by_key(|(_, of, _)| of.len())?;
        (of.len() >= CASES).then_some(Cases { argument, of, others, rest })
    }

    /// The constraint at a value of the flag.
    fn at(&self, store: &mut Store, value: TermId) -> TermId {
        let mut cases = self.others.clone();
        cases.extend(self.of.get(&value).into_iter().flatten());
        let mut parts = self.rest.clone();
        parts.push(store.or(&cases));
        store.and(&parts)
    }
}

/// A predicate with values of its flags.
type Location = (PredId, Vec<TermId>);

struct Explorer<'a> {
    system: &'a System,
    flags: Vec<Vec<usize>>,
    /// For each predicate the clauses with it in the body.
    using: Vec<Vec<usize>>,
    /// For each clause its cases, if it has many.
    cases: Vec<Option<Cases>>,
    /// The most cases of a clause.
    most_cases: usize,
    numbers: HashMap<Location, u32>,
    locations: Vec<Location>,
    clauses: Vec<Clause>,
    derivations: Derivations,
    size: usize,
    /// How large the system was.
    before: usize,
    /// Whether some location is known to lead back to itself.
    looped: bool,
    /// Whether nothing that is too large is explored to its end.
    stops_early: bool,
    fuel: usize,
    /// For each predicate the values each flag has had.
    seen: Vec<HashMap<usize, HashSet<TermId>>>,
}

impl<'a> Explorer<'a> {
    fn new(store: &Store, system: &'a System, before: usize, flags: Vec<Vec<usize>>, fuel: usize) -> Explorer<'a> {
        let cases: Vec<Option<Cases>> = system.clauses.iter().map(|clause| Cases::of(store, clause, &flags)).collect();
        let most_cases = cases.iter().flatten().map(|cases| cases.of.len()).max().unwrap_or(0);
        let mut using = vec![Vec::new(); system.preds.len()];
        for (c, clause) in system.clauses.iter().enumerate() {
            for atom in &clause.body {
                using[atom.pred.index()].push(c);
            }
        }
        Explorer {
            system,
            before,
            looped: false,
            stops_early: false,
            flags,
            using,
            cases,
            most_cases,
            numbers: HashMap::new(),
            locations: Vec::new(),
            clauses: Vec::new(),
            derivations: Derivations::new(),
            size: 0,
            fuel,
            seen: vec![HashMap::new(); system.preds.len()],
        }
    }

    /// Locations are numbered after the predicates of the input while both occur in one clause.
    fn number(&mut self, location: Location) -> PredId {
        let next = self.locations.len() as u32;
        let number = *self.numbers.entry(location.clone()).or_insert(next);
        if number == next {
            self.locations.push(location);
        }
        PredId(self.system.preds.len() as u32 + number)
    }

    fn without_flags(&self, pred: PredId, args: &[TermId]) -> Vec<TermId> {
        let flags = &self.flags[pred.index()];
        args.iter().enumerate().filter(|(i, _)| !flags.contains(i)).map(|(_, &a)| a).collect()
    }

    /// Finds all locations and the clauses between them.
    fn explore(&mut self, cx: &mut PassContext<'_>) -> Result<(), Failure> {
        for (id, clause) in self.system.clauses() {
            if clause.is_fact() {
                let entry = self.derivations.input(id);
                self.successors(cx, clause.clone(), entry)?;
            }
        }
        let mut next = 0;
        while next < self.locations.len() {
            let (pred, values) = self.locations[next].clone();
            let number = PredId((self.system.preds.len() + next) as u32);
            next += 1;
            for c in self.using[pred.index()].clone() {
                let clause = &self.system.clauses[c];
                let [atom] = &clause.body[..] else { return Err(Failure::Limit) };
                let constraint = match &self.cases[c] {
                    Some(cases) => {
                        let flags = &self.flags[pred.index()];
                        let at = flags.iter().position(|&flag| flag == cases.argument);
                        at.map_or(clause.constraint, |at| cases.at(cx.store, values[at]))
                    }
                    None => clause.constraint,
                };
                let mut parts = vec![constraint];
                for (&i, &value) in self.flags[pred.index()].iter().zip(&values) {
                    parts.push(cx.store.eq(atom.args[i], value));
                }
                let mut copy = clause.clone();
                copy.constraint = cx.store.and(&parts);
                copy.body = vec![Atom::new(number, self.without_flags(pred, &atom.args))];
                let entry = self.derivations.input(crate::system::ClauseId(c as u32));
                self.successors(cx, copy, entry)?;
            }
        }
        Ok(())
    }

    /// Adds the clause for every valuation its head may have.
    fn successors(&mut self, cx: &mut PassContext<'_>, clause: Clause, entry: EntryId) -> Result<(), Failure> {
        let mut pending = vec![(clause, entry)];
        while let Some((clause, entry)) = pending.pop() {
            let size = clause_size(cx.store, &clause);
            self.fuel = self.fuel.checked_sub(size).ok_or(Failure::Limit)?;
            let more = 2 * self.most_cases;
            if cx.cancel.is_cancelled()
                || self.clauses.len() > CLAUSES.max(more)
                || self.locations.len() > LOCATIONS.max(more)
            {
                return Err(Failure::Limit);
            }
            let (mut clause, entry) = match simplify_clause(cx.store, &clause) {
                Simplified::Dropped => continue,
                Simplified::Same => (clause, entry),
                Simplified::Changed { clause, images, body } => {
                    (clause, self.derivations.instance(entry, images, body))
                }
            };
            if let Some(head) = clause.head.clone() {
                let flags = &self.flags[head.pred.index()];
                let open = flags.iter().copied().find(|&i| !cx.store.is_value(head.args[i]));
                if let Some(open) = open {
                    let arg = head.args[open];
                    let values = if cx.store.sort_of(arg) == SortId::BOOL {
                        vec![Store::FALSE, Store::TRUE]
                    } else {
                        self.constants(cx.store, &clause, arg).ok_or(Failure::NoFlag(head.pred, open))?
                    };
                    for value in values {
                        let mut case = clause.clone();
                        let chosen = cx.store.eq(arg, value);
                        case.constraint = cx.store.and2(clause.constraint, chosen);
                        if let Some(head) = &mut case.head {
                            head.args[open] = value;
                        }
                        pending.push((case, entry));
                    }
                    continue;
                }
                let values: Vec<TermId> = flags.iter().map(|&i| head.args[i]).collect();
                for (&i, &value) in flags.iter().zip(&values) {
                    let seen = self.seen[head.pred.index()].entry(i).or_default();
                    if seen.insert(value) && seen.len() > VALUES.max(self.most_cases + 1) {
                        return Err(Failure::NoFlag(head.pred, i));
                    }
                }
                let args = self.without_flags(head.pred, &head.args);
                let number = self.number((head.pred, values));
                let head = Atom::new(number, args);
                if clause.body.contains(&head) {
                    continue;
                }
                self.looped |= clause.body.iter().any(|atom| atom.pred == head.pred);
                clause.head = Some(head);
            }
            self.size += clause_size(cx.store, &clause);
            if self.stops_early && self.is_too_large() {
                return Err(Failure::Limit);
            }
            self.derivations.conclude(entry);
            self.clauses.push(clause);
        }
        Ok(())
    }

    /// The constants that a head argument can be, if it cannot be anything else.
    fn constants(&mut self, store: &Store, clause: &Clause, arg: TermId) -> Option<Vec<TermId>> {
        let values = sources(store, clause.constraint, arg, VALUES)?;
        values.iter().all(|&v| store.is_value(v)).then_some(values)
    }

    /// Whether what was found is more than the system may grow: without loops it can be inlined, and may be larger.
    fn is_too_large(&self) -> bool {
        let times = if self.looped { GROWTH } else { STRAIGHT };
        self.size > times * self.before + 1_000
    }

    /// Whether all that was found is one bit of each predicate, and that not for clauses that are smaller: the same
    /// transitions twice ask an engine the same questions twice.
    fn only_doubles(&self) -> bool {
        self.looped && self.locations.len() <= 2 * self.system.preds.len() && 2 * self.size > 3 * self.before
    }

    /// Whether no location leads back to itself.
    fn is_straight(&self) -> bool {
        let mut graph = System::new();
        for _ in &self.locations {
            graph.add_pred("", Vec::new());
        }
        let offset = self.system.preds.len() as u32;
        let bare = |atom: &Atom| Atom::new(PredId(atom.pred.0 - offset), []);
        for clause in &self.clauses {
            let (body, head) = (clause.body.iter().map(bare).collect(), clause.head.as_ref().map(bare));
            graph.add_clause(Clause { body, head, vars: Vec::new(), ..*clause });
        }
        !PredGraph::new(&graph).recursive.contains(&true)
    }

    fn finish(self) -> Transformed {
        let mut output = System::new();
        let mut named = vec![0u32; self.system.preds.len()];
        for (pred, _) in &self.locations {
            let old = self.system.pred(*pred);
            let flags = &self.flags[pred.index()];
            let sorts = old.sorts.iter().enumerate().filter(|(i, _)| !flags.contains(i)).map(|(_, &s)| s).collect();
            let name = if flags.is_empty() {
                old.name.clone()
            } else {
                named[pred.index()] += 1;
                format!("{}@{}", old.name, named[pred.index()])
            };
            output.preds.push(Pred { name, sorts });
        }
        let offset = self.system.preds.len() as u32;
        for mut clause in self.clauses {
            for atom in clause.body.iter_mut().chain(&mut clause.head) {
                atom.pred = PredId(atom.pred.0 - offset);
            }
            output.add_clause(clause);
        }
        let graph = PredGraph::new(&output);
        let straight = (!graph.recursive.contains(&true)).then(|| (output.clone(), graph));
        let model = Box::new(Back { flags: self.flags, locations: self.locations, straight });
        Transformed { system: output, derivations: self.derivations, model }
    }
}

struct Back {
    flags: Vec<Vec<usize>>,
    locations: Vec<Location>,
    /// The control-flow graph if it has no loops.
    straight: Option<(System, PredGraph)>,
}

impl ModelBack for Back {
    fn model(&self, cx: &mut PassContext<'_>, input: &System, model: Model) -> Result<Model, String> {
        // Without loops the model has come through the elimination of all locations, and is about what is left to do at
        // each. What was done before is as good a definition, and easier to check: a step adds to it what the clause
        // says.
        let straight = self.straight.as_ref();
        let model = straight.and_then(|(system, graph)| strongest_model(cx.store, system, graph)).unwrap_or(model);
        let mut cases: Vec<Vec<TermId>> = vec![Vec::new(); input.preds.len()];
        for ((pred, values), &definition) in self.locations.iter().zip(&model.definitions) {
            let args = cx.store.vars(0, &input.pred(*pred).sorts);
            let flags = &self.flags[pred.index()];
            let rest: Vec<TermId> =
                args.iter().enumerate().filter(|(i, _)| !flags.contains(i)).map(|(_, &a)| a).collect();
            let mut parts = Vec::with_capacity(values.len() + 1);
            for (&i, &value) in flags.iter().zip(values) {
                parts.push(cx.store.eq(args[i], value));
            }
            parts.push(if rest.is_empty() { definition } else { cx.store.instantiate(definition, &rest) });
            cases[pred.index()].push(cx.store.and(&parts));
        }
        Ok(Model { definitions: cases.iter().map(|c| cx.store.or(c)).collect() })
    }
}
