//! [`Local`]: a clause compiled for abstract evaluation.
//!
//! Every subterm becomes a node with links to its arguments and its users. Sums disappear into the linear forms of the
//! nodes that use them, so that one linear literal is propagated as one constraint over its atoms.

use crate::linear::Form;
use crate::num::{Int, Rat};
use crate::system::{Clause, PredId};
use crate::term::{BvOp, Op, SortId, Store, TermId};
use hashbrown::HashMap;

use super::{AbsValue, Bits, Number};

/// What a node is, in terms of other nodes.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    /// A variable, or a term about which nothing is known beyond its sort.
    Free,
    /// A value; its description never changes.
    Constant,
    Not(u32),
    And(Vec<u32>),
    Or(Vec<u32>),
    Ite(u32, u32, u32),
    /// Equality of two terms that are not numbers.
    Same(u32, u32),
    /// `form <= 0`.
    Le(Form),
    /// `form = 0`.
    EqZero(Form),
    /// A sum; the form is the sum minus the node itself, so it is 0.
    Sum(Form),
    /// A product of non-numerals.
    Product(Vec<u32>),
    Div(u32, u32),
    Mod(u32, u32),
    RealDiv(u32, u32),
    ToReal(u32),
    ToInt(u32),
    Bv(BvOp, Vec<u32>),
    Test(u32, u32),
}

/// An atom of the clause: predicate and nodes of its arguments.
#[derive(Clone, Debug)]
pub(crate) struct LocalAtom {
    pub pred: PredId,
    pub args: Vec<u32>,
}

/// A compiled clause.
#[derive(Clone, Debug)]
pub(crate) struct Local {
    pub nodes: Vec<Node>,
    /// The term of each node.
    pub terms: Vec<TermId>,
    /// What is known from the sort, or the value, of each node.
    pub initial: Vec<AbsValue>,
    /// The nodes that mention each node.
    pub users: Vec<Vec<u32>>,
    /// The node of the constraint.
    pub constraint: u32,
    pub body: Vec<LocalAtom>,
    pub head: Option<LocalAtom>,
    /// Whether the value of a node is a value term (for constants of sorts that [`AbsValue`] does not describe
    /// exactly).
    pub is_value: Vec<bool>,
}

impl Local {
    /// Compiles a clause.
    pub fn new(store: &Store, clause: &Clause) -> Local {
        let mut local = Local {
            nodes: Vec::new(),
            terms: Vec::new(),
            initial: Vec::new(),
            users: Vec::new(),
            constraint: 0,
            body: Vec::new(),
            head: None,
            is_value: Vec::new(),
        };
        let mut index: HashMap<TermId, u32> = HashMap::new();
        let roots = clause.terms();
        let mut stack: Vec<(TermId, bool)> = roots.iter().rev().map(|&t| (t, false)).collect();
        while let Some((term, expanded)) = stack.pop() {
            if index.contains_key(&term) {
                continue;
            }
            if !expanded {
                stack.push((term, true));
                stack.extend(children(store, term).into_iter().rev().map(|t| (t, false)));
                continue;
            }
            let id = local.nodes.len() as u32;
            let node = compile(store, term, id, &index);
            local.nodes.push(node);
            local.terms.push(term);
            local.initial.push(initial(store, term));
            local.is_value.push(store.is_value(term));
            index.insert(term, id);
        }
        local.constraint = index[&clause.constraint];
        let atom =
            |a: &crate::system::Atom| LocalAtom { pred: a.pred, args: a.args.iter().map(|t| index[t]).collect() };
        local.body = clause.body.iter().map(atom).collect();
        local.head = clause.head.as_ref().map(atom);
        local.users = vec![Vec::new(); local.nodes.len()];
        for (id, node) in local.nodes.iter().enumerate() {
            let id = id as u32;
            node.for_each_arg(|arg| {
                if arg != id && local.users[arg as usize].last() != Some(&id) {
                    local.users[arg as usize].push(id);
                }
            });
        }
        local
    }

    /// The linear form of a numeric node over nodes that are no sums.
    pub fn form(&self, node: u32) -> Form {
        match &self.nodes[node as usize] {
            Node::Sum(form) => form.plus(&Rat::ONE, &Form::var(node)),
            Node::Constant => match self.initial[node as usize].interval().as_point() {
                Some(value) => Form::constant(value.clone()),
                None => Form::var(node),
            },
            _ => Form::var(node),
        }
    }

    /// Whether a node is a number.
    pub fn is_numeric(&self, node: u32) -> bool {
        matches!(self.initial[node as usize], AbsValue::Num(_))
    }
}

impl Node {
    /// Calls `f` with every node this one mentions (a sum mentions itself).
    pub fn for_each_arg(&self, mut f: impl FnMut(u32)) {
        match self {
            Node::Free | Node::Constant => {}
            Node::Not(a) | Node::ToReal(a) | Node::ToInt(a) | Node::Test(_, a) => f(*a),
            Node::And(args) | Node::Or(args) | Node::Product(args) | Node::Bv(_, args) => {
                args.iter().copied().for_each(f)
            }
            Node::Ite(c, a, b) => [*c, *a, *b].into_iter().for_each(f),
            Node::Same(a, b) | Node::Div(a, b) | Node::Mod(a, b) | Node::RealDiv(a, b) => {
                [*a, *b].into_iter().for_each(f)
            }
            Node::Le(form) | Node::EqZero(form) | Node::Sum(form) => form.terms.iter().for_each(|(v, _)| f(*v)),
        }
    }
}

/// The terms a node for `term` refers to.
fn children(store: &Store, term: TermId) -> Vec<TermId> {
    if store.is_value(term) {
        return Vec::new();
    }
    match store.op(term) {
        Op::Forall(_) | Op::Exists(_) | Op::Bound(_) => Vec::new(),
        Op::Add | Op::Mul => {
            let form = store.linear(term);
            match form.terms.as_slice() {
                [(atom, _)] if *atom == term => store.args(term).to_vec(),
                terms => terms.iter().map(|(atom, _)| *atom).collect(),
            }
        }
        Op::Le | Op::Eq => match store.as_linear_literal(term) {
            Some((form, _)) => form.terms.iter().map(|(atom, _)| *atom).collect(),
            None => store.args(term).to_vec(),
        },
        _ => store.args(term).to_vec(),
    }
}

fn initial(store: &Store, term: TermId) -> AbsValue {
    let sort = store.sort_of(term);
    match store.op(term) {
        Op::Bool(value) => AbsValue::Bool(Some(*value)),
        Op::Num(value) => AbsValue::Num(Number::point(sort == SortId::INT, value.clone())),
        Op::BitVec(value) => match store.bv_width(sort) {
            Some(width) => AbsValue::Bits(Bits::point(width, value)),
            None => AbsValue::Any,
        },
        Op::Construct(constructor) => match AbsValue::top(store, sort) {
            AbsValue::Data(_) => AbsValue::Data(1 << constructor),
            other => other,
        },
        _ => AbsValue::top(store, sort),
    }
}

fn compile(store: &Store, term: TermId, id: u32, index: &HashMap<TermId, u32>) -> Node {
    if store.is_value(term) {
        return Node::Constant;
    }
    let args: Vec<u32> = match store.op(term) {
        Op::Forall(_) | Op::Exists(_) | Op::Bound(_) | Op::Add | Op::Mul | Op::Le | Op::Eq => Vec::new(),
        _ => store.args(term).iter().map(|a| index[a]).collect(),
    };
    let local_form = |linear: &crate::term::Linear| {
        let terms = linear.terms.iter().map(|(atom, c)| (index[atom], c.clone())).collect();
        Form::from_terms(terms, linear.constant.clone())
    };
    match (store.op(term), args.as_slice()) {
        (Op::Add | Op::Mul, _) => {
            let linear = store.linear(term);
            if matches!(linear.terms.as_slice(), [(atom, _)] if *atom == term) {
                return Node::Product(store.args(term).iter().map(|a| index[a]).collect());
            }
            Node::Sum(local_form(&linear).plus(&Rat::from(-1), &Form::var(id)))
        }
        (Op::Le, _) => match store.as_linear_literal(term) {
            Some((linear, _)) => Node::Le(local_form(&linear)),
            None => Node::Free,
        },
        (Op::Eq, _) => match store.as_linear_literal(term) {
            Some((linear, _)) => Node::EqZero(local_form(&linear)),
            None => match *store.args(term) {
                [a, b] => Node::Same(index[&a], index[&b]),
                _ => Node::Free,
            },
        },
        (Op::Not, &[a]) => Node::Not(a),
        (Op::And, _) => Node::And(args),
        (Op::Or, _) => Node::Or(args),
        (Op::Ite, &[c, a, b]) => Node::Ite(c, a, b),
        (Op::IntDiv, &[a, b]) => Node::Div(a, b),
        (Op::IntMod, &[a, b]) => Node::Mod(a, b),
        (Op::RealDiv, &[a, b]) => Node::RealDiv(a, b),
        (Op::ToReal, &[a]) => Node::ToReal(a),
        (Op::ToInt, &[a]) => Node::ToInt(a),
        (Op::Bv(op), _) => Node::Bv(*op, args),
        (Op::Test(c), &[a]) => Node::Test(*c, a),
        _ => Node::Free,
    }
}

/// The numerals of a clause, the places where widening may stop.
pub(super) fn collect_constants(store: &Store, clause: &Clause, numbers: &mut Vec<Rat>, bits: &mut Vec<Int>) {
    for term in crate::term::postorder(store, &clause.terms()) {
        match store.op(term) {
            Op::Num(value) => numbers.push(value.clone()),
            Op::BitVec(value) => {
                bits.push(value.clone());
                if let Some(width) = store.bv_width(store.sort_of(term)) {
                    bits.push(crate::term::to_signed(value, width));
                }
            }
            _ => {}
        }
    }
}
