//! The executable `ryuma`: everything is in the library.

fn main() -> std::process::ExitCode {
    ryuma::cli::run()
}
