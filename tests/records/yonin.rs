//! Records of four-player shogi, sentence by sentence.

use ryuma::core::Side;
use ryuma::records::{self, Format, Hints, ReadError, Reading};

const GAME: &str = "yonin\nSouth: Aoi\nYoninFormat: pairs\n* a game\n*  of two\n\n   1 S 4h4g  1.250s\n* why?\n   2 W 8f7f\n\
                    end interrupted; ranks 1/3/1/3; 2s\n* stopped\n\nvariation 2\n   2 W 8d7d\n";

fn read(text: &str) -> Result<Reading, ReadError> {
    records::read(text.as_bytes(), &Hints { format: Some(Format::Yonin), ..Hints::default() })
}

#[test]
fn a_game_comes_back() {
    let reading = read(GAME).expect("a game");
    assert_eq!(reading.problems, []);
    let [record] = &reading.records[..] else { panic!("{:?}", reading.records) };
    assert_eq!(record.comments, ["a game", " of two"]);
    let end = record.line.end.as_ref().expect("an end");
    assert_eq!((end.ranks, end.winner), (Some([1, 3, 1, 3]), Some(Side::First)));
    assert_eq!(record.line.nodes[1].variations.len(), 1);
    assert_eq!(records::write(record, Format::Yonin).expect("a text"), GAME);
}

#[test]
fn what_is_wrong_is_named_and_left_out() {
    for (from, to, reason) in [
        (
            "1 S 4h4g  1.250s",
            "1 S 4h4g soon",
            "'soon' is no time, such as 1.250s; the line is left out from here, move 1",
        ),
        ("1 S 4h4g", "1 E 4h4g", "S is to move; the line is left out from here, move 1"),
        ("2 W 8f7f", "4 W 8f7f", "it should have the number 2; the line is left out from here, move 2"),
        ("2 W 8f7f", "2", "a move is missing; the line is left out from here, move 2"),
        ("ranks 1/3/1/3", "ranks 1/3/1", "'1/3/1' are no ranks, such as 1/4/2/3"),
        ("variation 2", "variation 9", "no move 8 comes before it"),
        ("variation 2", "varying 2", "it is neither a move, a comment nor an end"),
        ("South: Aoi", "Aoi", "a header is 'Name: value'"),
    ] {
        let reading = read(&GAME.replace(from, to)).expect("a game");
        assert_eq!(reading.problems.first().map(|problem| &problem.reason[..]), Some(reason), "{to}");
        assert_eq!(reading.records.len(), 1);
    }
    let lost = read(&GAME.replace("pairs", "trio")).expect_err("no such rule");
    assert!(lost.to_string().contains("it is single or pairs"), "{lost}");
    let two = read(&format!("South\n{GAME}\n{GAME}")).expect("two games");
    assert_eq!((two.records.len(), two.problems.len()), (2, 1));
}
