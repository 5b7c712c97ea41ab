//! The one place through which everything is said.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::exit;
use std::sync::{Arc, Mutex};

/// Lines to the GUI: each is flushed and logged. Clones write to the same place.
#[derive(Clone)]
pub struct Output(Arc<Mutex<Box<dyn Write + Send>>>);

impl Output {
    /// The standard output of the process.
    pub fn stdout() -> Output {
        Output::to(io::stdout())
    }

    /// Any other place, for tests.
    pub fn to(writer: impl Write + Send + 'static) -> Output {
        Output(Arc::new(Mutex::new(Box::new(writer))))
    }

    /// Says one line, or several with line feeds between them.
    ///
    /// If nobody listens any more the program ends here, quietly: a GUI that is gone needs no engine. If
    /// nothing can be written for another reason (a full disk), it ends with a message and exit code 2.
    pub fn say(&self, text: &str) {
        text.split('\n').for_each(|line| log::trace!("-> {line}"));
        let mut writer = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let said = writeln!(writer, "{text}").and_then(|()| writer.flush());
        match said {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => exit(0),
            Err(error) => {
                complain(format_args!("error: cannot write: {error}"));
                exit(2);
            }
        }
    }
}

/// Says a line on the standard error. Unlike `eprintln!` it does not panic where that is closed or full: whoever looks
/// at nothing misses nothing.
pub fn complain(text: impl Display) {
    let _ = writeln!(io::stderr(), "{text}");
}
