//! Whole systems as scripts in the CHC-COMP format.

use super::names::Names;
use super::print::write_term;
use crate::system::{Atom, Clause, System, strongly_connected_components};
use crate::term::{DatatypeId, SortId, Store};

/// A system as a script that stands alone and that [`super::read`] turns into an equal system.
pub fn system_text(store: &Store, system: &System) -> String {
    let names = script_names(store, system);
    let mut out = String::from("(set-logic HORN)\n");
    write_datatypes(&mut out, store, &names);
    for pred in system.pred_ids() {
        out.push_str(&format!("(declare-fun {} (", names.pred(pred)));
        let sorts: Vec<String> = system.pred(pred).sorts.iter().map(|&sort| names.sort(store, sort)).collect();
        out.push_str(&sorts.join(" "));
        out.push_str(") Bool)\n");
    }
    for clause in &system.clauses {
        out.push_str("(assert ");
        write_clause(&mut out, store, clause, &names);
        out.push_str(")\n");
    }
    out.push_str("(check-sat)\n");
    out
}

/// How [`system_text`] spells things.
pub fn script_names(store: &Store, system: &System) -> Names {
    let mut names = Names::closed(store, system);
    names.number_vars(system.clauses.iter().map(|clause| clause.vars.len()).max().unwrap_or(0));
    names
}

/// The declarations of all datatypes of a store, in an order in which each uses only earlier ones and those
/// declared together with it.
pub fn write_datatypes(out: &mut String, store: &Store, names: &Names) {
    let mut uses: Vec<Vec<u32>> = Vec::new();
    for (_, datatype) in store.datatypes() {
        let mut used = Vec::new();
        let mut sorts: Vec<SortId> =
            datatype.constructors.iter().flat_map(|c| c.fields.iter().map(|f| f.sort)).collect();
        while let Some(sort) = sorts.pop() {
            if let Some((index, element)) = store.array_sorts(sort) {
                sorts.extend([index, element]);
            } else if let Some(inner) = store.datatype_of(sort) {
                used.push(inner.index() as u32);
            }
        }
        uses.push(used);
    }
    let components = strongly_connected_components(&uses);
    let declared = store.datatypes().filter(|(_, datatype)| !super::eldarica::is_call(&datatype.name));
    let mut order: Vec<(u32, DatatypeId)> = declared.map(|(id, _)| (components[id.index()], id)).collect();
    order.sort();
    for group in order.chunk_by(|a, b| a.0 == b.0) {
        out.push_str("(declare-datatypes (");
        for &(_, id) in group {
            out.push_str(&format!("({} 0)", names.datatype(id)));
        }
        out.push_str(") (");
        for &(_, id) in group {
            out.push('(');
            for (number, constructor) in store.datatype(id).constructors.iter().enumerate() {
                out.push_str(&format!("({}", names.tester(id, number as u32)));
                for (position, field) in constructor.fields.iter().enumerate() {
                    let selector = names.selector(id, number as u32, position as u32);
                    out.push_str(&format!(" ({selector} {})", names.sort(store, field.sort)));
                }
                out.push(')');
            }
            out.push(')');
        }
        out.push_str("))\n");
    }
}

/// A clause as a closed formula, its variables named as `names` says.
pub fn write_clause(out: &mut String, store: &Store, clause: &Clause, names: &Names) {
    if !clause.vars.is_empty() {
        out.push_str("(forall (");
        for (number, &sort) in clause.vars.iter().enumerate() {
            let space = if number == 0 { "" } else { " " };
            out.push_str(&format!("{space}({} {})", names.var(number as u32), names.sort(store, sort)));
        }
        out.push_str(") ");
    }
    out.push_str("(=> (and");
    for atom in &clause.body {
        out.push(' ');
        write_atom(out, store, atom, names);
    }
    out.push(' ');
    write_term(out, store, clause.constraint, names);
    out.push_str(") ");
    match &clause.head {
        Some(atom) => write_atom(out, store, atom, names),
        None => out.push_str("false"),
    }
    out.push(')');
    if !clause.vars.is_empty() {
        out.push(')');
    }
}

/// An atom.
pub fn write_atom(out: &mut String, store: &Store, atom: &Atom, names: &Names) {
    if atom.args.is_empty() {
        out.push_str(names.pred(atom.pred));
        return;
    }
    out.push('(');
    out.push_str(names.pred(atom.pred));
    for &arg in &atom.args {
        out.push(' ');
        write_term(out, store, arg, names);
    }
    out.push(')');
}
