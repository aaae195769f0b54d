//! The `hornsolve` binary. Under the name `eld`, or with `--eld`, it behaves as Eldarica; under the name of a tool
//! whose command line a frontend knows, as that one.

fn main() -> std::process::ExitCode {
    let mut arguments = std::env::args_os();
    let name = arguments.next();
    let arguments: Vec<_> = arguments.collect();
    if hornsolve::cli::eld::is_asked_for(name.as_deref(), &arguments) {
        return hornsolve::cli::eld::main(arguments);
    }
    hornsolve::cli::main(hornsolve::frontends::FRONTENDS, name.as_deref(), arguments)
}
