//! Runs that fail, as texts, and back. What a text says is a proposal: its values have to be ones that their types
//! have, and the interpreter says where the run ends.

use horn_frontend::Counterexample;
use horn_frontend::encode::Site;
use horn_frontend::interp::{self, Array, Choices, End, Inputs, Limits, Value};
use horn_frontend::ir::{
    ArrayType, BlockId, CheckId, Effects, GlobalId, Mode, ProcId, Program, Range, TypeId, TypeKind, VarId, effects,
};
use horn_solver::num::Int;
use horn_solver::smt::CancelToken;
use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write;
use std::str::SplitAsciiWhitespace;
use std::sync::Arc;

/// Steps of a run that is repeated: as many as the longest has that is made for the first time.
const STEPS: u64 = 400_000_000;
/// Runs that were given more values than this are not kept.
const MOST_CHOICES: usize = 10_000;
/// A value that nothing determines: it cannot be given again.
const OPEN: char = '?';
/// No longer text is kept.
const LONGEST: usize = 1 << 20;

/// What is needed of a program to write and repeat runs. Procedures and globals are numbered as an entry sees them.
pub struct Runs<'a> {
    program: &'a Program,
    effects: Vec<Effects>,
    /// For each procedure the entries that reach it.
    entries: BTreeMap<ProcId, Vec<ProcId>>,
}

type Words<'t> = SplitAsciiWhitespace<'t>;

impl<'a> Runs<'a> {
    /// The runs of a program.
    pub fn of(program: &'a Program) -> Runs<'a> {
        let mut entries: BTreeMap<ProcId, Vec<ProcId>> = BTreeMap::new();
        for (entry, _) in program.procedures().filter(|(_, procedure)| procedure.entry) {
            for reached in program.reached_from([entry]) {
                entries.entry(reached).or_default().push(entry);
            }
        }
        Runs { program, effects: effects(program), entries }
    }

    /// A run that fails in a procedure, unless it is too long, or cannot be repeated, or is perhaps none of the
    /// program.
    pub fn text(&self, procedure: ProcId, example: &Counterexample) -> Option<String> {
        let number = self.entries.get(&procedure)?.iter().position(|other| *other == example.entry)?;
        if example.chosen.len() > MOST_CHOICES {
            return None;
        }
        let text = format!("{number} {}", self.values(example, &self.globals_of(example.entry))?);
        (text.len() <= LONGEST).then_some(text)
    }

    /// A run that fails, with the number that its entry has in this very program, unless it cannot be repeated, or is
    /// perhaps none of the program.
    pub fn whole(&self, example: &Counterexample) -> Option<String> {
        Some(format!("{} {}", example.entry.0, self.values(example, &self.all_globals())?))
    }

    /// The globals that an entry sees.
    fn globals_of(&self, entry: ProcId) -> Vec<GlobalId> {
        self.effects[entry.index()].keys().copied().collect()
    }

    fn all_globals(&self) -> Vec<GlobalId> {
        (0..).map(GlobalId).take(self.program.globals.len()).collect()
    }

    /// The values that a run is given, with these globals under their numbers in the list.
    fn values(&self, example: &Counterexample, globals: &[GlobalId]) -> Option<String> {
        let Counterexample { entry, start, chosen, choices, .. } = example;
        if chosen.len() != *choices || !example.is_confirmed() {
            return None;
        }
        let reached: Vec<ProcId> = self.program.reached_from([*entry]).into_iter().collect();
        let mut text = start.params.len().to_string();
        for value in &start.params {
            write_value(&mut text, value);
        }
        let globals: Vec<(usize, &Value)> = globals
            .iter()
            .enumerate()
            .filter_map(|(number, global)| Some((number, start.globals.get(global.index())?.as_ref()?)))
            .collect();
        // Writing to a string cannot fail.
        let _ = write!(text, " {}", globals.len());
        for (number, value) in globals {
            let _ = write!(text, " {number}");
            write_value(&mut text, value);
        }
        let _ = write!(text, " {}", chosen.len());
        for one in chosen {
            let Site { procedure, at, var } = one.site;
            let number = reached.binary_search(&procedure).ok()?;
            let (block, statement) = at.map_or((-1, 0), |(block, statement)| (i64::from(block.0), statement));
            let _ = write!(text, " {number} {block} {statement} {}", var.0);
            write_value(&mut text, &one.value);
        }
        (!text.contains(OPEN)).then_some(text)
    }

    /// The entry of a run that [`Runs::whole`] has written, if it is one of the program's procedures.
    pub fn entry_of(text: &str, program: &Program) -> Option<ProcId> {
        let number: u32 = text.split_ascii_whitespace().next()?.parse().ok()?;
        Some(ProcId(number)).filter(|entry| entry.index() < program.procedures.len())
    }

    /// The run that such a text describes, if it fails at this check, and is one of the program.
    pub fn repeated_whole(&self, text: &str, check: CheckId, cancel: &CancelToken) -> Option<Box<Counterexample>> {
        let entry = Runs::entry_of(text, self.program).filter(|entry| self.program.procedure(*entry).entry)?;
        let mut words = text.split_ascii_whitespace();
        words.next()?;
        let (inputs, choices) = self.read_values(&mut words, entry, &self.all_globals())?;
        self.run(entry, &inputs, choices, check, cancel).filter(|example| example.is_confirmed())
    }

    /// The run that a text describes, if it fails at this check of a procedure.
    pub fn repeated(
        &self,
        text: &str,
        procedure: ProcId,
        check: CheckId,
        cancel: &CancelToken,
    ) -> Option<Box<Counterexample>> {
        let mut words = text.split_ascii_whitespace();
        let entry = *self.entries.get(&procedure)?.get(number(&mut words)?)?;
        let (inputs, choices) = self.read_values(&mut words, entry, &self.globals_of(entry))?;
        self.run(entry, &inputs, choices, check, cancel)
    }

    /// The run on these values, if it fails at this check.
    fn run(
        &self,
        entry: ProcId,
        inputs: &Inputs,
        mut choices: Queue,
        check: CheckId,
        cancel: &CancelToken,
    ) -> Option<Box<Counterexample>> {
        let limits = Limits { steps: STEPS, cancel: Some(cancel), trace: true };
        let run = interp::run(self.program, entry, inputs, &mut choices, limits);
        let fails = run.end == End::Failed(check);
        fails.then(|| Box::new(Counterexample::of(self.program, entry, inputs, run)))
    }

    fn read_values(&self, words: &mut Words<'_>, entry: ProcId, of_entry: &[GlobalId]) -> Option<(Inputs, Queue)> {
        let program = self.program;
        let params: Vec<TypeId> = {
            let procedure = program.procedure(entry);
            procedure.params().filter(|(_, mode)| *mode != Mode::Out).map(|(var, _)| procedure.var(var).ty).collect()
        };
        if number(words)? != params.len() {
            return None;
        }
        let params = params.into_iter().map(|ty| read_value(program, ty, words)).collect::<Option<Vec<Value>>>()?;
        let mut globals = vec![None; program.globals.len()];
        for _ in 0..number(words)? {
            let global = *of_entry.get(number(words)?)?;
            globals[global.index()] = Some(read_value(program, program.globals[global.index()].ty, words)?);
        }
        let reached: Vec<ProcId> = program.reached_from([entry]).into_iter().collect();
        let mut queue = Queue::default();
        for _ in 0..number(words)? {
            let procedure = *reached.get(number(words)?)?;
            let block: i64 = words.next()?.parse().ok()?;
            let statement = number(words)?;
            let at = u32::try_from(block).ok().map(|block| (BlockId(block), statement));
            let var = VarId(words.next()?.parse().ok()?);
            let (_, known) = program.procedure(procedure).vars().find(|(other, _)| *other == var)?;
            let value = read_value(program, known.ty, words)?;
            queue.0.entry(Site { procedure, at, var }).or_default().push_back(value);
        }
        words.next().is_none().then_some((Inputs { params, globals }, queue))
    }
}

/// Values in the order of a run, site by site.
#[derive(Default)]
struct Queue(BTreeMap<Site, VecDeque<Value>>);

impl Choices for Queue {
    fn choose(&mut self, site: Site, _: TypeId) -> Option<Value> {
        self.0.get_mut(&site)?.pop_front()
    }
}

fn number(words: &mut Words<'_>) -> Option<usize> {
    words.next()?.parse().ok()
}

fn int(words: &mut Words<'_>) -> Option<Int> {
    words.next()?.parse().ok()
}

/// Values nest as deeply as types do.
fn write_value(text: &mut String, value: &Value) {
    let _ = match value {
        Value::Bool(value) => write!(text, " {}", u8::from(*value)),
        Value::Int(value) => write!(text, " {value}"),
        Value::Float(value) => write!(text, " {:x}", value.to_bits()),
        Value::Open => write!(text, " {OPEN}"),
        Value::Record(values) => return values.iter().for_each(|value| write_value(text, value)),
        Value::Array(array) => {
            for (first, last) in &array.bounds {
                let _ = write!(text, " {first} {last}");
            }
            write_value(text, &array.default);
            let _ = write!(text, " {}", array.cells.len());
            for (offset, value) in &array.cells {
                let _ = write!(text, " {offset}");
                write_value(text, value);
            }
            Ok(())
        }
    };
}

/// A value of a type, if what comes next is one that a variable of the type can have. Component types come before the
/// types made of them, so the recursion ends.
fn read_value(program: &Program, ty: TypeId, words: &mut Words<'_>) -> Option<Value> {
    let value = match &program.ty(ty).kind {
        TypeKind::Bool => match words.next()? {
            "0" => Value::Bool(false),
            "1" => Value::Bool(true),
            _ => return None,
        },
        TypeKind::Int(_) | TypeKind::Modular(_) => Value::Int(int(words)?),
        TypeKind::Float(_) => Value::Float(f64::from_bits(u64::from_str_radix(words.next()?, 16).ok()?)),
        TypeKind::Record(record) => {
            let values = record.fields.iter().map(|field| read_value(program, field.ty, words));
            Value::Record(Arc::new(values.collect::<Option<Vec<Value>>>()?))
        }
        TypeKind::Array(array) => read_array(program, array, words)?,
    };
    value.fits(program, ty).then_some(value)
}

fn read_array(program: &Program, array: &ArrayType, words: &mut Words<'_>) -> Option<Value> {
    let mut bounds = Vec::new();
    for index in &array.index {
        let range = Range { first: int(words)?, last: int(words)? };
        if array.bounds.is_none() && !can_be_bounds(program, *index, &range) {
            return None;
        }
        bounds.push((range.first, range.last));
    }
    let default = read_value(program, array.component, words)?;
    let mut made = Array { bounds, default, cells: BTreeMap::new() };
    let size = made.size();
    for _ in 0..number(words)? {
        let offset: i128 = words.next()?.parse().ok()?;
        if offset < 0 || size.is_some_and(|size| offset >= size) {
            return None;
        }
        made.set(offset, read_value(program, array.component, words)?);
    }
    Some(Value::Array(Arc::new(made)))
}

/// Whether an array with this index type can have these bounds: outside of the range of the index type only null arrays
/// can.
fn can_be_bounds(program: &Program, index: TypeId, range: &Range) -> bool {
    let inside = |limit: &Range| limit.contains(&range.first) && limit.contains(&range.last);
    match &program.ty(index).kind {
        TypeKind::Int(int) => {
            int.base.as_ref().is_none_or(inside) && (range.is_empty() || int.range.as_ref().is_none_or(inside))
        }
        TypeKind::Modular(modular) => {
            inside(&Range { first: Int::ZERO, last: modular.modulus.clone() - Int::ONE })
                && (range.is_empty() || modular.range.as_ref().is_none_or(inside))
        }
        _ => false,
    }
}
