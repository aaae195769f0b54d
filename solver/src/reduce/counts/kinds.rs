//! What folds count or compare, and of which datatypes each says something.

use super::folds::recursive_sorts;
use crate::reduce::quantities::holds_recursive_data;
use crate::term::{DatatypeId, SortId, Store, TermId};

/// What a fold is about. Numbers of elements are what they are, or the sizes of Peano numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Applications of recursive constructors: the length of a list, the value of a Peano number.
    Size,
    /// Elements. Left out where there are no more of them than nodes that [`Kind::Size`] counts.
    Elements,
    /// The nodes on the longest way down.
    Height,
    /// Elements that are the key.
    Count,
    /// Elements that are not above the key, a number.
    AtMost,
    /// Applications of a constructor of a datatype.
    Nodes(SortId, u32),
    /// The size modulo 2, of what is no tree.
    Parity,
    /// The numbers of all elements, added up.
    Sum,
    /// The number of the element that is leftmost in the order of the fields, 0 without elements.
    First(Form),
    /// The same of the rightmost element.
    Last(Form),
    /// The number of the element at the root of a tree, 0 without elements.
    Root,
    /// The least number of an element, 0 without elements.
    Least,
    /// The largest number of an element, 0 without elements.
    Greatest,
    /// 1 if the elements are in order from left to right, else 0; told by what is at the ends of parts.
    Ordered(Form, Order),
    /// The same told by the extremes of parts.
    Sorted(Form, Order),
    /// 1 if all elements of a tree are in order on the ways down, else 0.
    Heap(Order),
}

/// Whether a datatype's values are lists or trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// No constructor has two fields of the datatype.
    List,
    /// Some constructor has.
    Tree,
}

impl Form {
    /// Both forms.
    pub(super) const ALL: [Form; 2] = [Form::List, Form::Tree];
}

/// How neighbours compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// `≤`
    Ascending,
    /// `<`
    StrictlyAscending,
    /// `≥`
    Descending,
    /// `>`
    StrictlyDescending,
}

impl Order {
    /// Whether larger numbers come later.
    pub(super) fn is_ascending(self) -> bool {
        matches!(self, Order::Ascending | Order::StrictlyAscending)
    }

    /// That `a` may stand in front of `b`.
    pub(super) fn holds(self, store: &mut Store, a: TermId, b: TermId) -> TermId {
        match self {
            Order::Ascending => store.le(a, b),
            Order::StrictlyAscending => store.lt(a, b),
            Order::Descending => store.ge(a, b),
            Order::StrictlyDescending => store.gt(a, b),
        }
    }
}

impl Kind {
    /// Whether it has a key.
    pub(super) fn is_keyed(self) -> bool {
        matches!(self, Kind::Count | Kind::AtMost)
    }

    /// Whether it counts elements.
    pub(super) fn is_of_elements(self) -> bool {
        self.is_keyed() || self == Kind::Elements
    }

    /// Whether it is about the numbers of elements.
    fn is_of_numbers(self) -> bool {
        use Kind::{First, Greatest, Heap, Last, Least, Ordered, Root, Sorted, Sum};
        matches!(self, First(_) | Last(_) | Root | Least | Greatest | Ordered(..) | Sorted(..) | Heap(_) | Sum)
    }

    /// The sort of its values over elements of that sort.
    pub(super) fn value_sort(self, element: SortId) -> SortId {
        let is_number = self.is_of_numbers() && !self.is_condition();
        if is_number && element == SortId::REAL { SortId::REAL } else { SortId::INT }
    }

    /// Its value of data without elements, where nothing else bounds it: a condition holds of them.
    pub(super) fn of_nothing(self) -> Option<i64> {
        self.is_of_numbers().then(|| i64::from(self.is_condition()))
    }

    /// For what tells order from left to right the folds of a part that are compared: what is behind another part with
    /// the first, what is in front of one with the second.
    pub(super) fn bounds(self) -> Option<[Kind; 2]> {
        match self {
            Kind::Ordered(form, _) => Some([Kind::First(form), Kind::Last(form)]),
            Kind::Sorted(_, order) if order.is_ascending() => Some([Kind::Least, Kind::Greatest]),
            Kind::Sorted(..) => Some([Kind::Greatest, Kind::Least]),
            _ => None,
        }
    }

    /// Its place in the order of definition: behind those on which it is defined and which bound its values.
    pub(super) fn rank(self) -> usize {
        match self {
            Kind::Size => 0,
            Kind::Elements | Kind::Height | Kind::Nodes(..) | Kind::Parity | Kind::Sum => 1,
            Kind::Least => 2,
            Kind::Greatest => 3,
            Kind::First(_) | Kind::Last(_) | Kind::Root => 4,
            Kind::Ordered(..) | Kind::Sorted(..) | Kind::Heap(_) => 5,
            Kind::Count | Kind::AtMost => 6,
        }
    }

    /// The folds on which it is defined, beside itself.
    pub(super) fn based_on(self, store: &Store, sorts: &[SortId]) -> Vec<Kind> {
        match (self, self.bounds()) {
            // With an element in front of the rest only the first of the rest is looked at.
            (Kind::Ordered(Form::List, _) | Kind::Sorted(Form::List, _), Some([first, _]))
                if sorts.iter().all(|&sort| has_rest_behind(store, sort)) =>
            {
                vec![first]
            }
            (_, Some(bounds)) => bounds.to_vec(),
            (Kind::Heap(_), None) => vec![Kind::Root],
            _ => Vec::new(),
        }
    }

    /// Whether its values are 0 and 1.
    pub(super) fn is_condition(self) -> bool {
        matches!(self, Kind::Parity | Kind::Ordered(..) | Kind::Sorted(..) | Kind::Heap(_))
    }
}

/// What the constructors of a recursive datatype hold.
struct Make {
    /// For each how many fields of the datatype.
    own: Vec<usize>,
    /// For each how many elements beside those.
    elements: Vec<usize>,
}

fn make(store: &Store, sort: SortId, element: SortId) -> Option<Make> {
    let id = store.datatype_of(sort)?;
    let constructors = &store.datatype(id).constructors;
    let own = constructors.iter().map(|c| c.fields.iter().filter(|f| f.sort == sort).count()).collect();
    let inside = |s: SortId| if s == sort { 0 } else { elements_in(store, s, element) };
    let elements = constructors.iter().map(|c| c.fields.iter().map(|f| inside(f.sort)).sum()).collect();
    Some(Make { own, elements })
}

/// Whether lists or trees.
pub(super) fn form(store: &Store, sort: SortId) -> Form {
    if is_branching(store, sort) { Form::Tree } else { Form::List }
}

/// Whether fields of the datatype itself are behind all others; of trees nothing is said.
fn has_rest_behind(store: &Store, sort: SortId) -> bool {
    let Some(id) = store.datatype_of(sort).filter(|_| form(store, sort) == Form::List) else { return true };
    store.datatype(id).constructors.iter().all(|c| c.fields.iter().rev().skip(1).all(|f| f.sort != sort))
}

/// The constructors of values without elements, of a datatype all of whose other values have some.
pub(super) fn empty_constructors(store: &Store, sort: SortId, element: SortId) -> Option<Vec<u32>> {
    let Make { own, elements } = make(store, sort, element)?;
    let all = 0..own.len();
    let empty: Vec<u32> = all.clone().filter(|&c| own[c] == 0 && elements[c] == 0).map(|c| c as u32).collect();
    let has_inner = all.clone().any(|c| own[c] > 0 && elements[c] == 0);
    let has_labels = all.into_iter().any(|c| elements[c] > 0);
    (has_labels && (!has_inner || empty.is_empty())).then_some(empty)
}

/// Whether these are all constructors without fields of the datatype.
pub(super) fn are_the_bases(store: &Store, sort: SortId, constructors: &[u32]) -> bool {
    let Some(id) = store.datatype_of(sort) else { return false };
    let bases = store.datatype(id).constructors.iter().enumerate();
    let mut bases = bases.filter(|(_, c)| c.fields.iter().all(|f| f.sort != sort)).map(|(at, _)| at as u32);
    bases.all(|base| constructors.contains(&base))
}

/// Whether the fold of that kind tells values of the sort apart.
pub(super) fn says_something(store: &Store, kind: Kind, sort: SortId, sorts: &[SortId], element: SortId) -> bool {
    let is_number = element.is_arith() || store.is_counter(element);
    if kind.is_of_numbers() && (!is_number || sort == element || !has_elements(store, sort, element)) {
        return false;
    }
    let has_ends = empty_constructors(store, sort, element).is_some();
    match kind {
        Kind::Size => true,
        Kind::Height => sorts.iter().any(|&other| same_family(store, sort, other) && is_branching(store, other)),
        Kind::Count | Kind::AtMost => has_elements(store, sort, element),
        // Otherwise the size says as much.
        Kind::Elements => {
            has_elements(store, sort, element)
                && sorts
                    .iter()
                    .any(|&other| has_elements(store, other, element) && !at_most_size(store, other, element))
        }
        Kind::Nodes(counted, _) => sort == counted,
        Kind::Parity => form(store, sort) == Form::List,
        Kind::Sum => true,
        Kind::Least | Kind::Greatest => has_ends,
        Kind::First(of) | Kind::Last(of) | Kind::Ordered(of, _) | Kind::Sorted(of, _) => {
            has_ends && form(store, sort) == of
        }
        Kind::Root | Kind::Heap(_) => {
            let labelled = make(store, sort, element).is_some_and(|make| {
                make.own.iter().zip(&make.elements).all(|(own, elements)| *own == 0 || *elements == 1)
            });
            has_ends && labelled && form(store, sort) == Form::Tree
        }
    }
}

/// Whether some constructor has two fields of the datatype's family, so that height is not size.
pub(super) fn is_branching(store: &Store, sort: SortId) -> bool {
    let Some((id, family)) = store.datatype_of(sort).and_then(|id| Some((id, store.family(id)?))) else { return false };
    let own = |sort: SortId| store.datatype_of(sort).is_some_and(|other| family.contains(&other));
    store.datatype(id).constructors.iter().any(|c| c.fields.iter().filter(|f| own(f.sort)).count() > 1)
}

fn same_family(store: &Store, one: SortId, two: SortId) -> bool {
    let family = store.datatype_of(one).and_then(|id| store.family(id)).unwrap_or_default();
    store.datatype_of(two).is_some_and(|id| family.contains(&id))
}

/// Whether values of a recursive datatype contain elements.
pub(super) fn has_elements(store: &Store, sort: SortId, element: SortId) -> bool {
    let holds = |id: DatatypeId| {
        let fields = store.datatype(id).constructors.iter().flat_map(|c| &c.fields);
        fields.into_iter().any(|f| elements_in(store, f.sort, element) > 0)
    };
    sort != element
        && recursive_sorts(store, [sort]).into_iter().any(|s| s != element && store.datatype_of(s).is_some_and(holds))
}

/// How many elements a field of the sort holds beside those in recursive datatypes. Other datatypes count with what
/// they are made of if they have one constructor.
fn elements_in(store: &Store, sort: SortId, element: SortId) -> usize {
    let mut found = 0;
    let mut stack = vec![sort];
    while let Some(sort) = stack.pop() {
        if sort == element {
            found += 1;
        } else if let Some(id) = store.datatype_of(sort).filter(|_| !store.is_recursive(sort)) {
            // What is not recursive ends.
            if let [only] = &store.datatype(id).constructors[..] {
                stack.extend(only.fields.iter().map(|f| f.sort));
            }
        }
    }
    found
}

/// Whether a node has no more elements beside those of its family than the size counts nodes.
fn at_most_size(store: &Store, sort: SortId, element: SortId) -> bool {
    let Some(id) = store.datatype_of(sort) else { return false };
    let family = store.family(id).unwrap_or_default();
    let own = |sort: SortId| store.datatype_of(sort).is_some_and(|other| family.contains(&other));
    store.datatype(id).constructors.iter().all(|c| {
        let outside = |s: SortId| s != element && !own(s) && holds_recursive_data(store, s);
        let elements: usize = c.fields.iter().map(|f| elements_in(store, f.sort, element)).sum();
        let weight = usize::from(c.fields.iter().any(|f| own(f.sort)));
        elements <= weight && !c.fields.iter().any(|f| outside(f.sort) && !has_no_elements(store, f.sort, element))
    })
}

fn has_no_elements(store: &Store, sort: SortId, element: SortId) -> bool {
    !recursive_sorts(store, [sort]).iter().any(|&part| has_elements(store, part, element))
}
