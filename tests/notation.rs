//! Moves as people write them: tables, other programs' answers, and random moves written and read back.

mod common;

use common::{Dice, endless, table};
use ryuma::core::Move;
use ryuma::game::style::{read_any_style, style_named};
use ryuma::game::{Game, MoveStyle, Notation, TextError, legal_moves};
use ryuma::games::janggi::Janggi;
use ryuma::games::shogi::Shogi;
use ryuma::games::xiangqi::Xiangqi;

fn style<G: Game>(name: &str) -> &'static MoveStyle<G> {
    style_named(name).unwrap_or_else(|error| panic!("{error}"))
}

fn position<G: Game>(text: &str) -> G {
    G::parse(text, &endless::<G>()).unwrap_or_else(|error| panic!("{error}"))
}

fn native<G: Game>(position: &G, text: &str) -> Move {
    position.parse_move(text, Notation::Native).unwrap_or_else(|error| panic!("{error}"))
}

/// A position after moves in coordinates.
fn after<G: Game>(text: &str, moves: &str) -> G {
    let mut position = if text == "startpos" { G::start(&endless::<G>()) } else { position::<G>(text) };
    for text in moves.split_whitespace() {
        let m = native(&position, text);
        position.do_move(m);
    }
    position
}

/// Plays random games, a few plies from each position, until so many moves have been written and read back in every
/// style of the game.
fn round_trip<G: Game>(starts: &[G], plies: usize) {
    let mut dice = Dice(6);
    let mut count = 0;
    while count < 10_000 {
        let mut position = starts[dice.below(starts.len())].clone();
        for _ in 0..plies {
            let moves = legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            let m = moves[dice.below(moves.len())];
            for style in G::STYLES {
                let text = (style.write)(&position, m);
                let place = || format!("{} {text}: {}", style.info.name, position.text(Notation::Native));
                assert_eq!((style.read)(&position, &text), Ok(m), "{}", place());
                assert_eq!(read_any_style(&position, &text), Ok(m), "any style, {}", place());
            }
            count += 1;
            position.do_move(m);
        }
    }
}

/// The positions of a column of a table.
fn positions_of<G: Game>(name: &str, column: usize) -> Vec<G> {
    table(name).iter().map(|row| position(&row[column])).collect()
}

#[test]
fn random_shogi_moves_are_read_back() {
    let mut starts = positions_of::<Shogi>("notation_tsshogi.tsv", 0);
    starts.push(Shogi::start(&endless::<Shogi>()));
    round_trip(&starts, 40);
}

#[test]
fn random_xiangqi_moves_are_read_back() {
    let mut starts = positions_of::<Xiangqi>("xiangqi_notation.tsv", 0);
    let crowded = table("notation_pyffish.tsv").into_iter().filter(|row| row[0] == "xiangqi");
    starts.extend(crowded.map(|row| position::<Xiangqi>(&row[1])));
    round_trip(&starts, 20);
}

#[test]
fn random_janggi_moves_are_read_back() {
    round_trip(&Janggi::starts(), 150);
}

/// Japanese moves and those of KIF files as tsshogi writes them. It writes ☗ and ☖, and a wide space after 同.
#[test]
fn japanese_as_tsshogi_writes_it() {
    let rows = table("notation_tsshogi.tsv");
    assert_eq!(rows.len(), 1000);
    let mut wrong = Vec::new();
    for row in rows {
        let [sfen, played, coordinates, japanese, kif] = row.as_slice() else { panic!("{row:?}") };
        let position = after::<Shogi>(sfen, played);
        let m = native(&position, coordinates);
        let theirs = japanese.replace('☗', "▲").replace('☖', "△").replace('\u{3000}', "");
        for (name, theirs, as_printed) in [("japanese", &theirs, japanese), ("kif", kif, kif)] {
            let ours = (style::<Shogi>(name).write)(&position, m);
            let read = read_any_style(&position, as_printed);
            if ours != *theirs || read != Ok(m) {
                wrong.push(format!("{sfen} {played} {coordinates}: {ours}, not {theirs}, read {read:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} rows\n{}", wrong.len(), wrong.join("\n"));
}

/// Western shogi and WXF moves as Fairy-Stockfish writes them; its janggi has letters and a sign between the squares, and
/// no word for a pass.
#[test]
fn western_moves_as_fairy_stockfish_writes_them() {
    fn check<G: Game>(row: &[String], name: &str, simplify: fn(&str) -> String) -> Option<String> {
        let position = position::<G>(&row[1]);
        let m = position.parse_move(&row[2], Notation::Fairy).unwrap_or_else(|error| panic!("{error}"));
        let ours = (style::<G>(name).write)(&position, m);
        let is_pass = m.from() == m.to() && ours == "한수쉼";
        (!is_pass && simplify(&ours) != simplify(&row[3])).then(|| format!("{row:?}: ours {ours}"))
    }
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect();
    let rows = table("notation_pyffish.tsv");
    let wrong: Vec<String> = rows
        .iter()
        .filter_map(|row| match row[0].as_str() {
            "shogi" => check::<Shogi>(row, "western", str::to_string),
            "xiangqi" => check::<Xiangqi>(row, "wxf", str::to_string),
            _ => check::<Janggi>(row, "korean", digits),
        })
        .collect();
    assert_eq!(rows.len(), 900);
    assert!(wrong.is_empty(), "{} rows\n{}", wrong.len(), wrong.join("\n"));
}

/// The table mixes both scripts and has half-width digits for Black.
#[test]
fn the_table_of_xiangqi_moves() {
    let unify = |text: &str| -> String {
        let simplified = ['马', '车', '进', '后', '将', '帅'];
        let traditional = ['馬', '車', '進', '後', '將', '帥'];
        let unified = text.chars().map(|c| match simplified.iter().position(|&known| known == c) {
            Some(at) => traditional[at],
            None => ('１'..='９').position(|wide| wide == c).map_or(c, |at| char::from(b'1' + at as u8)),
        });
        unified.collect()
    };
    let rows = table("xiangqi_notation.tsv");
    assert_eq!(rows.len(), 46);
    for row in rows {
        let [fen, chinese, iccs, wxf] = row.as_slice() else { panic!("{row:?}") };
        let position = position::<Xiangqi>(fen);
        let m = native(&position, iccs);
        let write = |name: &str| (style::<Xiangqi>(name).write)(&position, m);
        assert_eq!(unify(&write("chinese")), unify(chinese), "{fen}");
        assert_eq!(unify(&write("traditional")), unify(chinese), "{fen}");
        assert_eq!(write("wxf"), *wxf, "{fen}");
        for text in [chinese, wxf, iccs] {
            assert_eq!(read_any_style(&position, text), Ok(m), "{text}: {fen}");
        }
    }
}

/// A game, a position, moves before, a text, and the coordinates that it means.
#[test]
fn spellings_that_are_read_too() {
    fn check<G: Game>(text: &str, moves: &str, spellings: &[(&str, &str)]) {
        let position = after::<G>(text, moves);
        for (spelling, coordinates) in spellings {
            let read = read_any_style(&position, spelling);
            assert_eq!(read, Ok(native(&position, coordinates)), "{spelling}");
        }
    }
    let usual = [
        ("7g7f", "7g7f"),
        (" P-7f ", "7g7f"),
        ("p7f", "7g7f"),
        ("P-76", "7g7f"),
        ("P7g-7f", "7g7f"),
        ("P7776", "7g7f"),
        ("７六歩", "7g7f"),
        ("76歩", "7g7f"),
        ("☗７六歩(77)", "7g7f"),
        ("▲7 6 歩", "7g7f"),
        ("▲７六步", "7g7f"),
        ("５八金右", "4i5h"),
        ("58金左", "6i5h"),
        ("▲48王", "5i4h"),
    ];
    check::<Shogi>("startpos", "", &usual);
    let bishops =
        [("Bx2b+", "8h2b+"), ("Bx2b=", "8h2b"), ("Bx22", "8h2b"), ("２二角成", "8h2b+"), ("22角生", "8h2b")];
    check::<Shogi>("startpos", "7g7f 3c3d", &bishops);
    let back =
        [("同銀", "3a2b"), ("△同　銀(31)", "3a2b"), ("仝銀", "3a2b"), ("S-2b", "3a2b"), ("２二銀", "3a2b")];
    check::<Shogi>("startpos", "7g7f 3c3d 8h2b+", &back);
    // A pawn that reaches the last rank has no choice, however little the text says.
    check::<Shogi>("4k4/P8/9/9/9/9/9/9/4K4 b - 1", "", &[("P-9a", "9b9a+"), ("９一歩", "9b9a+")]);
    let opening = [
        ("炮二平五", "h2e2"),
        ("砲2平5", "h2e2"),
        ("炮２平５", "h2e2"),
        ("包二平五", "h2e2"),
        ("C2=5", "h2e2"),
        ("c2.5", "h2e2"),
        ("H2-E2", "h2e2"),
        ("h2-e2", "h2e2"),
        ("傌八进七", "b0c2"),
        ("N8+7", "b0c2"),
        ("B7+5", "c0e2"),
        ("俥一进一", "i0i1"),
    ];
    check::<Xiangqi>("startpos", "", &opening);
    // Three pawns on one file, two on another: by file, by one count from the right, and by the order alone where only
    // one of those pawns can make the move.
    let pawns = [
        ("前六平五", "d9e9"),
        ("中六平五", "d7e7"),
        ("后六平五", "d5e5"),
        ("前四平五", "f9e9"),
        ("一兵平五", "f9e9"),
        ("二兵平五", "f5e5"),
        ("三兵平五", "d9e9"),
        ("五兵平五", "d5e5"),
        ("前兵六平五", "d9e9"),
        ("前兵平七", "d9c9"),
        ("26=5", "d7e7"),
        ("24=5", "f5e5"),
    ];
    check::<Xiangqi>("3P1P3/4k4/3P5/9/3P1P3/9/9/9/9/3K5 w - - 0 1", "", &pawns);
    let chariots =
        [("前车退一", "a8a7"), ("车前退一", "a8a7"), ("R+-1", "a8a7"), ("+R-1", "a8a7"), ("-r+1", "a5a6")];
    check::<Xiangqi>("3k5/R8/9/9/R8/9/9/9/9/4K4 w - - 0 1", "", &chariots);
    let soldiers = [
        ("79卒78", "i3h3"),
        ("79졸78", "i3h3"),
        ("79楚卒78", "i3h3"),
        ("79초졸78", "i3h3"),
        ("7978", "i3h3"),
        ("79 졸 78", "i3h3"),
        ("79兵78", "i3h3"),
        ("한수쉼", "e1e1"),
        ("pass", "e1e1"),
        ("95將94", "e1d1"),
        ("95장94", "e1d1"),
        ("95초94", "e1d1"),
        ("95楚楚94", "e1d1"),
    ];
    check::<Janggi>("startpos", "", &soldiers);
    let remarks =
        ["51차11차장군", "51車11", "51車11車", "51楚車11장군", "51차11멍군장군"].map(|text| (text, "a5a9"));
    check::<Janggi>("r3k4/9/9/9/R8/9/9/9/4K4/9 w - - 0 1", "", &remarks);
}

#[test]
fn what_is_no_move_is_told() {
    let shogi = Shogi::start(&endless::<Shogi>());
    let told = |text: &str| read_any_style(&shogi, text).expect_err("no move").to_string();
    assert_eq!(told("G-5h"), "illegal move 'G-5h': it may mean 6i5h or 4i5h");
    assert_eq!(told("▲５八金"), "illegal move '▲５八金': it may mean 6i5h or 4i5h");
    assert_eq!(told("P-5e"), "illegal move 'P-5e': no legal move is meant by it");
    assert_eq!(told("△３四歩"), "illegal move '△３四歩': no legal move is meant by it");
    assert_eq!(told("同歩"), "illegal move '同歩': no move was played before it");
    assert!(told("e4").starts_with("bad move 'e4': a move looks like "), "{}", told("e4"));
    for text in
        ["", "+", "P", "P-", "+K-5h", "P-0f", "７", "７六", "７六歩(", "７六歩(77", "▲", "歩７六", "\u{FFFD}"]
    {
        assert!(matches!(read_any_style(&shogi, text), Err(TextError::Move { .. })), "{text}");
    }
    let xiangqi = Xiangqi::start(&endless::<Xiangqi>());
    for text in
        ["", "炮", "炮二平", "炮二平五五", "炮平二五", "C2", "C2=0", "CC=5", "++=5", "前前平五", "H2-E"]
    {
        assert!(matches!(read_any_style(&xiangqi, text), Err(TextError::Move { .. })), "{text}");
    }
    for text in ["炮二平八", "前炮平五", "C2=8", "16=5", "H2-B2"] {
        assert!(matches!(read_any_style(&xiangqi, text), Err(TextError::Illegal { .. })), "{text}");
    }
    let janggi = Janggi::start(&endless::<Janggi>());
    for text in ["", "79", "79卒", "79卒7", "79卒70", "79卒卒卒78", "79卒78!", "79卒79", "쉼", "장군"]
    {
        assert!(matches!(read_any_style(&janggi, text), Err(TextError::Move { .. })), "{text}");
    }
    for text in ["79車78", "79卒68", "55卒54"] {
        assert!(matches!(read_any_style(&janggi, text), Err(TextError::Illegal { .. })), "{text}");
    }
    let error = style_named::<Janggi>("japanese").map(|_| ()).unwrap_err().to_string();
    assert_eq!(error, "unknown notation 'japanese': there are korean, hangul");
}
