//! The `hornsolve` binary: arguments, logger, signals, exit code.

fn main() -> std::process::ExitCode {
    hornsolve::cli::main(std::env::args_os().skip(1))
}
