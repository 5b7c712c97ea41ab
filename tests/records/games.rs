//! Games of every shape, made from a seed: our engine plays itself by a glance at each move.

use std::time::Duration;

use ryuma::core::Move;
use ryuma::core::zobrist::mix;
use ryuma::engine::{GameInfo, Setup};
use ryuma::game::Notation;
use ryuma::records::{End, Ending, Line, Node, Record, Replay, header};

/// Seeded random numbers.
pub struct Dice(pub u64);

impl Dice {
    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        (mix(self.0) % limit as u64) as usize
    }

    fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

const HANDICAPS: [&str; 6] = [
    "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "3gkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
];

/// Words in the language of a game.
struct Words {
    players: [&'static str; 4],
    events: [&'static str; 2],
    sites: [&'static str; 2],
    comments: [&'static str; 5],
    limit: &'static str,
}

fn words(game: &str) -> Words {
    match game {
        "shogi" | "yonin" => Words {
            players: ["山田太郎 四段", "Ryuma 0.1", "佐藤花子", "鈴木：一郎"],
            events: ["第1回 龍馬杯", "練習対局"],
            sites: ["東京・将棋会館", "自宅"],
            comments: ["定跡どおりの進行。", "(疑問手) good?", "これが敗着か", "&しおり", "a = b + c; d"],
            limit: "各1時間",
        },
        "xiangqi" => Words {
            players: ["北京 张三", "Ryuma 0.1", "上海 李四", "王五 \"快手\""],
            events: ["2026年全国象棋赛", "练习"],
            sites: ["上海", "北京\\西城"],
            comments: ["红方先手。", "好棋", "可走马八进七，稳健", "(bad?)", "an idea; 100%"],
            limit: "60分+30秒",
        },
        _ => Words {
            players: ["김철수 九단", "Ryuma 0.1", "이영희", "박 \"번개\" 민수"],
            events: ["제1회 류마배", "연습 대국"],
            sites: ["서울", "부산"],
            comments: ["무난한 수순입니다.", "좋은 수", "실수로 보인다 (?)", "a; b", "포가 넘는다"],
            limit: "20분 30초 3회",
        },
    }
}

/// A game with everything that records have, the same for the same seed.
pub fn record(name: &str, seed: u64) -> Record {
    let game = GameInfo::named(name).expect("a game");
    let dice = &mut Dice(mix(seed) ^ name.len() as u64);
    let words = words(name);
    let length = match seed % 10 {
        0 => 120 + dice.below(60),
        1 => dice.below(4),
        _ => 12 + dice.below(34),
    };
    let mut record = Record::new(game, start(game, seed, dice));
    let mut values = vec![
        (header::EVENT, dice.of(&words.events)),
        (header::SITE, dice.of(&words.sites)),
        (header::ROUND, "3"),
        (header::FIRST, dice.of(&words.players)),
        (header::SECOND, dice.of(&words.players)),
        (header::STARTED, dice.of(&["2026/11/30", "2026/11/30 19:00:01"])),
        (header::TIME_LIMIT, words.limit),
        (header::OPENING, "B00"),
        ("annotator", "nobody"),
    ];
    if game.players == 4 {
        let seats = ["South", "West", "North", "East"];
        values.extend(seats.map(|seat| (seat, dice.of(&words.players))));
        values.push(("YoninEnd", "last"));
    }
    values.retain(|_| !dice.one_in(4));
    record.headers = values.into_iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let mut maker = Maker {
        replay: Replay::new(game, &record.start).expect("a start"),
        words,
        times: !seed.is_multiple_of(3),
        fractions: seed % 4 == 1,
        scores: seed % 5 == 2,
        variations: if seed.is_multiple_of(2) { 2 } else { 0 },
        comments: seed % 3 != 1,
    };
    if maker.comments && dice.one_in(2) {
        record.comments = vec![dice.of(&maker.words.comments).to_string(), "2.".to_string()];
    }
    record.line = maker.line(length, 0, dice);
    record
}

fn start(game: &'static GameInfo, seed: u64, dice: &mut Dice) -> Setup {
    match (game.name, seed % 5) {
        ("shogi", 1) => Setup::Text(dice.of(&HANDICAPS).to_string()),
        ("janggi", 0 | 1) => {
            let mut engine = (game.sit_down)();
            for rule in ["ChoSetup", "HanSetup"] {
                engine.set_rule(rule, dice.of(&["EHEH", "HEHE", "EHHE"])).expect("a rule");
            }
            Setup::Text(engine.start_text(Notation::Native))
        }
        (_, 3) => {
            let mut replay = Replay::new(game, &Setup::Start).expect("a start");
            for _ in 0..20 + dice.below(30) {
                let Some(m) = choose(&mut replay, dice) else { break };
                replay.play(m);
            }
            Setup::Text(replay.text())
        }
        _ => Setup::Start,
    }
}

/// A move that a player might make: of a few the one after which the other side stands worst.
fn choose(replay: &mut Replay, dice: &mut Dice) -> Option<Move> {
    if replay.engine().verdict().is_some() {
        return None;
    }
    let moves = replay.engine().legal_moves();
    let ply = replay.played().len();
    let mut best = None;
    for _ in 0..6 {
        let m = moves.get(dice.below(moves.len().max(1))).copied()?;
        replay.play(m);
        let score = replay.engine().evaluate();
        replay.rewind(ply);
        if best.is_none_or(|(worst, _)| score < worst) {
            best = Some((score, m));
        }
    }
    best.map(|(_, m)| m)
}

struct Maker {
    replay: Replay,
    words: Words,
    times: bool,
    fractions: bool,
    scores: bool,
    variations: usize,
    comments: bool,
}

impl Maker {
    /// A line that goes on where the replay is; it is back there afterwards.
    fn line(&mut self, length: usize, depth: usize, dice: &mut Dice) -> Line {
        let start = self.replay.played().len();
        let mut line = Line::default();
        for _ in 0..length {
            let Some(m) = choose(&mut self.replay, dice) else { break };
            let mut node = Node::new(m);
            let not_first = !(depth > 0 && line.nodes.is_empty());
            if not_first && depth < self.variations && dice.one_in(if depth == 0 { 9 } else { 4 }) {
                for _ in 0..1 + dice.below(2) {
                    let length = 1 + dice.below(6);
                    let variation = self.line(length, depth + 1, dice);
                    if variation.nodes.first().is_some_and(|first| first.m != m) {
                        node.variations.push(variation);
                    }
                }
            }
            self.replay.play(m);
            self.describe(&mut node, dice);
            line.nodes.push(node);
        }
        if depth == 0 || dice.one_in(3) {
            line.end = self.end(dice, depth);
        }
        self.replay.rewind(start);
        line
    }

    fn describe(&mut self, node: &mut Node, dice: &mut Dice) {
        if self.times && !dice.one_in(8) {
            let fraction = if self.fractions { dice.below(1000) as u64 } else { 0 };
            let seconds = if dice.one_in(9) { dice.below(4000) } else { dice.below(90) };
            node.time = Some(Duration::from_millis(seconds as u64 * 1000 + fraction));
            // A clock that was set by hand.
            node.total = dice.one_in(20).then(|| Duration::from_secs(40_000 + dice.below(100) as u64));
        }
        if self.scores && !dice.one_in(3) {
            node.score = Some(if dice.one_in(7) { 29_990 } else { dice.below(2000) as i32 - 1000 });
            node.depth = 1 + dice.below(20) as u32;
            if dice.one_in(2) {
                let ply = self.replay.played().len();
                for _ in 0..3 {
                    let Some(m) = choose(&mut self.replay, dice) else { break };
                    self.replay.play(m);
                    node.pv.push(m);
                }
                self.replay.rewind(ply);
            }
        }
        if self.comments && dice.one_in(6) {
            node.comments =
                (0..1 + dice.below(2)).map(|_| dice.of(&self.words.comments).to_string()).collect();
        }
    }

    fn end(&mut self, dice: &mut Dice, depth: usize) -> Option<End> {
        let side = self.replay.side();
        let loses = Some(!side);
        let is_shogi = self.replay.engine().game().name == "shogi";
        let mut ends = vec![
            (Ending::Resignation, loses, "resignation"),
            (Ending::Resignation, loses, "resignation"),
            (Ending::Rules, loses, "checkmate"),
            (Ending::Overrun, loses, "overrun"),
            (Ending::Interrupted, None, "interrupted"),
            (Ending::IllegalMove, Some(side), "illegal move"),
            (Ending::IllegalMove, loses, "illegal move"),
            (Ending::Other, None, "agreement"),
            (Ending::Crash, loses, "crash: the engine died"),
        ];
        if is_shogi {
            ends.extend([
                (Ending::Rules, None, "sennichite"),
                (Ending::Rules, None, "impasse"),
                (Ending::Claim, Some(side), "declaration"),
                (Ending::Interrupted, None, "no mate"),
                (Ending::Rules, Some(side), "perpetual check"),
                (Ending::PlyLimit, None, "ply limit"),
                (Ending::Other, loses, "default"),
            ]);
        }
        let (ending, winner, reason) = dice.of(&ends);
        if dice.one_in(12) {
            return None;
        }
        let mut end = if self.replay.engine().game().players == 4 {
            let (ending, reason) = dice.of(&[
                (Ending::Rules, "checkmate"),
                (Ending::Rules, "repetition"),
                (Ending::PlyLimit, "ply limit"),
                (Ending::Interrupted, "interrupted"),
            ]);
            let ranks = dice.of(&[None, Some([1, 4, 2, 3]), Some([1, 1, 3, 4]), Some([3, 1, 3, 1])]);
            ranks.map_or(End::new(ending, None, reason), |ranks| End::of_four(ending, ranks, reason))
        } else {
            End::new(ending, winner, reason)
        };
        if self.times && dice.one_in(2) {
            end.time = Some(Duration::from_secs(dice.below(60) as u64));
        }
        if self.comments && dice.one_in(3) {
            end.comments.push(dice.of(&self.words.comments).to_string());
        }
        if depth == 0 && self.variations > 0 && dice.one_in(3) {
            let length = 1 + dice.below(4);
            let beyond = self.line(length, 1, dice);
            end.variations.extend(Some(beyond).filter(|line| !line.nodes.is_empty()));
        }
        Some(end)
    }
}
