//! Constructors of parametric datatypes that do not say their sort, as `nil`, are qualified where it follows from what
//! is around: the function that they are an argument of, or what they are compared with.
//!
//! Not every solver finds this out, and Z3 does only while a script has one instance of the datatype. A sort that does
//! not fit is an error to the solver, which gets what is written here.

use crate::read::Symbols;
use crate::sorts::Sorts;
use crate::term::{Name, Op, Sort, Term, Terms};
use std::collections::HashMap;

/// The term with constructors qualified.
pub fn qualify(terms: &mut Terms, symbols: &mut Symbols, sorts: &mut Sorts, root: Term) -> Term {
    terms.rebuild(root, &mut HashMap::new(), &|_, _| false, &mut |terms, term, args| {
        let found: Vec<Option<Sort>> = args.iter().map(|&arg| sorts.of(terms, symbols, arg)).collect();
        let mut args = args.to_vec();
        for at in 0..args.len() {
            let constructor = terms.head_name(args[at]).filter(|name| symbols.constructors.contains_key(name));
            let Some(constructor) = constructor.filter(|_| found[at].is_none()) else { continue };
            let Some(sort) = expected(terms, symbols, term, &found, at) else { continue };
            let text = format!("(as {} {})", terms.text(constructor), terms.sort_text(sort));
            let name = terms.name(&text);
            symbols.qualified.insert(name, sort);
            let fields = terms.args(args[at]).to_vec();
            args[at] = terms.make(Op::Apply(name), &fields);
        }
        terms.with_args(term, &args)
    })
}

/// The sort of the argument of a term at a position, `found` being the sorts of the arguments that are known.
fn expected(terms: &mut Terms, symbols: &Symbols, term: Term, found: &[Option<Sort>], at: usize) -> Option<Sort> {
    let name = terms.head_name(term)?;
    if let Some((sorts, _)) = symbols.functions.get(&name) {
        return sorts.get(at).copied();
    }
    if let Some(pred) = symbols.pred_list.iter().find(|pred| pred.symbol == name) {
        return pred.sorts.get(at).copied();
    }
    if symbols.constructors.contains_key(&name) || symbols.qualified.contains_key(&name) {
        return field(terms, symbols, name, found, at);
    }
    let array = |terms: &Terms, part: usize| match terms.sort_parts(found[0]?) {
        ("Array", parts) => parts.get(part).copied(),
        _ => None,
    };
    match (terms.text(name), at) {
        ("=" | "distinct", _) => found.iter().copied().flatten().next(),
        ("ite", 1 | 2) => found.iter().skip(1).copied().flatten().next(),
        ("select" | "store", 1) => array(terms, 0),
        ("store", 2) => array(terms, 1),
        _ => None,
    }
}

/// The sort of a field of a constructor that is qualified, or whose other arguments say what its parameters are.
fn field(terms: &mut Terms, symbols: &Symbols, name: Name, found: &[Option<Sort>], at: usize) -> Option<Sort> {
    let mut images = HashMap::new();
    let qualified = symbols.qualified.get(&name).copied();
    let constructor = match qualified {
        Some(_) => terms.text(name).strip_prefix("(as ")?.split(' ').next()?.to_string(),
        None => terms.text(name).to_string(),
    };
    let constructor = terms.name(&constructor);
    let constructor = symbols.constructors.get(&constructor)?;
    let places = terms.sort_parts(constructor.sort).1.to_vec();
    let params = constructor.fields.iter().map(|field| field.1);
    let known = params.zip(found).filter_map(|(param, &sort)| Some((param, sort?)));
    let pairs: Vec<(Sort, Sort)> = match qualified {
        Some(sort) => vec![(constructor.sort, sort)],
        None => known.collect(),
    };
    if !pairs.into_iter().all(|(param, sort)| terms.match_sort(param, sort, &places, &mut images)) {
        return None;
    }
    let image = terms.sort_image(constructor.fields.get(at)?.1, &images);
    let mut inside = vec![image];
    while let Some(sort) = inside.pop() {
        if places.contains(&sort) {
            return None;
        }
        inside.extend(terms.sort_parts(sort).1);
    }
    Some(image)
}
