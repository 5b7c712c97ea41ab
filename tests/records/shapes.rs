//! Records in the shapes that other programs and people give them.

use std::time::Duration;

use ryuma::core::Side;
use ryuma::engine::{GameInfo, Setup};
use ryuma::records::{End, Ending, Format, Hints, Reading, Record, header};

use crate::roundtrip::read;

fn read_text(text: &str) -> Reading {
    read(text.as_bytes(), &Hints::default())
}

/// The one record of a text that is read without a problem.
fn whole(text: &str) -> Record {
    let mut reading = read_text(text);
    assert!(reading.problems.is_empty(), "{:?}\n{text}", reading.problems);
    assert_eq!(reading.records.len(), 1);
    reading.records.remove(0)
}

fn moves(record: &Record) -> String {
    record.move_texts().join(" ")
}

fn ending(record: &Record) -> Option<(Ending, Option<Side>, &str)> {
    record.line.end.as_ref().map(|end: &End| (end.ending, end.winner, end.reason.as_str()))
}

const RESIGNED: Option<(Ending, Option<Side>, &str)> =
    Some((Ending::Resignation, Some(Side::First), "resignation"));

#[test]
fn kif_of_kifu_for_windows() {
    let record = whole(
        "# ---- Kifu for Windows V7 V7.50 棋譜ファイル ----\n開始日時：2026/11/30(月) 19:00:01\n棋戦：竜王戦\n戦型：横歩取り\n\
         手合割：平手　　\n先手：山田\n後手：佐藤\n手数----指手---------消費時間--\n*開始の局面\n   1 ７六歩(77)   ( 0:16/00:00:16)\n*一手目\n\
         **二行目\n   2 ３四歩(33)   ( 0:00/00:00:00)\n   3 ２二角成(88) ( 1:05/00:01:21)+\n   4 同　銀(31)   ( 0:03/00:00:03)\n\
         &しおり\n   5 ４五角打     ( 0:09/00:01:30)\n   6 投了         ( 0:01/00:00:04)\nまで5手で先手の勝ち\n\n\
         変化：3手\n   3 ２六歩(27)   ( 0:00/00:00:16)\n   4 中断\n",
    );
    assert_eq!(moves(&record), "7g7f 3c3d 8h2b+ 3a2b B*4e");
    assert_eq!(record.header(header::FIRST), Some("山田"));
    assert_eq!(record.header(header::STARTED), Some("2026/11/30(月) 19:00:01"));
    assert_eq!(record.header(header::OPENING), Some("横歩取り"));
    assert_eq!(record.comments, ["開始の局面"]);
    let nodes = &record.line.nodes;
    assert_eq!(nodes[0].comments, ["一手目", "*二行目"]);
    assert_eq!(nodes[3].comments, ["&しおり"]);
    assert_eq!(nodes[2].time, Some(Duration::from_secs(65)));
    assert!(nodes.iter().all(|node| node.total.is_none()), "the sums are right: {nodes:?}");
    assert_eq!(ending(&record), RESIGNED);
    let variation = &nodes[2].variations[0];
    assert_eq!(variation.nodes.len(), 1);
    assert_eq!(variation.end.as_ref().map(|end| end.ending), Some(Ending::Interrupted));
}

#[test]
fn kif_in_other_spellings() {
    for text in [
        // No heading, half-width digits, no times.
        "手合割:平手\n先手:A\n後手:B\n1 76歩(77)\n2 34歩(33)\n3 22角成(88)\n4 同銀(31)\n5 45角打\n6 投了\n",
        // Wide times, spaces before everything, 王 and 竜 not met, an empty line between.
        "手数----指手---------消費時間--\n  1   ７六歩(77)  (00:16 / 00:00:16)\n\n  2   ３四歩(33)  (00:16 / 00:00:16)\n  3   ２二角成(88)\n  4   同　　銀(31)\n  5   ４五角打\n  6   投了\n",
        // Without origins: only one piece can go there, or it is a drop.
        "手合割：平手\n1 ７六歩\n2 ３四歩\n3 ２二角成\n4 同　銀\n5 ４五角\n6 投了\n",
    ] {
        let record = whole(text);
        assert_eq!(moves(&record), "7g7f 3c3d 8h2b+ 3a2b B*4e", "{text}");
        assert_eq!(ending(&record), RESIGNED, "{text}");
        assert_eq!(record.start, Setup::Start);
    }
}

#[test]
fn kif_of_a_handicap() {
    let record = whole(
        "手合割：二枚落ち\n上手：先生\n下手：生徒\n手数----指手---------消費時間--\n   1 ６二銀(71)\n   2 ７六歩(77)\n   3 切れ負け\n",
    );
    let start = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    assert_eq!(record.start, Setup::Text(start.to_string()));
    assert_eq!((record.header(header::FIRST), record.header(header::SECOND)), (Some("生徒"), Some("先生")));
    assert_eq!(moves(&record), "7a6b 7g7f");
    assert_eq!(ending(&record), Some((Ending::Overrun, Some(Side::First), "overrun")));
}

#[test]
fn kif_of_a_diagram() {
    let record = whole(
        "# 次の一手\n後手の持駒：飛　金二　歩十一\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n\
         | ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n\
         | ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・v龍 ・ ・ ・ ・|六\n\
         | ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ 全 ・ ・|八\n| ・ ・ ・ ・ ・ 王 ・ ・ ・|九\n\
         +---------------------------+\n先手の持駒：金二\n手数＝30  △５六飛成  まで\n先手番\n\n手数----指手---------消費時間--\n   1 ５二金打\n   2 詰み\n",
    );
    let start = "4k4/9/4P4/9/9/4+r4/9/6+S2/5K3 b 2Gr2g11p 31";
    assert_eq!(record.start, Setup::Text(start.to_string()));
    assert_eq!(moves(&record), "G*5b");
    assert_eq!(ending(&record), Some((Ending::Rules, Some(Side::First), "checkmate")));
}

#[test]
fn ki2() {
    let record = whole(
        "手合割：平手\n先手：山田\n後手：佐藤\n\n*はじめ\n▲７六歩    △３四歩    ▲２二角成  △同　銀\n*四手目\n▲４五角\nまで5手で先手の勝ち\n\n\
         変化：3手\n▲２六歩 △８四歩\n",
    );
    assert_eq!(moves(&record), "7g7f 3c3d 8h2b+ 3a2b B*4e");
    assert_eq!(ending(&record), RESIGNED);
    assert_eq!(record.line.nodes[3].comments, ["四手目"]);
    assert_eq!(record.line.nodes[2].variations[0].nodes.len(), 2);
}

#[test]
fn results_in_words() {
    for (words, expected) in [
        ("まで2手で先手の勝ち", (Ending::Other, Some(Side::First), "")),
        ("まで2手で後手の勝ち", (Ending::Resignation, Some(Side::Second), "resignation")),
        ("まで2手で時間切れにより後手の勝ち", (Ending::Overrun, Some(Side::Second), "overrun")),
        ("まで2手で後手の反則負け", (Ending::IllegalMove, Some(Side::First), "illegal move")),
        ("まで2手で先手の反則負け", (Ending::IllegalMove, Some(Side::Second), "illegal move")),
        ("まで2手で千日手", (Ending::Rules, None, "sennichite")),
        ("まで2手で持将棋", (Ending::Rules, None, "impasse")),
        ("まで2手で中断", (Ending::Interrupted, None, "interrupted")),
        ("まで2手で先手の入玉勝ち", (Ending::Claim, Some(Side::First), "declaration")),
    ] {
        let record = whole(&format!("手合割：平手\n▲７六歩 △３四歩\n{words}\n"));
        assert_eq!(ending(&record), Some(expected), "{words}");
    }
}

#[test]
fn csa_in_other_spellings() {
    for text in [
        "V2.2\nN+A\nN-B\n$EVENT:x\nPI\n+\n+7776FU\nT12\n-3334FU\nT6\n+8822UM\nT1\n-3122GI\nT1\n+0045KA\nT3\n%TORYO\n",
        "'comment\nN+A\nN-B\nPI\n+\n+7776FU,T12\n-3334FU,T6\n+8822UM,T1\n-3122GI,T1\n+0045KA,T3\n%TORYO,T2\n",
        "V2\nP1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP2 * -HI *  *  *  *  * -KA * \nP3-FU-FU-FU-FU-FU-FU-FU-FU-FU\nP4\nP5 *  *\nP6 *  *  *  *  *  *  *  *  * \n\
         P7+FU+FU+FU+FU+FU+FU+FU+FU+FU\nP8 * +KA *  *  *  *  * +HI * \nP9+KY+KE+GI+KI+OU+KI+GI+KE+KY\n+\n\
         +7776FU\n-3334FU\n+8822UM\n-3122GI\n+0045KA\n%TORYO\n",
    ] {
        let record = whole(text);
        assert_eq!(moves(&record), "7g7f 3c3d 8h2b+ 3a2b B*4e", "{text}");
        assert_eq!(ending(&record), RESIGNED);
        assert_eq!(record.start, Setup::Start);
    }
}

#[test]
fn csa_positions() {
    // Pieces taken off the usual start; a problem from single pieces, all others with Gote.
    let record = whole("V2.2\nPI82HI22KA\n-\n-7162GI\n+7776FU\n%CHUDAN\n");
    let start = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    assert_eq!(record.start, Setup::Text(start.to_string()));
    let record = whole("P-51OU\nP+53FU59OU00KI\nP-00AL\n+\n+0052KI\n%TSUMI\n");
    let start = "4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1";
    assert_eq!(record.start, Setup::Text(start.to_string()));
}

#[test]
fn csa_of_floodgate() {
    let record = whole(
        "V2\nN+A+1\nN-B\n'Max_Moves:256\n$EVENT:wdoor+floodgate\nPI\n+\n'rating:A:B\n+7776FU\n'** 56 -3334FU +2726FU\nT3\n-3334FU\n'** -20\nT0\n\
         %TORYO\n'summary:toryo:A lose:B win\n'$END_TIME:2026/11/30 19:00:01\n",
    );
    let nodes = &record.line.nodes;
    assert_eq!((nodes[0].score, nodes[1].score), (Some(56), Some(20)));
    assert_eq!((nodes[0].pv.len(), nodes[0].time), (2, Some(Duration::from_secs(3))));
    assert_eq!(record.header("Max_Moves"), Some("256"));
    let end = record.line.end.expect("an end");
    assert_eq!(end.comments[0], "summary:toryo:A lose:B win");
}

#[test]
fn jkf() {
    let record = whole(
        r#"{"header":{"先手":"A","後手":"B"},"moves":[{"comments":["x"]},
        {"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"},"time":{"now":{"m":0,"s":16},"total":{"h":0,"m":0,"s":16}}},
        {"move":{"color":1,"from":{"x":3,"y":3},"to":{"x":3,"y":4},"piece":"FU"}},
        {"move":{"from":{"x":8,"y":8},"to":{"x":2,"y":2},"piece":"KA","promote":true,"capture":"KA"},
         "forks":[[{"move":{"from":{"x":2,"y":7},"to":{"x":2,"y":6},"piece":"FU"}},{"special":"CHUDAN"}]]},
        {"move":{"from":{"x":3,"y":1},"same":true,"piece":"GI","capture":"UM"}},
        {"move":{"to":{"x":4,"y":5},"piece":"KA","relative":"H"}},{"special":"TORYO"}]}"#,
    );
    assert_eq!(moves(&record), "7g7f 3c3d 8h2b+ 3a2b B*4e");
    assert_eq!(ending(&record), RESIGNED);
    assert_eq!(record.comments, ["x"]);
    assert_eq!(record.line.nodes[2].variations.len(), 1);
}

#[test]
fn position_lines() {
    let hints = |format, game| Hints { format, game: GameInfo::named(game), ..Hints::default() };
    let lines = "# openings\nposition startpos moves 7g7f 3c3d\nstartpos\nsfen 4k4/9/9/9/9/9/9/9/4K4 b 2G 5 moves G*5b\n7g7f\n";
    let reading = read(lines.as_bytes(), &Hints::default());
    let lengths: Vec<usize> = reading.records.iter().map(|record| record.line.nodes.len()).collect();
    assert_eq!((reading.format, lengths, reading.problems.len()), (Format::Usi, vec![2, 0, 1, 1], 0));
    let xiangqi = read(
        b"fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2 h9g7\n",
        &hints(None, "xiangqi"),
    );
    assert_eq!(
        (moves(&xiangqi.records[0]).as_str(), &xiangqi.records[0].start),
        ("h2e2 h9g7", &Setup::Start)
    );
    let fairy = read(b"startpos moves h3e3 h10g8\n", &hints(Some(Format::Uci), "xiangqi"));
    assert_eq!(moves(&fairy.records[0]), "h2e2 h9g7");
}

#[test]
fn pgn_in_other_spellings() {
    for text in [
        "[Game \"Chinese Chess\"]\n[Event \"x\"]\n[Red \"A\"]\n[Black \"B\"]\n[Result \"0-1\"]\n[Format \"ICCS\"]\n\n1. H2-E2 H9-G7 2. H0-G2 I9-H9 0-1\n",
        "[Variant \"xiangqi\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"0-1\"]\n\n1. h3e3 h10g8 2. h1g3 i10h10 0-1\n",
        "[Game \"Chinese Chess\"]\n[Red \"A\"]\n[Black \"B\"]\n[Result \"0-1\"]\n\n1.h2e2 {good} h9g7 $1 2.h0g2! (2.i0i1 i9i8 (2...c6c5) ; rest\n 3.g3g4) i9h9 0-1\n",
    ] {
        let record = whole(text);
        assert_eq!(moves(&record), "h2e2 h9g7 h0g2 i9h9", "{text}");
        assert_eq!(ending(&record), Some((Ending::Other, Some(Side::Second), "")), "{text}");
        assert_eq!((record.header(header::FIRST), record.header(header::SECOND)), (Some("A"), Some("B")));
    }
}

#[test]
fn pgn_that_does_not_name_its_game() {
    let record = whole("[White \"A\"]\n\n1. a3a4 a6a5 2. e3e4 e6e5 *\n");
    assert!(["xiangqi", "janggi"].contains(&record.game.name));
    let janggi = read(
        b"[White \"A\"]\n\n1. e1e1 e8e8 *\n",
        &Hints { game: GameInfo::named("janggi"), ..Hints::default() },
    );
    assert_eq!(moves(&janggi.records[0]), "e1e1 e8e8");
}

#[test]
fn pgn_in_chinese() {
    for text in [
        "[Game \"Chinese Chess\"]\n[Red \"A\"]\n[Black \"B\"]\n[Result \"1/2-1/2\"]\n[Format \"Chinese\"]\n\n1. 炮二平五 马8进7 2. 马二进三 车9平8 1/2-1/2\n",
        "[Game \"Chinese Chess\"]\n[Red \"A\"]\n[Black \"B\"]\n[Result \"1/2-1/2\"]\n\n1.炮二平五 馬８進７\n2.馬二進三 車９平８ 1/2-1/2\n",
        "[Game \"Chinese Chess\"]\n[Red \"A\"]\n[Black \"B\"]\n[Result \"1/2-1/2\"]\n[Format \"WXF\"]\n\n1. C2=5 H8+7 2. H2+3 R9=8 1/2-1/2\n",
    ] {
        assert_eq!(moves(&whole(text)), "h2e2 h9g7 h0g2 i9h9", "{text}");
    }
}

#[test]
fn dhtmlxq() {
    let record = whole(
        "<div>[DhtmlXQ]\n[DhtmlXQ_ver]www_dpxq_com[/DhtmlXQ_ver]\n[DhtmlXQ_title]x[/DhtmlXQ_title]\n[DhtmlXQ_red]A[/DhtmlXQ_red]\n[DhtmlXQ_black]B[/DhtmlXQ_black]\n\
         [DhtmlXQ_blacktime][/DhtmlXQ_time]\n[DhtmlXQ_date]2026-11-30[/DhtmlXQ_date]\n[DhtmlXQ_result]紅勝[/DhtmlXQ_result]\n\
         [DhtmlXQ_binit]0919293949596979891777062646668600102030405060708012720323436383[/DhtmlXQ_binit]\n\
         [DhtmlXQ_movelist]7747706279678070[/DhtmlXQ_movelist]\n[DhtmlXQ_move_0_2_1]10221927[/DhtmlXQ_move_0_2_1]\n\
         [DhtmlXQ_move_1_3_2]0605[/DhtmlXQ_move_1_3_2]\n[DhtmlXQ_comment0]a||b[/DhtmlXQ_comment0]\n[DhtmlXQ_comment2]c[/DhtmlXQ_comment2]\n\
         [DhtmlXQ_comment1_2]d[/DhtmlXQ_comment1_2]\n[/DhtmlXQ]</div>",
    );
    assert_eq!(moves(&record), "h2e2 h9g7 h0g2 i9h9");
    assert_eq!(ending(&record), Some((Ending::Other, Some(Side::First), "")));
    assert_eq!(
        (record.start.clone(), record.comments.clone()),
        (Setup::Start, vec!["a".to_string(), "b".to_string()])
    );
    assert_eq!((record.header(header::STARTED), record.header("title")), (Some("2026/11/30"), Some("x")));
    let second = &record.line.nodes[1];
    assert_eq!((second.comments.join(""), second.variations.len()), ("c".to_string(), 1));
    let variation = &second.variations[0];
    assert_eq!(
        (variation.nodes[0].comments.join(""), variation.nodes[1].variations.len()),
        ("d".to_string(), 1)
    );
}

#[test]
fn gib() {
    let record = whole(
        "[대회명 \"x\"]\n[초대국자 \"A\"]\n[한대국자 \"B\"]\n[초차림 \"마상마상\"]\n[한차림 \"상마상마\"]\n[총수 \"4\"]\n[대국결과 \"한 시간승\"]\n\n\
         1. 79졸78 {좋은 수\n입니다} 2. 41漢兵42\n3. 한수쉼 4. 49병48\n",
    );
    assert_eq!(moves(&record), "i3h3 a6b6 e1e1 i6h6");
    let start = "rbna1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ANBR w - - 0 1";
    assert_eq!(record.start, Setup::Text(start.to_string()));
    assert_eq!(record.line.nodes[0].comments, ["좋은 수 입니다"]);
    assert_eq!(ending(&record), Some((Ending::Overrun, Some(Side::Second), "overrun")));
}
