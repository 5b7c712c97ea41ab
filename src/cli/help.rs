//! `ryuma completions`, `ryuma man`: the command line described to shells and to `man`.

use std::path::PathBuf;

use clap::Command;
use clap_complete::Shell;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ryuma completions bash > ~/.local/share/bash-completion/completions/ryuma
  ryuma completions zsh > ~/.zfunc/_ryuma           (with 'fpath+=~/.zfunc' in ~/.zshrc)
  ryuma completions fish > ~/.config/fish/completions/ryuma.fish
  ryuma completions powershell >> $PROFILE")]
pub struct CompletionArguments {
    /// The shell
    shell: Shell,
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ryuma man | man -l -                              read it now
  ryuma man --out ~/.local/share/man/man1           install the pages of all subcommands")]
pub struct ManArguments {
    /// Write a page for every subcommand into this folder, instead of one to the standard output
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

/// Writes the completions of a shell to the standard output.
///
/// # Errors
/// A message: nothing can be written.
pub fn complete(arguments: &CompletionArguments, mut command: Command) -> Result<(), String> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "ryuma", &mut script);
    super::write_out(&script)
}

/// Writes manual pages.
///
/// # Errors
/// A message: nothing can be written.
pub fn write_manual(arguments: &ManArguments, command: Command) -> Result<(), String> {
    if let Some(folder) = &arguments.out {
        let failed = |error| format!("cannot write to '{}': {error}", folder.display());
        std::fs::create_dir_all(folder).map_err(failed)?;
        return clap_mangen::generate_to(command, folder).map_err(failed);
    }
    let mut page = Vec::new();
    // A buffer takes everything.
    clap_mangen::Man::new(command).render(&mut page).map_err(|error| error.to_string())?;
    super::write_out(&page)
}
