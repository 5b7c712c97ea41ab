//! Makes the records of `tests/data/records`, 30 a format and game: `cargo run --release --example records`.
//!
//! All is from seeds: the files come out the same each time. Every fourth is UTF-8, UTF-8 with a byte order mark and CRLF,
//! the legacy encoding of its country, and the same with CRLF.

use std::path::Path;

use ryuma::records::{self, Encoding, Format};

#[path = "../tests/records/games.rs"]
mod games;

const KINDS: [(&str, Format, Encoding); 12] = [
    ("shogi", Format::Kif, Encoding::SHIFT_JIS),
    ("shogi", Format::Ki2, Encoding::SHIFT_JIS),
    ("shogi", Format::Csa, Encoding::SHIFT_JIS),
    ("shogi", Format::Jkf, Encoding::UTF_8),
    ("shogi", Format::Usi, Encoding::UTF_8),
    ("xiangqi", Format::Pgn, Encoding::GBK),
    ("xiangqi", Format::DhtmlXq, Encoding::GBK),
    ("xiangqi", Format::Usi, Encoding::UTF_8),
    ("xiangqi", Format::Uci, Encoding::UTF_8),
    ("janggi", Format::Pgn, Encoding::CP949),
    ("janggi", Format::Gib, Encoding::CP949),
    ("yonin", Format::Yonin, Encoding::UTF_8),
];

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/records");
    for (game, format, legacy) in KINDS {
        let folder = folder.join(format!("{game}_{format}"));
        std::fs::create_dir_all(&folder).expect("a folder");
        for seed in 0..30 {
            let record = games::record(game, seed);
            let style = if game == "xiangqi" && seed % 3 == 1 { Some("chinese") } else { None };
            let style = style.filter(|_| format == Format::Pgn);
            let mut text = records::write_styled(&record, format, style).expect("a text");
            if seed % 2 == 1 {
                text = text.replace('\n', "\r\n");
            }
            let encoding = match seed % 4 {
                0 => Encoding::UTF_8,
                1 => "utf-8-bom".parse().expect("an encoding"),
                _ => legacy,
            };
            let bytes = records::encoding::encode(&text, encoding).expect("characters of the encoding");
            std::fs::write(folder.join(format!("{seed:02}.{format}")), bytes).expect("a file");
        }
    }
}
