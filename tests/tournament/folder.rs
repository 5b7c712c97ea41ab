//! A folder with fake engines, and the matches played in it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

pub const RYUMA: &str = env!("CARGO_BIN_EXE_ryuma");

/// What a fake engine does beside shaking hands.
pub struct Fake<'a> {
    /// When it starts.
    pub start: &'a str,
    /// In answer to `go`.
    pub go: &'a str,
}

pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn out(&self) -> PathBuf {
        self.path().join("out")
    }

    /// Writes a file; gives its path.
    pub fn write(&self, name: &str, text: &str) -> String {
        let path = self.path().join(name);
        fs::write(&path, text).expect("written");
        path.to_str().expect("UTF-8").to_string()
    }

    /// The words for an engine made of a shell script that speaks USI.
    pub fn fake(&self, name: &str, fake: Fake) -> String {
        let script = format!(
            "cd '{}'\n{}\nwhile read -r line; do\ncase \"$line\" in\nusi) echo 'id name Fake {name}'; echo usiok;;\n\
             isready) echo readyok;;\ngo*) {};;\nquit) exit 0;;\nesac\ndone\n",
            self.path().display(),
            fake.start,
            fake.go
        );
        format!("name={name} proto=usi cmd='/bin/sh {}'", self.write(&format!("{name}.sh"), &script))
    }

    pub fn command(&self, engines: &[&str], arguments: &str) -> Command {
        let mut command = Command::new(RYUMA);
        command.arg("match").env_remove("RUST_LOG").stdin(Stdio::null());
        engines.iter().for_each(|engine| {
            command.args(["--engine", engine]);
        });
        command.args(arguments.split_whitespace()).arg("--out").arg(self.out());
        command
    }

    /// Plays a match to its end.
    pub fn play(&self, engines: &[&str], arguments: &str) -> Output {
        self.command(engines, arguments).output().expect("it runs")
    }

    /// Plays a match to its end, which is a good one; the summary.
    pub fn summary_of(&self, engines: &[&str], arguments: &str) -> Value {
        let output = self.play(engines, arguments);
        assert!(output.status.success(), "{}", text(&output.stderr));
        self.summary()
    }

    pub fn start(&self, engines: &[&str], arguments: &str) -> Child {
        let mut command = self.command(engines, arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts")
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.out().join(name)).unwrap_or_default()
    }

    pub fn summary(&self) -> Value {
        serde_json::from_str(&self.read("summary.json")).expect("a summary")
    }

    /// The games in the order of their numbers.
    pub fn games(&self) -> Vec<Value> {
        let mut games: Vec<Value> = self
            .read("games.jsonl")
            .lines()
            .map(|line| serde_json::from_str(line).expect("a game a line"))
            .collect();
        games.sort_by_key(|game| game["number"].as_u64());
        games
    }
}

/// Our own engine over USI.
pub fn ryuma(name: &str) -> String {
    format!("name={name} cmd={RYUMA} option.USI_Hash=1")
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}
