//! Bytes to text and back: UTF-8, Shift_JIS, GBK, CP949 and whatever else the web knows.

use std::fmt;
use std::str::FromStr;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, EncoderResult, Encoding as Charset, GB18030, GBK, SHIFT_JIS, UTF_8, UTF_16BE,
    UTF_16LE,
};

use super::{Problem, WriteError};

/// An encoding, with or without a byte order mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding {
    charset: &'static Charset,
    bom: bool,
}

impl Encoding {
    pub const UTF_8: Encoding = Encoding { charset: UTF_8, bom: false };
    pub const SHIFT_JIS: Encoding = Encoding { charset: SHIFT_JIS, bom: false };
    pub const GBK: Encoding = Encoding { charset: GBK, bom: false };
    pub const CP949: Encoding = Encoding { charset: EUC_KR, bom: false };

    /// The name as files and people write it.
    pub fn name(self) -> &'static str {
        match (self.charset.name(), self.bom) {
            ("UTF-8", true) => "UTF-8-BOM",
            ("EUC-KR", _) => "CP949",
            (name, _) => name,
        }
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Encoding {
    type Err = String;

    /// Reads any name that browsers know, and the code pages' names.
    fn from_str(text: &str) -> Result<Encoding, String> {
        let lower = text.trim().to_ascii_lowercase();
        let (label, bom) = match lower.as_str() {
            "utf8" => ("utf-8", false),
            "utf-8-bom" | "utf8-bom" | "utf-8-sig" => ("utf-8", true),
            "cp932" => ("shift_jis", false),
            "cp936" => ("gbk", false),
            "cp949" | "uhc" => ("euc-kr", false),
            "cp950" => ("big5", false),
            other => (other, false),
        };
        match Charset::for_label(label.as_bytes()) {
            // These are read, but nobody writes them.
            Some(charset) if charset.output_encoding() == charset => Ok(Encoding { charset, bom }),
            _ => Err(format!(
                "'{}' is no known encoding: utf-8, shift_jis, gbk, cp949, …",
                crate::game::excerpt(text)
            )),
        }
    }
}

/// Where a file comes from, which tells encodings apart that share their bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Land {
    Japan,
    China,
    Korea,
}

/// The text of a file with its encoding; lines end with `\n`. What is no text in it is told.
pub fn decode(
    bytes: &[u8],
    forced: Option<Encoding>,
    land: Option<Land>,
) -> (String, Encoding, Option<Problem>) {
    let encoding = forced.unwrap_or_else(|| detect(bytes, land));
    // A byte 0xFF ends lines of some `.gib` files and is no text anywhere.
    let cleaned: Vec<u8>;
    let is_legacy = ![UTF_8, UTF_16LE, UTF_16BE].contains(&encoding.charset);
    let bytes = if is_legacy && bytes.contains(&0xFF) {
        cleaned = bytes.iter().copied().filter(|&byte| byte != 0xFF).collect();
        &cleaned
    } else {
        bytes
    };
    let (text, _, bad) = encoding.charset.decode(bytes);
    let text = text.trim_start_matches('\u{FEFF}').replace("\r\n", "\n").replace('\r', "\n");
    let problem = bad.then(|| {
        let found = text.lines().enumerate().find(|(_, line)| line.contains('\u{FFFD}'));
        let (line, excerpt) = found.map_or((1, ""), |(i, line)| (i + 1, line));
        Problem::new(line, excerpt, format!("not all of it is {encoding}: what is not became '\u{FFFD}'"))
    });
    (text, encoding, problem)
}

fn detect(bytes: &[u8], land: Option<Land>) -> Encoding {
    if let Some((charset, _)) = Charset::for_bom(bytes) {
        return Encoding { charset, bom: true };
    }
    if std::str::from_utf8(bytes).is_ok() {
        return Encoding::UTF_8;
    }
    // A damaged file is still UTF-8 where most of it is: the other encodings hardly ever look like it.
    let lossy = String::from_utf8_lossy(bytes);
    let (misfits, fits) =
        (lossy.matches('\u{FFFD}').count(), lossy.chars().filter(|c| !c.is_ascii()).count());
    if misfits * 4 <= fits - misfits {
        return Encoding::UTF_8;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    let domain: Option<&[u8]> = land.map(|land| match land {
        Land::Japan => &b"jp"[..],
        Land::China => b"cn",
        Land::Korea => b"kr",
    });
    let guess = detector.guess(domain, Utf8Detection::Allow);
    let known = [UTF_8, SHIFT_JIS, EUC_JP, GBK, GB18030, BIG5, EUC_KR];
    if known.contains(&guess) {
        return Encoding { charset: if guess == GB18030 { GBK } else { guess }, bom: false };
    }
    // European letters are in no record of these games: whatever fits best of what is.
    let usual = match land {
        Some(Land::Japan) => [SHIFT_JIS, GBK, EUC_KR],
        Some(Land::Korea) => [EUC_KR, GBK, SHIFT_JIS],
        _ => [GBK, SHIFT_JIS, EUC_KR],
    };
    let misfits =
        |charset: &&'static Charset| charset.decode_without_bom_handling(bytes).0.matches('\u{FFFD}').count();
    let utf8 = String::from_utf8_lossy(bytes).matches('\u{FFFD}').count();
    let best = usual.into_iter().min_by_key(misfits).unwrap_or(UTF_8);
    Encoding { charset: if utf8 < misfits(&best) { UTF_8 } else { best }, bom: false }
}

/// The bytes of a text. A first line that names its encoding is put right.
///
/// # Errors
/// [`WriteError::Encoding`]: it has no such character.
pub fn encode(text: &str, encoding: Encoding) -> Result<Vec<u8>, WriteError> {
    let mut head = String::new();
    let mut rest = text;
    if let Some((first, others)) = text.split_once('\n')
        && let Some(start) = first.strip_suffix("encoding=UTF-8")
    {
        head = format!("{start}encoding={}\n", encoding.charset.name());
        rest = others;
    }
    let whole = head + rest;
    let mut bytes = if encoding.bom { b"\xEF\xBB\xBF".to_vec() } else { Vec::new() };
    if encoding.charset == UTF_8 {
        bytes.extend_from_slice(whole.as_bytes());
        return Ok(bytes);
    }
    let mut encoder = encoding.charset.new_encoder();
    let size =
        encoder.max_buffer_length_from_utf8_without_replacement(whole.len()).unwrap_or(whole.len() * 4 + 16);
    let begin = bytes.len();
    bytes.resize(begin + size, 0);
    let (result, read, written) =
        encoder.encode_from_utf8_without_replacement(&whole, &mut bytes[begin..], true);
    bytes.truncate(begin + written);
    match result {
        EncoderResult::InputEmpty => Ok(bytes),
        EncoderResult::Unmappable(character) => {
            let line = whole[..read].matches('\n').count() + 1;
            Err(WriteError::Encoding { encoding: encoding.name(), character, line })
        }
        // The buffer has the size that the encoder asked for.
        EncoderResult::OutputFull => {
            Err(WriteError::Encoding { encoding: encoding.name(), character: ' ', line: 0 })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn legacy_encodings_are_told_apart() {
        let japanese = "開始日時：2026/11/30\n手合割：平手\n先手：羽生\n後手：谷川\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:16/00:00:16)\n";
        let chinese = "[Game \"Chinese Chess\"]\n[Red \"许银川\"]\n[Black \"吕钦\"]\n\n1. 炮二平五 马8进7 2. 马二进三 车9平8\n";
        let korean = "[대회명 \"명인전\"]\n[초대국자 \"김철\"]\n[초차림 \"마상마상\"]\n\n1. 79졸78 2. 41병42 3. 08마87\n";
        for (text, encoding, land) in [
            (japanese, Encoding::SHIFT_JIS, Land::Japan),
            (chinese, Encoding::GBK, Land::China),
            (korean, Encoding::CP949, Land::Korea),
        ] {
            let bytes = encode(text, encoding).expect("characters of the encoding");
            for land in [Some(land), None] {
                let (decoded, found, problem) = decode(&bytes, None, land);
                assert_eq!((decoded.as_str(), found, problem), (text, encoding, None), "{land:?}");
            }
            let with_bom = encode(text, "utf-8-bom".parse().expect("a name")).expect("UTF-8");
            assert_eq!(decode(&with_bom, None, None).0, text);
            assert_eq!(decode(text.replace('\n', "\r\n").as_bytes(), None, None).0, text);
        }
    }

    #[test]
    fn what_cannot_be_written_is_told() {
        let error = encode("a\nb\n▲한국", Encoding::SHIFT_JIS).expect_err("no Hangul");
        assert_eq!(error, WriteError::Encoding { encoding: "Shift_JIS", character: '한', line: 3 });
        assert!("klingon".parse::<Encoding>().is_err() && "utf-16".parse::<Encoding>().is_err());
        let named = encode("#KIF version=2.0 encoding=UTF-8\nx\n", Encoding::SHIFT_JIS).expect("ASCII");
        assert_eq!(named, b"#KIF version=2.0 encoding=Shift_JIS\nx\n");
    }

    #[test]
    fn what_is_no_text_is_told() {
        let (text, encoding, problem) = decode(
            b"good\nba\xC3\x28d \xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E\xE3\x81\xA7\xE3\x81\x99\n",
            Some(Encoding::UTF_8),
            None,
        );
        assert_eq!((text.lines().count(), encoding), (2, Encoding::UTF_8));
        assert_eq!(problem.expect("a problem").line, 2);
    }
}
