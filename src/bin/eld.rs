//! The same program under Eldarica's name: arguments, answers and exit codes are those of `eld`.

fn main() -> std::process::ExitCode {
    hornsolve::cli::eld::main(std::env::args_os().skip(1))
}
