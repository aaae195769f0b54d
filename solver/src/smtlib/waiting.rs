//! Constructors of parametric datatypes whose sort nothing in them says, as `nil` or `(left 1)`.
//!
//! As an argument such a term waits until the arguments beside it are read: its sort is the one that the function takes
//! there, or that of what it is compared with. Elsewhere it has to be qualified.

use super::apply::Meaning;
use super::diagnostic::Diagnostic;
use super::formula::Value;
use super::reader::{Global, State};
use super::sexpr::{NodeId, Tree};
use super::symbol::{Symbol, Word};
use super::theory::Arg;
use super::translate::Head;
use crate::term::{SortId, Store};

/// A term that waits for its sort.
pub struct Waiting {
    /// Its position among the values read; another term stands there meanwhile.
    at: usize,
    node: NodeId,
    constructor: Symbol,
    args: Vec<Arg>,
}

impl State<'_> {
    /// Lets the application of a name to the values from `base` on wait if its sort does not follow from these: what
    /// stands in its place until then.
    pub fn wait(
        &mut self,
        waiting: &mut Vec<Waiting>,
        node: NodeId,
        constructor: Symbol,
        (values, base): (&[Arg], usize),
    ) -> Result<Option<Value>, Diagnostic> {
        let Some(Global::Constructors(list)) = self.globals.get(&constructor) else { return Ok(None) };
        if let &[(family, _)] = &list[..]
            && self.sorts.family(family).params.is_empty()
        {
            return Ok(None);
        }
        let (list, args) = (list.clone(), &values[base..]);
        if !matches!(self.meaning(constructor, &list, args)?, Meaning::Open) {
            return Ok(None);
        }
        waiting.push(Waiting { at: base, node, constructor, args: args.to_vec() });
        Ok(Some(Value::Term(Store::TRUE)))
    }

    /// The name at a node if no variable is called so.
    pub fn global_name(&self, tree: &Tree, node: NodeId) -> Option<Symbol> {
        tree.symbol(node).filter(|symbol| self.locals.get(symbol.0 as usize).copied().flatten().is_none())
    }

    fn field_count(&self, (family, number): (u32, u32)) -> usize {
        self.sorts.family(family).constructors[number as usize].fields.len()
    }

    /// Puts the arguments of an application that wait in their places: those from `base` on.
    pub fn settle(
        &mut self,
        tree: &Tree,
        waiting: &mut Vec<Waiting>,
        head: Head,
        values: &mut [Arg],
        base: usize,
    ) -> Result<(), Diagnostic> {
        let first = waiting.partition_point(|one| one.at < base);
        let waiting = waiting.split_off(first);
        let mut known: Vec<Option<SortId>> = values[base..].iter().map(|arg| Some(self.sort_of(arg.value))).collect();
        for one in &waiting {
            known[one.at - base] = None;
        }
        for one in waiting {
            let expected = self.expected_sort(head, &known, one.at - base)?;
            let found = expected.and_then(|sort| Some((sort, self.constructor_number(sort, one.constructor)?)));
            let Some((sort, number)) = found else {
                let head = if tree.is_list(one.node) { one.node + 1 } else { one.node };
                return Err(self.open_constructor(tree, head, one.constructor));
            };
            values[one.at].value = self.construct(tree, one.node, sort, number, &one.args)?;
        }
        Ok(())
    }

    /// The sort of the argument at a position, if the head or the other arguments say it.
    fn expected_sort(
        &mut self,
        head: Head,
        known: &[Option<SortId>],
        position: usize,
    ) -> Result<Option<SortId>, Diagnostic> {
        let arrays = |state: &Self| known[0].and_then(|sort| state.store.array_sorts(sort));
        Ok(match head {
            Head::Word(Word::Equal | Word::Distinct) => known.iter().copied().flatten().next(),
            Head::Word(Word::Ite) if position > 0 => known.iter().skip(1).copied().flatten().next(),
            Head::Word(Word::Select | Word::Store) if position == 1 => arrays(self).map(|sorts| sorts.0),
            Head::Word(Word::Store) if position == 2 => arrays(self).map(|sorts| sorts.1),
            Head::ConstArray(sort) => self.store.array_sorts(sort).map(|(_, element)| element),
            Head::Constructor(sort, number) => self.field_sort(sort, number, position),
            Head::Global(symbol) => match self.globals.get(&symbol) {
                Some(&Global::Pred(pred)) => self.system.pred(pred).sorts.get(position).copied(),
                Some(&Global::Macro(index)) if !self.overloads.contains_key(&symbol) => {
                    let param = self.macros[index as usize].params.get(position);
                    param.map(|&param| self.store.sort_of(param))
                }
                Some(Global::Constructors(list)) => {
                    let fitting = list.iter().copied().filter(|&entry| self.field_count(entry) == known.len());
                    let &[(family, number)] = &fitting.collect::<Vec<_>>()[..] else { return Ok(None) };
                    let Some(params) = self.infer_params(family, number, known) else { return Ok(None) };
                    let sort = self.instance(family, &params)?;
                    self.field_sort(sort, number, position)
                }
                _ => None,
            },
            _ => None,
        })
    }

    /// The sort of a field of a constructor.
    fn field_sort(&self, sort: SortId, constructor: u32, field: usize) -> Option<SortId> {
        let datatype = self.store.datatype(self.store.datatype_of(sort)?);
        datatype.constructors[constructor as usize].fields.get(field).map(|field| field.sort)
    }
}
