//! The house's rule: a room looks only into the rooms below it, and only the engine's list names games.

use std::path::{Path, PathBuf};

/// The rooms from the street door down.
const ROOMS: [&str; 16] = [
    "cli",
    "analysis",
    "tuning",
    "tournament",
    "records",
    "protocol",
    "book",
    "engine",
    "training",
    "data",
    "search",
    "nnue",
    "perft",
    "games",
    "game",
    "core",
];

/// Words that name a game, and where they may not be.
const GAME_WORDS: [&str; 6] = ["shogi", "xiangqi", "janggi", "yonin", "bikjang", "sennichite"];
const NAMELESS_ROOMS: [&str; 12] = [
    "analysis",
    "tuning",
    "tournament",
    "protocol",
    "book",
    "training",
    "data",
    "search",
    "nnue",
    "perft",
    "game",
    "core",
];

fn sources(room: &str) -> Vec<PathBuf> {
    fn walk(path: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            if entry.is_dir() {
                walk(&entry, found);
            } else if entry.extension().is_some_and(|extension| extension == "rs") {
                found.push(entry);
            }
        }
    }
    let house = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (file, folder) = (house.join(format!("{room}.rs")), house.join(room));
    let mut found = Vec::new();
    if file.exists() {
        found.push(file);
    }
    if folder.exists() {
        walk(&folder, &mut found);
    }
    assert!(!found.is_empty(), "no source of room '{room}'");
    found
}

/// The lines of a file without comments.
fn code(path: &Path) -> Vec<(usize, String)> {
    let text = std::fs::read_to_string(path).expect("a source file");
    let lines = text.lines().enumerate();
    lines.map(|(i, line)| (i + 1, line.split("//").next().unwrap_or("").to_string())).collect()
}

/// The rooms that a line of code looks into.
fn looks_into(line: &str) -> Vec<&str> {
    let mut rooms = Vec::new();
    for (at, _) in line.match_indices("crate::") {
        let rest = &line[at + "crate::".len()..];
        if let Some(group) = rest.strip_prefix('{') {
            let group = group.split('}').next().unwrap_or("");
            rooms.extend(group.split(',').map(|item| item.trim().split("::").next().unwrap_or("")));
        } else {
            rooms.push(rest.split(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or(""));
        }
    }
    rooms
}

#[test]
fn every_source_belongs_to_a_room() {
    let house = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for entry in std::fs::read_dir(house).expect("src").map(|entry| entry.expect("an entry").path()) {
        let name = entry.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_string();
        assert!(["lib", "main"].contains(&name.as_str()) || ROOMS.contains(&name.as_str()), "{name}");
    }
}

#[test]
fn arrows_run_one_way() {
    let mut wrong = Vec::new();
    for (level, room) in ROOMS.iter().enumerate() {
        for path in sources(room) {
            for (number, line) in code(&path) {
                for other in looks_into(&line) {
                    if ROOMS[..level].contains(&other) {
                        wrong.push(format!("{}:{number}: {room} looks up into {other}", path.display()));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn games_are_named_in_the_engine_only() {
    let mut wrong = Vec::new();
    for room in NAMELESS_ROOMS {
        for path in sources(room) {
            for (number, line) in code(&path) {
                if line.contains("#[cfg(test)]") {
                    break; // tests may name what they try
                }
                let line = line.to_lowercase();
                for word in GAME_WORDS.iter().filter(|word| line.contains(**word)) {
                    wrong.push(format!("{}:{number}: names {word}", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn the_check_sees_what_it_should() {
    assert_eq!(looks_into("use crate::engine::Engine;"), ["engine"]);
    assert_eq!(looks_into("use crate::{core::Move, search};"), ["core", "search"]);
    assert_eq!(looks_into("let x = crate::protocol::y(crate::cli::z);"), ["protocol", "cli"]);
}
