//! Counterexamples: a refutation as a numbered DAG, root first (`-cex`, `-scex`), or as a Graphviz file (`-dotCEX`).

use super::Syntax;
use super::heap::{self, Theory};
use super::{prolog, smtlib};
use horn_solver::smtlib::Names;
use horn_solver::smtlib::print::symbol_text;
use horn_solver::system::{PredId, Refutation, System};
use horn_solver::term::{Assignment, Op, Sort, SortId, Store, TermId, evaluate};
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

/// A derivation of false as a DAG. Node 0 is the root; a child's number is larger than its parents'.
#[derive(Debug)]
pub struct Dag {
    /// The nodes.
    pub nodes: Vec<Node>,
}

/// A derived fact.
#[derive(Debug)]
pub struct Node {
    /// The predicate with its arguments, ground terms; `None` for false.
    pub atom: Option<(PredId, Vec<TermId>)>,
    /// What it follows from, in the order of the clause's body.
    pub children: Vec<usize>,
}

impl Dag {
    /// The DAG of a refutation: steps that the conclusion needs; steps about `hidden` predicates (the reader's own) are
    /// replaced by what they follow from. `heaps`: the empty heaps of the script.
    pub fn new(
        store: &mut Store,
        system: &System,
        hidden: &[PredId],
        heaps: &[TermId],
        refutation: &Refutation,
    ) -> Dag {
        let steps = &refutation.steps;
        let Some(last) = steps.len().checked_sub(1) else { return Dag { nodes: Vec::new() } };
        let head = |index: usize| system.clause(steps[index].clause).head.as_ref();
        let is_hidden = |index: usize| head(index).is_some_and(|atom| hidden.contains(&atom.pred));
        // Per step what a parent is to name: the step itself, or what a hidden step follows from.
        let mut stands_for: Vec<Vec<usize>> = Vec::with_capacity(steps.len());
        for (index, step) in steps.iter().enumerate() {
            let own = match is_hidden(index) {
                true => step.premises.iter().flat_map(|&p| stands_for[p].iter().copied()).collect(),
                false => vec![index],
            };
            stands_for.push(own);
        }
        let premises = |index: usize| steps[index].premises.iter().flat_map(|&p| stands_for[p].iter().copied());
        let mut needed = BTreeSet::from([last]);
        for index in (0..=last).rev() {
            if needed.contains(&index) {
                needed.extend(premises(index));
            }
        }
        let mut numbers = vec![0; steps.len()];
        for (number, &index) in needed.iter().rev().enumerate() {
            numbers[index] = number;
        }
        let mut nodes = Vec::with_capacity(needed.len());
        for &index in needed.iter().rev() {
            let clause = system.clause(steps[index].clause);
            let atom = clause.head.as_ref().map(|head| {
                let values: Vec<TermId> =
                    steps[index].values.iter().zip(&clause.vars).map(|(v, &sort)| v.to_term(store, sort)).collect();
                (head.pred, head.args.iter().map(|&arg| store.instantiate(arg, &values)).collect())
            });
            nodes.push(Node { atom, children: premises(index).map(|p| numbers[p]).collect() });
        }
        let mut dag = Dag { nodes };
        dag.evaluate(store);
        dag.share();
        if let Some(mut theory) = Theory::new(store, heaps) {
            let values: Vec<TermId> = dag
                .nodes
                .iter()
                .filter_map(|node| node.atom.as_ref())
                .flat_map(|(_, args)| args.iter().copied())
                .collect();
            let mut images = theory.values(store, &values).into_iter();
            for (_, args) in dag.nodes.iter_mut().filter_map(|node| node.atom.as_mut()) {
                for (arg, image) in args.iter_mut().zip(images.by_ref()) {
                    *arg = image;
                }
            }
        }
        dag
    }

    /// The lines of `-cex` or `-scex`.
    pub fn text(&self, store: &Store, system: &System, syntax: Syntax) -> String {
        let names = Names::user(store, system);
        let mut text = String::new();
        for (number, node) in self.nodes.iter().enumerate() {
            let _ = write!(text, "{number}: {}", node.text(store, system, &names, syntax));
            if !node.children.is_empty() {
                let children: Vec<String> = node.children.iter().map(ToString::to_string).collect();
                let _ = write!(text, " -> {}", children.join(", "));
            }
            text.push('\n');
        }
        text
    }

    /// The DAG for Graphviz; edges go from children to parents.
    pub fn dot(&self, store: &Store, system: &System) -> String {
        let names = Names::user(store, system);
        let mut text = String::from("digraph dag {\n");
        for (number, node) in self.nodes.iter().enumerate() {
            let label = node.text(store, system, &names, Syntax::Prolog).replace('\\', "\\\\").replace('"', "\\\"");
            let _ = writeln!(text, "{number}[label=\"{label}\"];");
        }
        for (number, node) in self.nodes.iter().enumerate() {
            for child in &node.children {
                let _ = writeln!(text, "{child}->{number};");
            }
        }
        text.push_str("}\n");
        text
    }
}

impl Dag {
    /// One node per atom: of several derivations the one with the largest number stays, so that children keep larger
    /// numbers than their parents. What is left unused goes.
    fn share(&mut self) {
        let mut known: HashMap<&(PredId, Vec<TermId>), usize> = HashMap::new();
        let mut same: Vec<usize> = (0..self.nodes.len()).collect();
        for (number, node) in self.nodes.iter().enumerate().rev() {
            if let Some(atom) = &node.atom {
                same[number] = *known.entry(atom).or_insert(number);
            }
        }
        let mut numbers: Vec<Option<usize>> = vec![None; self.nodes.len()];
        let mut needed = vec![false; self.nodes.len()];
        let mut kept = 0;
        for (number, node) in self.nodes.iter_mut().enumerate() {
            if number > 0 && !needed[number] {
                continue;
            }
            numbers[number] = Some(kept);
            kept += 1;
            for child in &mut node.children {
                *child = same[*child];
                needed[*child] = true;
            }
        }
        let mut kept = numbers.iter();
        self.nodes.retain(|_| kept.next().is_some_and(Option::is_some));
        for child in self.nodes.iter_mut().flat_map(|node| &mut node.children) {
            *child = numbers[*child].unwrap_or_default();
        }
    }

    /// Evaluates the arguments of the nodes, so that every one is a value.
    fn evaluate(&mut self, store: &mut Store) {
        for node in &mut self.nodes {
            let Some((_, args)) = &mut node.atom else { continue };
            for arg in args {
                if store.is_value(*arg) {
                    continue;
                }
                let sort = store.sort_of(*arg);
                if let Some(value) = evaluate(store, *arg, &Assignment::default()) {
                    *arg = value.to_term(store, sort);
                }
            }
        }
    }
}

impl Node {
    fn text(&self, store: &Store, system: &System, names: &Names, syntax: Syntax) -> String {
        let Some((pred, args)) = &self.atom else {
            return if syntax == Syntax::Prolog { "FALSE" } else { "false" }.to_string();
        };
        let value = |&arg: &TermId| ground_text(store, names, arg, syntax);
        let args: Vec<String> = args.iter().map(value).collect();
        match (syntax, args.is_empty()) {
            (Syntax::Prolog, true) => system.pred(*pred).name.clone(),
            (Syntax::Prolog, false) => format!("{}({})", system.pred(*pred).name, args.join(", ")),
            (Syntax::SmtLib, true) => symbol_text(&system.pred(*pred).name),
            (Syntax::SmtLib, false) => format!("({} {})", symbol_text(&system.pred(*pred).name), args.join(" ")),
        }
    }
}

/// A value. Heads are instantiated, so what is left to do is at most evaluation.
fn ground_text(store: &Store, names: &Names, term: TermId, syntax: Syntax) -> String {
    enum Piece {
        Term(TermId),
        Text(String),
    }
    let mut out = String::new();
    let mut pieces = vec![Piece::Term(term)];
    while let Some(piece) = pieces.pop() {
        let term = match piece {
            Piece::Text(text) => {
                out.push_str(&text);
                continue;
            }
            Piece::Term(term) => term,
        };
        let sort = store.sort_of(term);
        let application = heap::application(store, term);
        let args = application.as_ref().map_or_else(|| store.args(term), |application| application.args);
        let head = match store.op(term) {
            Op::Project(..) if let Some(application) = &application => match syntax {
                Syntax::SmtLib => smtlib::application_head(store, term, names, application),
                Syntax::Prolog => application.name.to_string(),
            },
            // The part of a pair that an allocation gives.
            Op::Project(constructor, at) if let Some(datatype) = store.datatype_of(store.sort_of(args[0])) => {
                names.selector(datatype, *constructor, *at).to_string()
            }
            Op::Num(value) => {
                out.push_str(&match (syntax, sort == SortId::REAL) {
                    (Syntax::Prolog, _) => prolog::number(value),
                    (Syntax::SmtLib, false) => horn_solver::smtlib::print::number_text(value, false),
                    (Syntax::SmtLib, true) => {
                        let magnitude = value.abs();
                        let text = format!("(/ {} {})", magnitude.numer(), magnitude.denom());
                        if value.is_negative() { format!("(- {text})") } else { text }
                    }
                });
                continue;
            }
            Op::BitVec(value) => {
                let width = store.bv_width(sort).unwrap_or(1);
                out.push_str(&match syntax {
                    Syntax::SmtLib => format!("(_ bv{value} {width})"),
                    Syntax::Prolog => {
                        let most = horn_solver::num::Int::pow2(width).to_big() - 1u32;
                        format!("mod_cast(0, {most}, {value})")
                    }
                });
                continue;
            }
            Op::Bool(value) => value.to_string(),
            Op::Store => "store".to_string(),
            Op::ConstArray if syntax == Syntax::Prolog => "const".to_string(),
            Op::ConstArray => format!("(as const {})", names.sort(store, sort)),
            Op::Construct(c) => match (store.sort(sort), syntax) {
                (Sort::Datatype(d), Syntax::SmtLib) => names.constructor(*d, *c).to_string(),
                (Sort::Datatype(d), Syntax::Prolog) => store.datatype(*d).constructors[*c as usize].name.clone(),
                _ => String::new(),
            },
            _ => {
                // Not a value; a checked refutation has none of these.
                out.push_str(&horn_solver::smtlib::print::term_text(store, term, names));
                continue;
            }
        };
        if args.is_empty() {
            out.push_str(&head);
            continue;
        }
        let separator = if syntax == Syntax::Prolog { ", " } else { " " };
        match syntax {
            Syntax::Prolog => out.push_str(&format!("{head}(")),
            Syntax::SmtLib => out.push_str(&format!("({head} ")),
        }
        pieces.push(Piece::Text(")".to_string()));
        for (at, &arg) in args.iter().enumerate().rev() {
            pieces.push(Piece::Term(arg));
            if at > 0 {
                pieces.push(Piece::Text(separator.to_string()));
            }
        }
    }
    out
}
