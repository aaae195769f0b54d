//! A run of the program in which a check fails, as data; [`crate::Subject`] has the words for it.

use crate::interp::{Chosen, Event, EventKind, Inputs, Run, Value};
use crate::ir::{CheckId, Client, GlobalId, Loc, Mode, ProcId, Program, TypeId, VarId};

/// A name with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    /// The name of the variable in the source.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// The value.
    pub value: Value,
}

/// What a client does.
#[derive(Clone, Debug, PartialEq)]
pub enum Deed {
    /// It calls an operation, with these arguments; those that only come back are not among them.
    Called(ProcId, Vec<Given>),
    /// It assigns a variable of the program.
    Assigned(Given),
}

/// A run of the program in which a check fails.
#[derive(Clone, Debug, PartialEq)]
pub struct Counterexample {
    /// The subprogram that the run starts with.
    pub entry: ProcId,
    /// All values that it starts with, so that it can be repeated.
    pub start: Inputs,
    /// The parameters of the user that have a value at the start.
    pub inputs: Vec<Given>,
    /// The variables of packages that it starts with.
    pub globals: Vec<Given>,
    /// How many values were chosen on the way: by variables without a value, and by subprograms without a body.
    pub choices: usize,
    /// These values, in the order of the run. Fewer than `choices` where an operation has no determined result.
    pub chosen: Vec<Chosen>,
    /// The values, where the check fails, of the variables of its condition.
    pub values: Vec<Given>,
    /// The loops that are open where the check fails, outermost first: the loop statement, and its iteration, from 1.
    pub iterations: Vec<(Loc, u64)>,
    /// What happened, in order.
    pub steps: Vec<Event>,
    /// How many steps were left out at the start of a long trace.
    pub omitted: usize,
    /// Subprograms that did what their contracts admit, which their bodies may not: the run is one of the contracts.
    pub by_contract: Vec<ProcId>,
    /// Where the values come from that the failure depends on and that the program does not compute.
    pub origins: Vec<String>,
    /// The checks that the run gets past and that depend on such values, with where these come from: where such a check
    /// does not hold for all of them, the program may end there.
    pub passed: Vec<(CheckId, Vec<String>)>,
    /// Where the run starts with a client: what it does, in its order. The failure is in the last call.
    pub deeds: Vec<Deed>,
}

impl Counterexample {
    /// A run from an entry of which nothing else is known.
    pub fn new(entry: ProcId) -> Counterexample {
        Counterexample {
            entry,
            start: Inputs::default(),
            inputs: Vec::new(),
            globals: Vec::new(),
            choices: 0,
            chosen: Vec::new(),
            values: Vec::new(),
            iterations: Vec::new(),
            steps: Vec::new(),
            omitted: 0,
            by_contract: Vec::new(),
            origins: Vec::new(),
            passed: Vec::new(),
            deeds: Vec::new(),
        }
    }

    /// A failing run of an entry, kept with its trace.
    pub fn of(program: &Program, entry: ProcId, inputs: &Inputs, run: Run) -> Counterexample {
        let procedure = program.procedure(entry);
        let params = procedure.params().filter(|(_, mode)| *mode != Mode::Out).map(|(var, _)| procedure.var(var));
        let shown = params.zip(&inputs.params).filter(|(var, _)| !var.synthetic);
        let by_contract = by_contract(program, &run);
        let client = program.client(entry);
        // A client makes the state itself.
        let given: &[Option<Value>] = if client.is_some() { &[] } else { &inputs.globals };
        // Constants are made where the entry starts, and hidden variables only matter where the run rests on them;
        // those without a place are not the program's.
        let shows = |id: &GlobalId| match program.hidden.contains(id) {
            true => !run.origins.is_empty() && program.globals[id.index()].loc != Loc::NONE,
            false => !program.globals[id.index()].constant,
        };
        let given = (0..).map(GlobalId).zip(given).take(program.globals.len());
        let globals = given.filter(|(global, _)| shows(global)).filter_map(|(global, value)| {
            let global = &program.globals[global.index()];
            Some(Given { name: global.name.clone(), ty: global.ty, value: value.clone()? })
        });
        let choosing = client.and_then(|client| program.choosing_loop(client));
        let choosing = choosing.and_then(|head| procedure.block(head).loop_head.as_ref()).map(|info| info.loc);
        // The user knows nothing of the loop in which a client chooses.
        let own = |at: usize, loc: &Loc| at == 0 && Some(*loc) == choosing;
        let iterations = run.iterations.iter().enumerate();
        let iterations = iterations.filter(|(at, (loc, _))| !own(*at, loc)).map(|(_, one)| *one).collect();
        let deeds = client.map_or_else(Vec::new, |client| deeds(program, client, &run.chosen));
        Counterexample {
            entry,
            start: inputs.clone(),
            inputs: shown
                .map(|(var, value)| Given { name: var.name.clone(), ty: var.ty, value: value.clone() })
                .collect(),
            globals: globals.collect(),
            choices: run.choices,
            chosen: run.chosen,
            values: run.values.into_iter().map(|(name, ty, value)| Given { name, ty, value }).collect(),
            iterations,
            steps: run.events,
            omitted: run.omitted,
            by_contract,
            origins: run.origins,
            passed: run.passed,
            deeds,
        }
    }

    /// Whether the run is one of the program, if the checks hold that it gets past: all that its end depends on are
    /// inputs, and values that the program computes.
    pub fn is_confirmed(&self) -> bool {
        self.by_contract.is_empty() && self.origins.is_empty()
    }

    /// Whether it is one whatever is known of the checks that it gets past.
    pub fn is_certain(&self) -> bool {
        self.is_confirmed() && self.passed.is_empty()
    }

    /// How sure it is that the run is one of the program, to compare it with others.
    pub fn certainty(&self) -> (bool, bool) {
        (self.is_confirmed(), self.passed.is_empty())
    }
}

/// What a client does, by the values that were chosen for it.
fn deeds(program: &Program, client: &Client, chosen: &[Chosen]) -> Vec<Deed> {
    let procedure = program.procedure(client.procedure);
    let mut deeds: Vec<Deed> = Vec::new();
    let mut operation = None;
    let mut assigning: Option<VarId> = None;
    for one in chosen.iter().filter(|one| one.site.procedure == client.procedure) {
        let (var, value) = (one.site.var, &one.value);
        let given = |name: &str| Given { name: name.to_string(), ty: procedure.var(var).ty, value: value.clone() };
        if var == client.choice {
            let number = match value {
                Value::Int(number) => number.to_i64().and_then(|number| usize::try_from(number - 1).ok()),
                _ => None,
            };
            operation = number.and_then(|at| client.operations.get(at));
            deeds.extend(operation.map(|operation| Deed::Called(operation.callee, Vec::new())));
        } else if let Some((_, place, _)) = client.assigned.iter().find(|(flag, ..)| *flag == var) {
            assigning = Some(*place).filter(|_| *value == Value::Bool(true));
        } else if assigning == Some(var) {
            let name = client.assigned.iter().find(|(_, place, _)| *place == var).map_or("", |(.., name)| name);
            deeds.push(Deed::Assigned(given(name)));
            assigning = None;
        } else if let (Some(called), Some(Deed::Called(callee, arguments))) = (operation, deeds.last_mut())
            && let Some(at) = called.arguments.iter().position(|argument| *argument == var)
            && let Some((param, mode)) = program.procedure(*callee).params().nth(at)
            && mode != Mode::Out
            && !program.procedure(*callee).var(param).synthetic
        {
            arguments.push(given(&program.procedure(*callee).var(param).name));
        }
    }
    deeds
}

/// The subprograms whose contracts the run follows instead of their bodies; all there are if a part of the run is not
/// known.
fn by_contract(program: &Program, run: &Run) -> Vec<ProcId> {
    let all = program.procedures().filter(|(_, procedure)| procedure.by_contract);
    let called = |id: ProcId| {
        run.omitted > 0
            || run.events.iter().any(|event| matches!(event.kind, EventKind::Called(callee, _) if callee == id))
    };
    all.filter(|(id, _)| called(*id)).map(|(id, _)| id).collect()
}
