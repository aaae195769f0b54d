//! Aggregates in scripts: `(agg.sum array lo hi [lambda])` and the like, folds given in place by `agg.fold`, and folds
//! with a name, `(define-aggregate name sort :operation … :unit … [:inverse …] [:cell …])`. `docs/instrumentation.md`
//! describes the language.
//!
//! A `lambda` is read in the scope it stands in: what it mentions besides its parameters becomes alien arguments of the
//! aggregate. It is no value; outside the places listed above it is an error.

use super::diagnostic::Diagnostic;
use super::formula::Value;
use super::reader::{Global, State};
use super::sexpr::{NodeId, NodeKind, Tree};
use super::symbol::Word;
use super::theory::{Arg, Call};
use crate::term::{
    Aggregate, AggregateId, AggregateKind, SortId, Store, Substitution, TermId, free_vars, is_aggregable,
};

/// A `lambda` that has been read.
#[derive(Clone, Debug)]
pub struct Lambda {
    /// The variables that stand for its parameters in the body.
    pub params: Vec<TermId>,
    /// The body.
    pub body: TermId,
}

/// A fold with a name.
#[derive(Clone, Debug)]
pub struct Fold {
    /// The monoid.
    pub kind: AggregateKind,
    /// The cell map to use where the application gives none, with the sort of its element: a term over `Var(0)`,
    /// `Var(1)`.
    pub cell: Option<(SortId, TermId)>,
    /// The name.
    pub name: String,
}

/// A monoid whose laws the script takes for granted.
#[derive(Clone, Debug)]
pub struct Claim {
    /// An aggregate with the monoid; [`crate::aggregate::laws`] lists the laws.
    pub aggregate: AggregateId,
    /// What the script calls it.
    pub name: String,
    /// Where it is defined: a diagnostic still without a message.
    pub place: Diagnostic,
}

/// Whether a word takes `lambda`s.
pub fn is_aggregate(word: Word) -> bool {
    built_in(word).is_some() || matches!(word, Word::AggFirst | Word::AggFold)
}

fn built_in(word: Word) -> Option<AggregateKind> {
    Some(match word {
        Word::AggSum => AggregateKind::Sum,
        Word::AggProduct => AggregateKind::Product,
        Word::AggMin => AggregateKind::Min,
        Word::AggMax => AggregateKind::Max,
        Word::AggCount => AggregateKind::Count,
        Word::AggSorted => AggregateKind::Sorted,
        _ => return None,
    })
}

impl State<'_> {
    /// Remembers a `lambda` whose body has been translated. The value is a placeholder that aggregates never look at.
    pub fn finish_lambda(
        &mut self,
        tree: &Tree,
        node: NodeId,
        params: Vec<TermId>,
        body: Arg,
    ) -> Result<Value, Diagnostic> {
        let body = match body.value {
            Value::Term(term) if !self.store.is_quantified(term) && !self.store.has_aggregate(&[term]) => term,
            Value::Term(_) => {
                let message = "unsupported cell function: an aggregate or a quantifier inside a `lambda`";
                return Err(self.error(tree, body.node, message));
            }
            Value::Formula(_) => {
                let message = "unsupported cell function: a predicate or a quantifier inside a `lambda`";
                return Err(self.error(tree, body.node, message));
            }
        };
        self.lambdas.insert(node, Lambda { params, body });
        Ok(Value::Term(Store::TRUE))
    }

    fn lambda(&self, tree: &Tree, arg: Arg, what: &str) -> Result<Lambda, Diagnostic> {
        match self.lambdas.get(&arg.node) {
            Some(lambda) if tree.is_list(arg.node) && tree.word(arg.node + 1) == Some(Word::Lambda) => {
                Ok(lambda.clone())
            }
            _ => Err(self.error(tree, arg.node, format!("expected {what}, a `lambda`"))),
        }
    }

    /// Array, bounds and element sort: what every aggregate starts with.
    fn slice(&mut self, call: &Call<'_>, args: &[Arg]) -> Result<([TermId; 3], SortId), Diagnostic> {
        let tree = call.tree;
        let array = self.term(tree, args[0])?;
        let sort = self.store.sort_of(array);
        let Some(element) = is_aggregable(&self.store, sort) else {
            let found = self.sort_name(sort);
            let message = match self.store.array_sorts(sort) {
                Some(_) => format!("aggregates need an array with indices of sort Int, this one is of sort {found}"),
                None => format!("expected an array with indices of sort Int, this term is of sort {found}"),
            };
            return Err(self.error(tree, args[0].node, message));
        };
        let lo = self.term_of_sort(tree, args[1], SortId::INT)?;
        let hi = self.term_of_sort(tree, args[2], SortId::INT)?;
        Ok(([array, lo, hi], element))
    }

    /// Applies `agg.sum` and the other built-in names.
    pub fn apply_aggregate_word(&mut self, word: Word, call: &Call<'_>, args: &[Arg]) -> Result<TermId, Diagnostic> {
        let head = call.node + 1;
        let name = call.tree.span(head).text(self.text).to_owned();
        let (least, most) = match word {
            Word::AggFold => (6, 7),
            Word::AggCount | Word::AggFirst => (4, 4),
            _ => (3, 4),
        };
        if args.len() < least || args.len() > most {
            let usage = match word {
                Word::AggFold => "(agg.fold array lo hi cell operation unit [inverse])".to_owned(),
                Word::AggCount | Word::AggFirst => format!("({name} array lo hi predicate)"),
                _ => format!("({name} array lo hi [cell])"),
            };
            return Err(self.error(call.tree, head, format!("expected `{usage}`, {} arguments given", args.len())));
        }
        let (slice, element) = self.slice(call, args)?;
        if word == Word::AggFirst {
            return self.first(call, slice, element, args[3], &name);
        }
        let kind = match built_in(word) {
            Some(kind) => kind,
            None => {
                let unit = self.term(call.tree, args[5])?;
                let operation = self.lambda(call.tree, args[4], "the operation")?;
                let inverse = match args.get(6) {
                    Some(&arg) => Some((self.lambda(call.tree, arg, "the inverse")?, arg.node)),
                    None => None,
                };
                self.monoid(call.tree, (unit, args[5].node), (operation, args[4].node), inverse)?
            }
        };
        let cell = match args.get(3) {
            Some(&arg) => self.cell_map(call, arg, element)?,
            None => (self.store.var(0, element), Vec::new()),
        };
        let node = args.get(3).unwrap_or(&args[0]).node;
        self.build_aggregate(call, node, kind, slice, element, cell, &name)
    }

    /// The first index whose cell satisfies a predicate, `hi` if none does: the least of `(ite predicate index hi)`.
    fn first(
        &mut self,
        call: &Call<'_>,
        slice: [TermId; 3],
        element: SortId,
        predicate: Arg,
        name: &str,
    ) -> Result<TermId, Diagnostic> {
        let (found, mut aliens) = self.cell_map(call, predicate, element)?;
        let sort = self.store.sort_of(found);
        if sort != SortId::BOOL {
            let sort = self.sort_name(sort);
            let message =
                format!("unsupported cell function: `{name}` needs cells of sort Bool, these are of sort {sort}");
            return Err(self.error(call.tree, predicate.node, message));
        }
        let [_, lo, hi] = slice;
        let (index, limit) = (self.store.var(1, SortId::INT), self.store.var(2 + aliens.len() as u32, SortId::INT));
        let cell = self.store.ite(found, index, limit);
        aliens.push(hi);
        let least =
            self.build_aggregate(call, predicate.node, AggregateKind::Min, slice, element, (cell, aliens), name)?;
        let some = self.store.lt(lo, hi);
        Ok(self.store.ite(some, least, hi))
    }

    /// Applies a fold with a name.
    pub fn apply_fold(&mut self, tree: &Tree, node: NodeId, fold: u32, args: &[Arg]) -> Result<TermId, Diagnostic> {
        let fold = self.folds[fold as usize].clone();
        let call = Call { tree, node };
        if args.len() != 3 && args.len() != 4 {
            let message = format!("expected `({} array lo hi [cell])`, {} arguments given", fold.name, args.len());
            return Err(self.error(tree, node, message));
        }
        let (slice, element) = self.slice(&call, args)?;
        let cell = match (args.get(3), fold.cell) {
            (Some(&arg), _) => self.cell_map(&call, arg, element)?,
            (None, Some((sort, cell))) if sort == element => (cell, Vec::new()),
            (None, Some((sort, _))) => {
                let (wanted, found) = (self.sort_name(sort), self.sort_name(element));
                let message = format!("`{}` folds elements of sort {wanted}, these are of sort {found}", fold.name);
                return Err(self.error(tree, args[0].node, message));
            }
            (None, None) => (self.store.var(0, element), Vec::new()),
        };
        let at = args.get(3).unwrap_or(&args[0]).node;
        self.build_aggregate(&call, at, fold.kind, slice, element, cell, &fold.name)
    }

    /// The cell map a `lambda` over the element, or over element and index, stands for, and the terms for its aliens.
    fn cell_map(&mut self, call: &Call<'_>, arg: Arg, element: SortId) -> Result<(TermId, Vec<TermId>), Diagnostic> {
        let lambda = self.lambda(call.tree, arg, "the cell function")?;
        let expected = [element, SortId::INT];
        let sorts: Vec<SortId> = lambda.params.iter().map(|&p| self.store.sort_of(p)).collect();
        if sorts.is_empty() || sorts.len() > 2 || sorts[..] != expected[..sorts.len()] {
            let element = self.sort_name(element);
            let message = format!(
                "unsupported cell function: its parameters must be a cell's value, of sort {element}, and optionally its index, of sort Int"
            );
            return Err(self.error(call.tree, arg.node, message));
        }
        let mut pairs = Vec::new();
        for (i, &param) in lambda.params.iter().enumerate() {
            pairs.push((param, self.store.var(i as u32, sorts[i])));
        }
        let mut aliens = Vec::new();
        for var in free_vars(&self.store, &[lambda.body]) {
            if !lambda.params.contains(&var) {
                let sort = self.store.sort_of(var);
                pairs.push((var, self.store.var(2 + aliens.len() as u32, sort)));
                aliens.push(var);
            }
        }
        Ok((Substitution::new(pairs).apply(&mut self.store, lambda.body), aliens))
    }

    /// The aggregate, once its cell map was found to be of the right sort.
    #[allow(clippy::too_many_arguments)]
    fn build_aggregate(
        &mut self,
        call: &Call<'_>,
        cell_node: NodeId,
        kind: AggregateKind,
        slice: [TermId; 3],
        element: SortId,
        (cell, aliens): (TermId, Vec<TermId>),
        name: &str,
    ) -> Result<TermId, Diagnostic> {
        let sort = self.store.sort_of(cell);
        let (fits, wanted) = match &kind {
            AggregateKind::Count => (sort == SortId::BOOL, "Bool".to_owned()),
            AggregateKind::Monoid { unit, .. } => {
                let wanted = self.store.sort_of(*unit);
                (sort == wanted, self.sort_name(wanted))
            }
            _ => (sort.is_arith(), "Int or Real".to_owned()),
        };
        if !fits {
            let found = self.sort_name(sort);
            let message =
                format!("unsupported cell function: `{name}` needs cells of sort {wanted}, these are of sort {found}");
            return Err(self.error(call.tree, cell_node, message));
        }
        let sorts = aliens.iter().map(|&alien| self.store.sort_of(alien)).collect();
        let id = self.store.define_aggregate(Aggregate { kind, element, aliens: sorts, cell });
        self.claim(call.tree, call.node, id, name);
        let mut args = slice.to_vec();
        args.extend(aliens);
        Ok(self.store.apply_aggregate(id, &args))
    }

    /// Notes that the laws of an aggregate's monoid are taken for granted from here on, once per monoid.
    pub fn claim(&mut self, tree: &Tree, node: NodeId, id: AggregateId, name: &str) {
        let kind = &self.store.aggregate(id).kind;
        let known = self.claims.iter().any(|claim| self.store.aggregate(claim.aggregate).kind == *kind);
        if matches!(kind, AggregateKind::Monoid { .. }) && !known {
            let place = self.error(tree, node, "");
            self.claims.push(Claim { aggregate: id, name: name.to_owned(), place });
        }
    }

    /// A monoid from its parts, each with its node.
    fn monoid(
        &mut self,
        tree: &Tree,
        (unit, unit_node): (TermId, NodeId),
        (operation, operation_node): (Lambda, NodeId),
        inverse: Option<(Lambda, NodeId)>,
    ) -> Result<AggregateKind, Diagnostic> {
        let sort = self.store.sort_of(unit);
        if !self.store.is_ground(unit) || self.store.is_quantified(unit) || self.store.has_aggregate(&[unit]) {
            return Err(self.error(tree, unit_node, "the unit must be a term without variables"));
        }
        let template = |state: &mut Self, lambda: Lambda, node: NodeId, count: usize, what: &str| {
            let wanted = state.sort_name(sort);
            let sorts_fit = lambda.params.len() == count
                && lambda.params.iter().all(|&p| state.store.sort_of(p) == sort)
                && state.store.sort_of(lambda.body) == sort;
            if !sorts_fit {
                let message =
                    format!("the {what} must be a function of {count} parameters of sort {wanted} into {wanted}");
                return Err(state.error(tree, node, message));
            }
            if free_vars(&state.store, &[lambda.body]).iter().any(|var| !lambda.params.contains(var)) {
                let message = format!("the {what} must not mention variables other than its parameters");
                return Err(state.error(tree, node, message));
            }
            let mut pairs = Vec::new();
            for (i, &param) in lambda.params.iter().enumerate() {
                pairs.push((param, state.store.var(i as u32, sort)));
            }
            Ok(Substitution::new(pairs).apply(&mut state.store, lambda.body))
        };
        let operation = template(self, operation, operation_node, 2, "operation")?;
        let inverse = match inverse {
            Some((lambda, node)) => Some(template(self, lambda, node, 1, "inverse")?),
            None => None,
        };
        Ok(AggregateKind::Monoid { unit, operation, inverse })
    }

    /// `(define-aggregate name sort :operation lambda :unit term [:inverse lambda] [:cell lambda])`.
    pub fn define_aggregate(&mut self, tree: &Tree) -> Result<(), Diagnostic> {
        let usage =
            "expected `(define-aggregate name sort :operation lambda :unit term [:inverse lambda] [:cell lambda])`";
        let children: Vec<NodeId> = tree.children(Tree::ROOT).skip(1).collect();
        let [name, sort, attributes @ ..] = &children[..] else {
            return Err(self.error(tree, Tree::ROOT, usage));
        };
        let symbol = self.expect_symbol(tree, *name, "a name")?;
        self.check_new(tree, *name, symbol)?;
        let sort = self.sort(tree, *sort)?;
        let [mut operation, mut unit, mut inverse, mut cell]: [Option<(Arg, NodeId)>; 4] = [None; 4];
        for pair in attributes.chunks(2) {
            let (keyword, slot) = match tree.word(pair[0]) {
                Some(Word::Operation) => (pair[0], &mut operation),
                Some(Word::Unit) => (pair[0], &mut unit),
                Some(Word::Inverse) => (pair[0], &mut inverse),
                Some(Word::Cell) => (pair[0], &mut cell),
                _ => return Err(self.error(tree, pair[0], usage)),
            };
            let &[_, value] = pair else {
                return Err(self.error(tree, keyword, "this attribute needs a value"));
            };
            if tree.kind(value) == NodeKind::Keyword || slot.is_some() {
                return Err(self.error(tree, keyword, usage));
            }
            self.variables.clear();
            self.locals.resize(self.symbols.len(), None);
            self.lambda_at = (tree.word(keyword) != Some(Word::Unit)).then_some(value);
            let read = self.translate(tree, value);
            self.lambda_at = None;
            *slot = Some((Arg { value: read?, node: value }, value));
        }
        let (Some((operation, _)), Some((unit, _))) = (operation, unit) else {
            return Err(self.error(tree, Tree::ROOT, usage));
        };
        let unit_term = self.term_of_sort(tree, unit, sort)?;
        let operation = (self.lambda(tree, operation, "the operation")?, operation.node);
        let inverse = match inverse {
            Some((arg, node)) => Some((self.lambda(tree, arg, "the inverse")?, node)),
            None => None,
        };
        let kind = self.monoid(tree, (unit_term, unit.node), operation, inverse)?;
        let cell = match cell {
            None => None,
            Some((arg, node)) => {
                let lambda = self.lambda(tree, arg, "the cell function")?;
                let Some(&first) = lambda.params.first() else {
                    return Err(self.error(tree, node, "the cell function needs a parameter for a cell's value"));
                };
                let element = self.store.sort_of(first);
                let (template, aliens) = self.cell_map(&Call { tree, node }, arg, element)?;
                if !aliens.is_empty() || self.store.sort_of(template) != sort {
                    let message = format!("the cell function must be closed and of sort {}", self.sort_name(sort));
                    return Err(self.error(tree, node, message));
                }
                Some((element, template))
            }
        };
        let text = self.name(symbol).to_owned();
        // The laws do not depend on the cell map; any aggregate with this monoid will do.
        let identity = self.store.var(0, sort);
        let id = self.store.define_aggregate(Aggregate {
            kind: kind.clone(),
            element: sort,
            aliens: Vec::new(),
            cell: identity,
        });
        self.claim(tree, *name, id, &text);
        let index = self.folds.len() as u32;
        self.folds.push(Fold { kind, cell, name: text });
        self.declare(tree, *name, symbol, Global::Fold(index))
    }
}
