//! Benchmark inputs with known verdicts, and the comparison runner.
//!
//! `systems/` holds systems of Horn clauses of our own; [`systems`] finds them and their manifest,
//! [`generate`] writes the ones too large to be kept as files. The runner starts any number of
//! solvers on any list of files ([`compare`]), measures every run ([`process`]), and shows the runs
//! as tables ([`summary`], [`statistics`], [`table`]), a file of records ([`record`]) and a cactus plot ([`plot`]).
//!
//! `ada/` holds Ada programs of our own with a [`manifest`]; [`ada`] and [`gnat`] run them for real. `spark/` holds
//! SPARK programs; [`spark`] makes them executable. [`programs`] runs hornsolve on both, [`programs_table`] shows the
//! verdicts, [`bounds`] times over the bound of bounded model checking. [`oracle`] holds hornsolve against Ada that
//! others wrote.
//!
//! [`ada_project`] writes an Ada project of any size, [`c_project`] a C program.
//!
//! `c/` holds C programs of our own with a [`manifest`]; [`c`] runs them with gcc and its sanitizers.
//!
//! [`crosscheck`] compares the solver with Z3 on random terms and with enumeration on random systems over finite sorts.
//! [`load`] runs anything beside busy processors. [`simulate`] says how long a program takes on many machines.

pub mod ada;
pub mod ada_generate;
pub mod ada_project;
pub mod bounds;
pub mod c;
pub mod c_project;
pub mod command;
pub mod compare;
pub mod crosscheck;
pub mod generate;
pub mod gnat;
pub mod list;
pub mod load;
pub mod manifest;
pub mod oracle;
pub mod plot;
pub mod process;
pub mod programs;
pub mod programs_table;
pub mod record;
pub mod simulate;
pub mod spark;
pub mod statistics;
pub mod statistics_table;
pub mod summary;
pub mod systems;
pub mod table;
pub mod verdict;
