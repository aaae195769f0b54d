//! `sat`: the definitions of the answer in the place of the predicates make every assertion valid.

use crate::formula::{conjuncts, start, statement};
use crate::keys::candidates;
use crate::modes;
use crate::open::{Constants, Hypotheses, Opener, indices};
use crate::read::{Definition, Reader, Symbols};
use crate::recursion::{Functions, functions_exist};
use crate::script::{Script, define, recursive_bodies, recursive_heads};
use crate::sexpr::{NodeId, Tree};
use crate::solver::{Process, SmtSolver, Trouble, Word};
use crate::sorts::Sorts;
use crate::term::{Name, Sort, Term, Terms, Var};
use crate::theory::{LEMMA, Theory};
use crate::{Accepted, Options, Rejection};
use std::collections::HashMap;
use std::fmt::Write;

/// Characters sent to the solver at a time, about.
const BATCH: usize = 200_000;
/// The first attempt at an obligation may take so many of Z3's steps.
const FIRST_STEPS: u64 = 1_500_000;
/// How often instances make new reads, at which hypotheses are instantiated again.
const ROUNDS: usize = 2;

/// What must be unsatisfiable for an assertion to hold.
struct Obligation {
    /// The number of the assertion.
    assertion: usize,
    /// The constants in it.
    constants: Vec<(Name, Sort)>,
    /// The formula, as a conjunction.
    whole: Vec<Term>,
    /// A consequence of it without hypotheses that the solver would have to instantiate.
    weaker: Option<Vec<Term>>,
    /// Whether a model of the formula shows that the answer is wrong.
    exact: bool,
    /// Whether it is asked about by itself at once, in its cases first.
    large: bool,
}

/// Obligations with more terms are large.
const LARGE: usize = 1_200;

/// Checks a model.
pub fn check(mut script: Script, tree: &Tree<'_>, body: NodeId, options: &Options) -> Result<Accepted, Rejection> {
    functions_exist(&mut script)?;
    let answer = read(&mut script, tree, body).map_err(|r| r.within("the answer"))?;
    let sorted = sorted(&script, &answer);
    let Answer { definitions, mut functions, lemmas, .. } = answer;
    let mut prelude = script.declarations();
    let mut queries = 0;
    let mut theory = None;
    if !lemmas.is_empty() || functions.all().iter().any(|(_, definition)| definition.params.len() != 1) {
        let mut found = Theory::new(&mut script.terms, &script.symbols, functions.all(), lemmas)?;
        functions = Functions::default();
        prelude.push_str(&found.declarations(&script.terms));
        let Script { terms, symbols, prefix, .. } = &mut script;
        queries += found.show(terms, symbols, prefix, &prelude, options)?;
        theory = Some(found);
    }
    functions.check(&mut script.terms, &script.symbols)?;
    prelude.push_str(&functions.declarations(&script.terms));
    if !functions.is_empty() {
        let mut process = start(&options.solvers[0], options, &script.prefix, &prelude)?;
        functions.learn(&mut script.terms, &script.symbols, &script.prefix, &mut process)?;
        queries += process.queries;
    }
    let obligations = obligations(&mut script, &definitions, &functions, theory.as_ref());
    for solver in &options.solvers {
        let (asked, open) = together(&script, &prelude, &sorted, &obligations, solver, options)?;
        queries += asked;
        // What is left may be taken apart, which makes terms.
        let mut terms = std::mem::take(&mut script.terms);
        for obligation in open {
            let (script, prelude) = (&script, prelude.as_str());
            let real = solver.is_z3() && prelude.trim().is_empty() && is_real(&terms, obligation);
            let alone = Alone { script, prelude, obligation, solver, options, real, queries: 0 };
            queries += alone.decide(&mut terms)?;
        }
        script.terms = terms;
    }
    Ok(Accepted { sat: true, parts: script.assertions.len(), queries })
}

/// What an answer defines.
struct Answer {
    /// Every predicate, by the name it has here.
    definitions: HashMap<Name, Definition>,
    /// Recursive functions.
    functions: Functions,
    /// Claims about these: what a helper function named so says of all values of its parameters.
    lemmas: Vec<Definition>,
    /// Other functions, which are unfolded where they are used.
    helpers: Vec<Definition>,
}

/// The definitions of the answer.
fn read(script: &mut Script, tree: &Tree<'_>, body: NodeId) -> Result<Answer, Rejection> {
    let Script { terms, symbols, prefix, .. } = script;
    let bool_sort = terms.plain_sort("Bool");
    let mut definitions: HashMap<Name, Definition> = HashMap::new();
    let mut functions = Functions::default();
    let (mut helpers, mut lemmas) = (Vec::new(), Vec::new());
    for node in tree.children(body) {
        let mut reader = Reader::new(tree, terms, symbols);
        let word = if tree.is_list(node) && tree.next(node) > node + 1 { tree.symbol(node + 1) } else { None };
        match word {
            Some(word @ ("define-fun" | "define-const")) => {
                let (name, definition) = define(&mut reader, node, word)?;
                let free = reader.terms.free_vars(definition.body);
                if free.iter().any(|var| !definition.params.contains(var)) {
                    return Err(reader.fault(node, "a variable outside its quantifier"));
                }
                let text = reader.terms.text(name).to_string();
                let Some(&pred) = reader.symbols.preds.get(&name) else {
                    reader.new_name(node, name, "has a meaning in the script")?;
                    helpers.push(definition.clone());
                    if text.starts_with(LEMMA) && definition.sort == bool_sort {
                        lemmas.push(definition.clone());
                    }
                    reader.symbols.definitions.insert(name, definition);
                    continue;
                };
                let pred = reader.symbols.pred_list[pred].clone();
                let sorts: Vec<Sort> = definition.params.iter().map(|&var| reader.terms.var_info(var).sort).collect();
                if sorts != pred.sorts || definition.sort != bool_sort {
                    return Err(reader.fault(node, format!("`{text}` is declared with other sorts")));
                }
                if definitions.insert(pred.symbol, definition).is_some() {
                    return Err(reader.fault(node, format!("`{text}` is defined twice")));
                }
            }
            Some(word @ ("define-fun-rec" | "define-funs-rec")) => {
                let heads = recursive_heads(&mut reader, node, word)?;
                for head in &heads {
                    reader.new_name(node, head.name, "has a meaning already")?;
                    let sorts = head.params.iter().map(|&(_, var)| reader.terms.var_info(var).sort).collect();
                    reader.symbols.add_function(reader.terms, prefix, head.name, sorts, head.sort);
                }
                functions.add(recursive_bodies(&mut reader, &heads)?);
            }
            _ => return Err(reader.fault(node, "expected a definition")),
        }
    }
    for pred in &symbols.pred_list {
        let Some(definition) = definitions.get(&pred.symbol) else {
            let name = terms.text(pred.name);
            return Err(Rejection::Malformed(format!("the model does not define `{name}`")));
        };
        let inside = terms.postorder(&[definition.body]);
        let is_pred = |name: Name| symbols.pred_symbols.contains(&name);
        if inside.iter().any(|&term| terms.head_name(term).is_some_and(is_pred)) {
            let name = terms.text(pred.name);
            return Err(Rejection::Malformed(format!("the definition of `{name}` uses a predicate of the script")));
        }
    }
    Ok(Answer { definitions, functions, lemmas, helpers })
}

/// Commands that an SMT solver takes without an error if the bodies of the definitions have the sorts that they are
/// said to have: what is unfolded would otherwise be seen where it is used only, in the sort that fits there.
fn sorted(script: &Script, answer: &Answer) -> String {
    let terms = &script.terms;
    let preds = script.symbols.pred_list.iter().filter_map(|pred| answer.definitions.get(&pred.symbol));
    let mut text = String::new();
    for (number, definition) in preds.chain(&answer.helpers).enumerate() {
        let prefix = &script.prefix;
        let _ = write!(text, "(define-fun {prefix}d{number} (");
        for &var in &definition.params {
            let _ = write!(text, "({prefix}v{var} {})", terms.sort_text(terms.var_info(var).sort));
        }
        let _ = write!(text, ") {} ", terms.sort_text(definition.sort));
        crate::print::write(&mut text, terms, prefix, definition.body);
        text.push_str(")\n");
    }
    text
}

fn obligations(
    script: &mut Script,
    definitions: &HashMap<Name, Definition>,
    functions: &Functions,
    theory: Option<&Theory>,
) -> Vec<Obligation> {
    let Script { terms, symbols, prefix, assertions, .. } = script;
    let mut memo = HashMap::new();
    let mut list = Vec::new();
    for (number, assertion) in assertions.iter().enumerate() {
        let formula = unfolded(terms, definitions, assertion.formula, &mut memo);
        let mut constants = Constants::new(prefix);
        let mut opened = HashMap::new();
        let mut open =
            |terms: &mut Terms, symbols: &mut Symbols, constants: &mut Constants<'_>, hypotheses: Hypotheses<'_>| {
                Opener { terms, symbols, constants, hypotheses, opened: &mut opened }.open(formula, false)
            };
        let mut whole = open(terms, symbols, &mut constants, Hypotheses::Kept);
        let mut weaker = None;
        if let Some(theory) = theory.filter(|_| terms.is_quantified(whole)) {
            let mut last = open(terms, symbols, &mut constants, Hypotheses::Dropped);
            // Instances may have quantifiers that stand for constants, at which others are instantiated then.
            for _ in 0..ROUNDS {
                let (called, all) = candidates(terms, symbols, &mut constants, theory, (whole, last));
                let few = open(terms, symbols, &mut constants, Hypotheses::Instances(&called));
                let many = open(terms, symbols, &mut constants, Hypotheses::Instances(&all));
                weaker = Some(few);
                if many == last {
                    break;
                }
                last = many;
            }
            if !terms.is_quantified(last) {
                whole = last;
            }
            weaker = weaker.filter(|&few| few != whole);
        } else if terms.is_quantified(whole) {
            let mut last = open(terms, symbols, &mut constants, Hypotheses::Dropped);
            // Those of this assertion only: constants of the same names have other sorts in the others.
            let mut sorts = Sorts::default();
            for _ in 0..ROUNDS {
                let by_sort = indices(terms, symbols, &mut sorts, last);
                let next = open(terms, symbols, &mut constants, Hypotheses::Instances(&by_sort));
                if next == last {
                    break;
                }
                last = next;
            }
            weaker = (last != whole).then_some(last);
        }
        let mut made = constants.made;
        let mut with_facts = |formula: Term| {
            let mut parts = vec![formula];
            functions.equations(terms, &mut parts);
            match theory {
                Some(theory) => theory.saturate(terms, symbols, prefix, &mut made, parts, &[]),
                None => parts,
            }
        };
        let weaker = weaker.map(&mut with_facts);
        let whole = with_facts(whole);
        let exact = functions.is_empty() && theory.is_none();
        let large = terms.postorder(weaker.as_ref().unwrap_or(&whole)).len() > LARGE;
        list.push(Obligation { assertion: number, constants: made, whole, weaker, exact, large });
    }
    list
}

/// The formula with definitions in the place of predicates.
fn unfolded(
    terms: &mut Terms,
    definitions: &HashMap<Name, Definition>,
    formula: Term,
    memo: &mut HashMap<Term, Term>,
) -> Term {
    terms.rebuild(formula, memo, &|_, _| false, &mut |terms, term, args| {
        let Some(definition) = terms.head_name(term).and_then(|name| definitions.get(&name)) else {
            return terms.with_args_apart(term, args);
        };
        let images: HashMap<Var, Term> = definition.params.iter().copied().zip(args.iter().copied()).collect();
        if images.len() < definition.params.len() {
            // Too few arguments: the solver refuses what is left.
            return terms.with_args(term, args);
        }
        terms.substitute(definition.body, &images)
    })
}

/// Puts the obligations to a solver, many at a time: the number of questions, and the obligations left open.
fn together<'o>(
    script: &Script,
    prelude: &str,
    sorted: &str,
    obligations: &'o [Obligation],
    solver: &SmtSolver,
    options: &Options,
) -> Result<(usize, Vec<&'o Obligation>), Rejection> {
    let (terms, prefix) = (&script.terms, &script.prefix);
    let mut process = start(solver, options, prefix, prelude)?;
    process.ask(sorted, 0)?;
    if solver.is_z3() {
        process.ask(&format!("(set-option :rlimit {})", options.limits.question(FIRST_STEPS)), 0)?;
    }
    let mut open: Vec<&Obligation> = Vec::new();
    let mut at = 0;
    while at < obligations.len() {
        let mut text = String::new();
        let mut asked = Vec::new();
        while at < obligations.len() && text.len() < BATCH {
            let obligation = &obligations[at];
            at += 1;
            if obligation.large && solver.is_z3() {
                open.push(obligation);
                continue;
            }
            let parts = obligation.weaker.as_ref().unwrap_or(&obligation.whole);
            text.push_str("(push 1)\n");
            text.push_str(&statement(terms, prefix, &obligation.constants, parts));
            text.push_str("(check-sat)\n(pop 1)\n");
            asked.push(obligation);
        }
        let words = process.ask(&text, asked.len())?;
        for (obligation, word) in asked.into_iter().zip(words) {
            match word {
                Word::Unsat => {}
                Word::Sat if obligation.exact && obligation.weaker.is_none() => return Err(wrong(script, obligation)),
                Word::Sat | Word::Unknown => open.push(obligation),
            }
        }
    }
    Ok((process.queries, open))
}

fn wrong(script: &Script, obligation: &Obligation) -> Rejection {
    Rejection::Wrong(format!("the model does not satisfy {}", describe(script, obligation.assertion)))
}

/// The assertion of that number, for messages.
pub fn describe(script: &Script, number: usize) -> String {
    format!("assertion {} (line {})", number + 1, script.assertions[number].line)
}

/// Z3's steps for an obligation in a process of its own (or for some cases told apart by values), as instances, and for
/// each of its cases.
const WHOLE_STEPS: u64 = 6_000_000;
const WEAKER_STEPS: u64 = 20_000_000;
const CASE_STEPS: u64 = 20_000_000;
/// So many cases told apart by the value of a term are one question: each is small.
const MODES: usize = 40;
/// How often cases are taken apart again.
const CASE_DEPTH: usize = 2;
/// How a question is put.
const CHECK: &str = "(check-sat)";
/// To a Z3: in the cases of the largest disjunction, in each of which what the case says of constants is put in their
/// places first. A model of a system of many modes is such a disjunction, and nearly every pair of modes is excluded
/// by that alone: some ten times faster than the cases one by one, and more than that than the whole.
const CHECK_MODES: &str = "(check-sat-using (then simplify (or-else (! split-clause :split_largest_clause true) skip) \
                           propagate-values solve-eqs smt))";

/// Questions about one obligation that was not decided among others.
struct Alone<'a> {
    script: &'a Script,
    prelude: &'a str,
    obligation: &'a Obligation,
    solver: &'a SmtSolver,
    options: &'a Options,
    /// Whether only real numbers and truth values occur: Z3 is several times faster if it is told so, and with its
    /// older simplex.
    real: bool,
    queries: usize,
}

impl Alone<'_> {
    /// Decides the obligation; the number of questions.
    fn decide(mut self, terms: &mut Terms) -> Result<usize, Rejection> {
        let Obligation { whole, weaker, .. } = self.obligation;
        if self.obligation.large && self.by_modes(terms, weaker.as_ref().unwrap_or(whole))? {
            return Ok(self.queries);
        }
        // Only Z3 can be told when to give up; another solver is asked once, for as long as there is time.
        if self.solver.is_z3() {
            if self.obligation.large && !self.real && self.by_cases(terms, weaker.as_ref().unwrap_or(whole))? {
                return Ok(self.queries);
            }
            if self.real && self.put(terms, whole, CASE_STEPS, CHECK_MODES)? == Word::Unsat {
                return Ok(self.queries);
            }
            let answer = self.ask(terms, whole, WHOLE_STEPS)?;
            if answer == Word::Unsat {
                return Ok(self.queries);
            }
            if let Some(weaker) = weaker
                && self.ask(terms, weaker, WEAKER_STEPS)? == Word::Unsat
            {
                return Ok(self.queries);
            }
            if (!self.obligation.large || self.real) && self.by_cases(terms, weaker.as_ref().unwrap_or(whole))? {
                return Ok(self.queries);
            }
        } else if let Some(weaker) = weaker
            && self.ask(terms, weaker, 0)? == Word::Unsat
        {
            return Ok(self.queries);
        }
        match self.ask(terms, whole, 0)? {
            Word::Unsat => Ok(self.queries),
            Word::Sat if self.obligation.exact => Err(wrong(self.script, self.obligation)),
            answer => {
                let place = describe(self.script, self.obligation.assertion);
                let doubtful = if answer == Word::Sat { ", the solver's counterexample is doubtful" } else { "" };
                Err(Rejection::Undecided(format!("whether the model satisfies {place}{doubtful}")))
            }
        }
    }

    /// Asks about formulas in a process of their own; so many steps of Z3, 0 for as many as a question may cost.
    fn ask(&mut self, terms: &Terms, parts: &[Term], steps: u64) -> Result<Word, Rejection> {
        self.put(terms, parts, steps, CHECK)
    }

    /// Asks by that command.
    fn put(&mut self, terms: &Terms, parts: &[Term], steps: u64, command: &str) -> Result<Word, Rejection> {
        let (solver, prefix) = (self.solver, self.script.prefix.as_str());
        let mut text = String::new();
        let real = self.real && steps > 0;
        let mut process = if real {
            text.push_str("(set-option :smt.arith.solver 2)\n");
            Process::start(solver, &self.options.limits, &format!("{prefix}done"), "QF_LRA")?
        } else {
            start(solver, self.options, prefix, self.prelude)?
        };
        if solver.is_z3() && steps > 0 {
            let _ = writeln!(text, "(set-option :rlimit {})", self.options.limits.question(steps));
        }
        text.push_str(&statement(terms, prefix, &self.obligation.constants, parts));
        text.push_str(command);
        text.push('\n');
        self.queries += 1;
        match process.ask(&text, 1) {
            // An integer where this logic has none.
            Err(Trouble::Broken(_)) if real => {
                self.real = false;
                self.put(terms, parts, steps, command)
            }
            answer => Ok(answer?[0]),
        }
    }

    /// Whether the conjunction is unsatisfiable for all values that a disjunction of many members gives to a term.
    fn by_modes(&mut self, terms: &mut Terms, parts: &[Term]) -> Result<bool, Rejection> {
        let Some(cases) = modes::cases(terms, parts) else { return Ok(false) };
        let (solver, prefix) = (self.solver, self.script.prefix.as_str());
        let mut process = start(solver, self.options, prefix, self.prelude)?;
        let mut text = String::new();
        if solver.is_z3() {
            let _ = writeln!(text, "(set-option :rlimit {})", self.options.limits.question(WHOLE_STEPS));
        }
        text.push_str(&statement(terms, prefix, &self.obligation.constants, &[]));
        process.ask(&text, 0)?;
        for group in cases.chunks(MODES) {
            let group: Vec<Term> = group.iter().map(|case| terms.and(case)).collect();
            let any = terms.or(&group);
            let any = statement(terms, prefix, &[], &[any]);
            self.queries += 1;
            if process.ask(&format!("(push 1)\n{any}(check-sat)\n(pop 1)"), 1)? != [Word::Unsat] {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the conjunction is unsatisfiable in all cases of a disjunction in it.
    fn by_cases(&mut self, terms: &mut Terms, parts: &[Term]) -> Result<bool, Rejection> {
        let Some(cases) = cases(terms, parts) else { return Ok(false) };
        let mut work: Vec<(Vec<Term>, usize)> = cases.into_iter().rev().map(|case| (case, 1)).collect();
        while let Some((case, depth)) = work.pop() {
            match self.ask(terms, &case, CASE_STEPS)? {
                Word::Unsat => {}
                Word::Sat => return Ok(false),
                Word::Unknown if depth == CASE_DEPTH => return Ok(false),
                Word::Unknown => match self::cases(terms, &case) {
                    Some(cases) => work.extend(cases.into_iter().rev().map(|case| (case, depth + 1))),
                    None => return Ok(false),
                },
            }
        }
        Ok(true)
    }
}

/// Whether an obligation has no constants but real numbers and truth values, no quantifiers, and no functions but
/// the connectives and those of real arithmetic.
fn is_real(terms: &Terms, obligation: &Obligation) -> bool {
    const CONNECTIVES: &[&str] = &["true", "false", "not", "and", "or", "=>", "xor", "=", "distinct", "ite"];
    const ARITHMETIC: &[&str] = &["+", "-", "*", "/", "<", "<=", ">", ">="];
    let sorts = ["Real", "Bool"];
    let is_numeral = |text: &str| text.chars().all(|c| c.is_ascii_digit() || c == '.');
    let plain = |&(_, sort): &(Name, Sort)| sorts.contains(&terms.sort_text(sort).as_str());
    let constant = |name: Name| obligation.constants.iter().any(|&(constant, _)| constant == name);
    let parts: Vec<Term> = obligation.whole.iter().chain(obligation.weaker.iter().flatten()).copied().collect();
    obligation.constants.iter().all(plain)
        && terms.postorder(&parts).into_iter().all(|term| match terms.head(term) {
            Some(head) => {
                CONNECTIVES.contains(&head)
                    || ARITHMETIC.contains(&head)
                    || is_numeral(head)
                    || terms.head_name(term).is_some_and(constant)
            }
            None => false,
        })
}

/// Disjunctions with more cases are not taken apart.
const MAX_CASES: usize = 64;

/// The conjunction in the cases of its largest disjunction; `None` if it has none.
fn cases(terms: &mut Terms, parts: &[Term]) -> Option<Vec<Vec<Term>>> {
    let parts = conjuncts(terms, parts);
    let is_disjunction =
        |part: Term| terms.head(part) == Some("or") && (2..=MAX_CASES).contains(&terms.args(part).len());
    let sized = parts.iter().enumerate().filter(|&(_, &part)| is_disjunction(part));
    let (at, _) =
        sized.map(|(at, &part)| (at, terms.postorder(&[part]).len())).max_by_key(|&(at, size)| (size, !at))?;
    let members = terms.args(parts[at]).to_vec();
    let case = |member: Term| {
        let mut case = parts.clone();
        case[at] = member;
        case
    };
    Some(members.into_iter().map(case).collect())
}
