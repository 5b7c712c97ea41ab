//! The manual against the program: options, links, commands; and what the program is made of.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The texts that people read: those of docs/ and those beside the README.
fn pages() -> Vec<PathBuf> {
    let folders = [root().to_path_buf(), root().join("docs"), root().join("nets"), root().join("book")];
    let entries = folders.iter().flat_map(|folder| std::fs::read_dir(folder).expect("a folder"));
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect()
}

fn ryuma(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_ryuma")).args(arguments).output().expect("it runs");
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// A table's cells without the marks of code; none for any other line.
fn cells(line: &str) -> Vec<String> {
    let inner = line.trim().strip_prefix('|').and_then(|line| line.strip_suffix('|'));
    inner.map_or(Vec::new(), |line| line.split('|').map(|cell| cell.trim().replace('`', "")).collect())
}

#[test]
fn every_option_is_in_the_manual_with_its_default() {
    let page = text(&root().join("docs/options.md"));
    // Columns: USI, UCI, UCCI, default, what it does.
    let mut told: BTreeMap<(usize, String), String> = BTreeMap::new();
    for row in page.lines().map(cells).filter(|row| row.len() == 5) {
        for protocol in 0..3 {
            told.insert((protocol, row[protocol].clone()), row[3].clone());
        }
    }
    let mut declared = BTreeSet::new();
    for line in ryuma(&["options", "--json"]).lines() {
        let option: Value = serde_json::from_str(line).expect("JSON");
        let protocol = match option["protocol"].as_str() {
            Some("usi") => 0,
            Some("uci") => 1,
            Some("ucci") => 2,
            other => panic!("protocol {other:?}"),
        };
        let name = option["name"].as_str().expect("a name").to_string();
        let default = match &option["default"] {
            Value::Null => "button".to_string(),
            Value::String(text) if text.is_empty() => "empty".to_string(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let key = (protocol, name);
        let row =
            told.get(&key).unwrap_or_else(|| panic!("docs/options.md lacks {key:?}, default {default}"));
        // Where the protocols differ, the default is told for each: "shogi, xiangqi, xiangqi".
        let of_each: Vec<&str> = row.split(", ").collect();
        let row = if of_each.len() == 3 { of_each[protocol] } else { row };
        assert_eq!(row, default, "the default of {key:?} in docs/options.md");
        declared.insert(key);
    }
    for (key, default) in told {
        let is_name = !matches!(key.1.as_str(), "–" | "USI" | "UCI" | "UCCI") && !key.1.starts_with('-');
        assert!(
            !is_name || declared.contains(&key),
            "docs/options.md has {key:?} = {default}, the program not"
        );
    }
}

/// Heading `How strong?` as GitHub and mdBook name it in links: `how-strong`.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn links_lead_somewhere() {
    let mut links = 0;
    for page in pages() {
        for (at, _) in text(&page).match_indices("](") {
            let all = text(&page);
            let link = all[at + 2..].split(')').next().unwrap_or("");
            if link.contains("://") || link.contains('\n') {
                continue;
            }
            links += 1;
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target =
                if file.is_empty() { page.clone() } else { page.parent().expect("a folder").join(file) };
            assert!(target.exists(), "{}: link to {link}", page.display());
            let has =
                |line: &str| line.starts_with('#') && anchor(line.trim_start_matches(['#', ' '])) == heading;
            assert!(heading.is_empty() || text(&target).lines().any(has), "{}: {link}", page.display());
        }
    }
    assert!(links > 60, "{links} links");
}

#[test]
fn every_page_is_in_the_table_of_contents() {
    let contents = text(&root().join("docs/SUMMARY.md"));
    for page in pages().iter().filter(|page| page.starts_with(root().join("docs"))) {
        let name = page.file_name().and_then(|name| name.to_str()).expect("a name");
        assert!(
            name == "SUMMARY.md" || contents.contains(&format!("({name})")),
            "{name} is not in SUMMARY.md"
        );
    }
}

/// The commands of a page that a reader may paste: lines of `sh` blocks, continued ones put together.
fn commands(page: &Path) -> Vec<String> {
    let mut commands = Vec::new();
    let mut is_shell = false;
    for line in text(page).replace("\\\n", " ").lines() {
        match line.trim().strip_prefix("```") {
            Some(language) => is_shell = language == "sh",
            None if is_shell => commands.push(line.trim().to_string()),
            None => {}
        }
    }
    commands
}

#[test]
fn commands_of_the_manual_exist() {
    let mut helps: BTreeMap<String, String> = BTreeMap::new();
    let mut seen = 0;
    for page in pages() {
        for command in commands(&page) {
            // What follows a pipe, a comment or a redirection is not ours.
            let end = command.find([';', '|', '#', '>']).unwrap_or(command.len());
            let words: Vec<&str> = command[..end].split_whitespace().collect();
            let is_ours = words
                .first()
                .is_some_and(|word| matches!(*word, "ryuma" | "./ryuma" | "target/release/ryuma"));
            let Some(subcommand) = words.get(1).filter(|word| is_ours && !word.starts_with('-')) else {
                continue;
            };
            let mut call = vec![*subcommand];
            if matches!(*subcommand, "book" | "data" | "tune") {
                call.extend(words.get(2));
            }
            let key = call.join(" ");
            let help = helps.entry(key).or_insert_with(|| {
                call.push("--help");
                ryuma(&call)
            });
            for flag in words.iter().filter(|word| word.starts_with("--")) {
                assert!(help.contains(flag), "{}: '{command}' has {flag}", page.display());
            }
            seen += 1;
        }
    }
    assert!(seen > 30, "{seen} commands");
}

#[test]
fn unsafe_is_where_the_manual_says_and_has_a_reason() {
    let mut files = BTreeSet::new();
    let mut folders = vec![root().join("src")];
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path())
        {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let source = text(&path);
            let lines: Vec<&str> = source.lines().collect();
            for (number, _) in lines.iter().enumerate().filter(|(_, line)| line.contains("unsafe {")) {
                let before = &lines[number.saturating_sub(5)..number];
                let place = format!("{}:{}", path.display(), number + 1);
                assert!(before.iter().any(|line| line.contains("// SAFETY:")), "{place}: no reason");
                files.insert(path.strip_prefix(root()).expect("inside").display().to_string());
            }
        }
    }
    let page = text(&root().join("docs/security.md"));
    let told = page.lines().map(cells).filter(|row| row.first().is_some_and(|cell| cell.starts_with("src/")));
    assert_eq!(told.map(|row| row[0].clone()).collect::<BTreeSet<_>>(), files);
}

/// The strings of a list in deny.toml, which cargo-deny reads too.
fn list(section: &str, name: &str) -> Vec<String> {
    let file = text(&root().join("deny.toml"));
    let section = file.split(&format!("[{section}]")).nth(1).expect("the section");
    let list = section.split(&format!("\n{name} = [")).nth(1).and_then(|rest| rest.split(']').next());
    list.expect("the list").split('"').skip(1).step_by(2).map(str::to_string).collect()
}

#[test]
fn crates_are_of_a_known_source_and_licence() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let allowed = list("licenses", "allow");
    let denied = list("bans", "deny");
    let (skipped, mut versions) = (list("bans", "skip"), BTreeMap::new());
    for package in metadata["packages"].as_array().expect("packages") {
        let name = package["name"].as_str().expect("a name");
        *versions.entry(name).or_insert(0) += 1;
        assert!(!denied.iter().any(|denied| denied == name), "{name} is denied by deny.toml");
        if name == "ryuma" {
            continue;
        }
        let source = package["source"].as_str().unwrap_or("a folder");
        assert_eq!(source, "registry+https://github.com/rust-lang/crates.io-index", "{name}");
        // Of alternatives one is enough; of what is joined by AND, all.
        let licence = package["license"].as_str().unwrap_or("").replace(['(', ')'], "").replace(" / ", "/");
        let has = |one: &str| allowed.iter().any(|allowed| allowed == one.trim());
        let is_free = licence.split(" AND ").all(|part| part.replace('/', " OR ").split(" OR ").any(has));
        assert!(is_free, "{name}: licence '{licence}' is not in deny.toml");
    }
    for (name, count) in versions {
        assert!(count == 1 || skipped.iter().any(|skipped| skipped == name), "{count} versions of {name}");
    }
}
