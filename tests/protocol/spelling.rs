//! The same conversation in whatever pieces and with whatever space it comes, and conversations that are very long.

use std::time::Duration;

use ryuma::protocol::Protocol;

use crate::gui::Gui;

/// All that the engine says to these bytes, written piece by piece, without what depends on time.
fn talk<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Vec<String> {
    let mut gui = Gui::start(&[]);
    pieces.into_iter().for_each(|piece| gui.send_bytes(piece).expect("the engine reads"));
    gui.close();
    gui.expect_exit(Duration::from_secs(10)).expect("a quiet end");
    let lines = std::iter::from_fn(|| gui.line_within(Duration::from_secs(5)));
    lines.filter(|line| !line.starts_with("info depth") && !line.starts_with("info time")).collect()
}

#[test]
fn pieces_and_space_make_no_difference() {
    for (protocol, moves) in
        [(Protocol::Usi, "7g7f 3c3d"), (Protocol::Ucci, "h2e2 h9g7"), (Protocol::Uci, "h2e2 h9g7")]
    {
        let word = protocol.word();
        let text = format!(
            "{word}\nsetoption name MultiPV value 2\nsetoption name Nonsense value a b\nisready\n{word}newgame\n\
             position startpos moves {moves}\nmoves\nverdict\nd\nxyzzy\ngo nodes 100\n"
        );
        let plain = talk([text.as_bytes()]);
        assert!(plain.iter().any(|line| line.starts_with("bestmove")), "{plain:?}");
        let same = |name: &str, said: Vec<String>| assert_eq!(said, plain, "{word}: {name}");
        same("byte by byte", talk(text.as_bytes().chunks(1)));
        same("seven bytes at a time", talk(text.as_bytes().chunks(7)));
        same("line by line", talk(text.as_bytes().split_inclusive(|&byte| byte == b'\n')));
        for (name, from, to) in [
            ("lines of Windows", "\n", "\r\n"),
            ("empty lines", "\n", "\n\n \n\t\n"),
            ("tabs", " ", "\t"),
            ("space everywhere", " ", "  \t "),
            ("space at the ends of lines", "\n", " \t\n  "),
        ] {
            same(name, talk([text.replace(from, to).as_bytes()]));
        }
        same("no end of the last line", talk([text.trim_end().as_bytes()]));
        same("a byte order mark", talk([format!("\u{FEFF}{text}").as_bytes()]));
    }
}

/// Moves back and forth, which end no `position` command however often they come.
#[test]
fn very_long_games() {
    for (arguments, setup, moves) in [
        (["--protocol", "usi"], "", "2h3h 8b7b 3h2h 7b8b"),
        (["--protocol", "ucci"], "", "a0a1 a9a8 a1a0 a8a9"),
        (["--protocol", "uci"], "", "a0a1 a9a8 a1a0 a8a9"),
        (["--protocol", "uci"], "setoption name UCI_Variant value janggi\n", "a1a2 a10a9 a2a1 a9a10"),
    ] {
        let mut gui = Gui::start(&arguments);
        gui.send(&format!("{setup}setoption name MaxMovesToDraw value 0"));
        for times in [1, 250, 2500] {
            let all = vec![moves; times].join(" ");
            gui.send(&format!("position startpos moves {all}\nmoves\nverdict"));
            let said = gui.expect("info * verdict *");
            assert!(
                !said.iter().any(|line| line.contains("illegal")),
                "{arguments:?}, {} plies: {said:?}",
                4 * times
            );
            gui.send("go nodes 50");
            gui.expect("bestmove *");
        }
        gui.send("quit");
        gui.expect_exit(Duration::from_secs(10)).expect("a quiet end");
    }
}

/// `stop`, `ponderhit` and `isready` a thousand times, with a search and without one.
#[test]
fn storms_of_one_word() {
    for protocol in Protocol::ALL {
        let mut gui = Gui::start(&["--protocol", protocol.word()]);
        gui.send(protocol.word());
        for start in
            ["", "position startpos\ngo infinite\n", "position startpos\ngo ponder nodes 100000000\n"]
        {
            for word in ["stop\n", "ponderhit\n", "isready\n"] {
                gui.send_bytes(format!("{start}{}", word.repeat(1000)).as_bytes()).expect("the engine reads");
                let said = gui.settle().unwrap_or_else(|error| panic!("{start}{word}: {error}"));
                let moves = said.iter().filter(|line| line.starts_with("bestmove")).count();
                assert_eq!(moves, usize::from(!start.is_empty()), "{start}{word}");
                let ready = said.iter().filter(|line| *line == "readyok").count();
                assert_eq!(ready, if word == "isready\n" { 1000 } else { 0 }, "{start}{word}");
            }
        }
    }
}
