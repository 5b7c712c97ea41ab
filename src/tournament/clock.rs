//! Time controls, the two clocks of a game, and how each protocol is told of them.

use std::fmt;
use std::time::Duration;

use crate::core::Side;
use crate::game::excerpt;
use crate::protocol::Protocol;

/// How long the moves of a game may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// A clock: main time, then a byoyomi for every move; or an increment after every move.
    Clock { main: Duration, increment: Duration, byoyomi: Duration },
    /// Exactly this long a move.
    MoveTime(Duration),
    /// Nodes a move, with no clock.
    Nodes(u64),
    /// Plies a move, with no clock.
    Depth(u32),
}

impl Control {
    /// Reads `5+0.05`, `60` or `0.5+0.005`: main time and increment in seconds.
    ///
    /// # Errors
    /// A message naming the text.
    pub fn parse_clock(text: &str) -> Result<(Duration, Duration), String> {
        let seconds = |text: &str| {
            text.parse::<f64>()
                .ok()
                .filter(|seconds| (0.0..=1e7).contains(seconds))
                .map(|seconds| Duration::from_millis((seconds * 1000.0).round() as u64))
        };
        let (main, increment) = text.split_once('+').unwrap_or((text, "0"));
        match (seconds(main), seconds(increment)) {
            (Some(main), Some(increment)) if !(main + increment).is_zero() => Ok((main, increment)),
            _ => {
                let text = excerpt(text);
                Err(format!("bad clock '{text}': expected seconds, or seconds + seconds a move, like 5+0.05"))
            }
        }
    }
}

fn seconds(time: Duration) -> f64 {
    time.as_secs_f64()
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Control::Clock { main, increment, byoyomi } => {
                let mut parts = Vec::new();
                if !main.is_zero() {
                    parts.push(format!("{} s", seconds(*main)));
                }
                if !increment.is_zero() {
                    parts.push(format!("{} s/move", seconds(*increment)));
                }
                if !byoyomi.is_zero() {
                    parts.push(format!("byoyomi {} ms", byoyomi.as_millis()));
                }
                f.write_str(&parts.join(" + "))
            }
            Control::MoveTime(time) => write!(f, "{} ms/move", time.as_millis()),
            Control::Nodes(nodes) => write!(f, "{nodes} nodes/move"),
            Control::Depth(depth) => write!(f, "depth {depth}"),
        }
    }
}

/// The two clocks of one game.
#[derive(Clone, Debug)]
pub struct Clocks {
    control: Control,
    left: [Duration; 2],
}

impl Clocks {
    pub fn new(control: Control) -> Clocks {
        let main = match control {
            Control::Clock { main, .. } => main,
            _ => Duration::ZERO,
        };
        Clocks { control, left: [main; 2] }
    }

    /// The time in which `side` must have moved; `None` without a clock.
    pub fn allowed(&self, side: Side) -> Option<Duration> {
        match self.control {
            Control::Clock { byoyomi, .. } => Some(self.left[side.index()] + byoyomi),
            Control::MoveTime(time) => Some(time),
            Control::Nodes(_) | Control::Depth(_) => None,
        }
    }

    /// Books a move. One that came late, within the margin, costs all main time and no more.
    pub fn spend(&mut self, side: Side, used: Duration) {
        if let Control::Clock { increment, .. } = self.control {
            let left = &mut self.left[side.index()];
            *left = left.saturating_sub(used) + increment;
        }
    }

    /// The line that starts `side`'s search.
    pub fn go(&self, protocol: Protocol, side: Side) -> String {
        let (increment, byoyomi) = match self.control {
            Control::MoveTime(time) => return format!("go movetime {}", time.as_millis()),
            Control::Nodes(nodes) => return format!("go nodes {nodes}"),
            Control::Depth(depth) => return format!("go depth {depth}"),
            Control::Clock { increment, byoyomi, .. } => (increment.as_millis(), byoyomi.as_millis()),
        };
        let [first, second] = self.left.map(|left| left.as_millis());
        if protocol == Protocol::Usi {
            let period = if byoyomi > 0 {
                format!("byoyomi {byoyomi}")
            } else {
                format!("binc {increment} winc {increment}")
            };
            return format!("go btime {first} wtime {second} {period}");
        }
        // UCI and UCCI know no byoyomi. Once main time is gone it is a time control of one move; before, an
        // increment that is told as already given: what an engine may use of it is never more than there is.
        let is_last = byoyomi > 0 && self.left[side.index()].is_zero();
        let (first, second, increment) = (first + byoyomi, second + byoyomi, increment.max(byoyomi));
        if protocol == Protocol::Uci {
            let period = if is_last {
                "movestogo 1".to_string()
            } else {
                format!("winc {increment} binc {increment}")
            };
            return format!("go wtime {first} btime {second} {period}");
        }
        let (mine, theirs) = if side == Side::First { (first, second) } else { (second, first) };
        if is_last {
            format!("go time {mine} movestogo 1 opptime {theirs} oppmovestogo 1")
        } else {
            format!("go time {mine} increment {increment} opptime {theirs} oppincrement {increment}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn clock(text: &str, byoyomi: u64) -> Clocks {
        let (main, increment) =
            if text.is_empty() { (ms(0), ms(0)) } else { Control::parse_clock(text).unwrap() };
        Clocks::new(Control::Clock { main, increment, byoyomi: ms(byoyomi) })
    }

    #[test]
    fn clocks_are_read() {
        assert_eq!(Control::parse_clock("5+0.05"), Ok((ms(5000), ms(50))));
        assert_eq!(Control::parse_clock("0.5"), Ok((ms(500), ms(0))));
        for bad in ["", "x", "5+", "-1", "0", "5+x", "nan", "1e30"] {
            assert!(Control::parse_clock(bad).unwrap_err().contains(&format!("'{bad}'")), "{bad}");
        }
    }

    #[test]
    fn main_time_and_increment() {
        let mut clocks = clock("5+0.05", 0);
        assert_eq!(clocks.allowed(Side::First), Some(ms(5000)));
        clocks.spend(Side::First, ms(1200));
        assert_eq!(clocks.allowed(Side::First), Some(ms(3850)));
        assert_eq!(clocks.go(Protocol::Usi, Side::Second), "go btime 3850 wtime 5000 binc 50 winc 50");
        assert_eq!(clocks.go(Protocol::Uci, Side::Second), "go wtime 3850 btime 5000 winc 50 binc 50");
        let ucci = "go time 5000 increment 50 opptime 3850 oppincrement 50";
        assert_eq!(clocks.go(Protocol::Ucci, Side::Second), ucci);
        // Late by less than the margin: nothing is owed.
        clocks.spend(Side::First, ms(3870));
        assert_eq!(clocks.allowed(Side::First), Some(ms(50)));
    }

    #[test]
    fn byoyomi() {
        let mut clocks = clock("", 100);
        clocks.spend(Side::First, ms(90));
        assert_eq!(clocks.allowed(Side::First), Some(ms(100)));
        assert_eq!(clocks.go(Protocol::Usi, Side::First), "go btime 0 wtime 0 byoyomi 100");
        assert_eq!(clocks.go(Protocol::Uci, Side::First), "go wtime 100 btime 100 movestogo 1");
        let ucci = "go time 100 movestogo 1 opptime 100 oppmovestogo 1";
        assert_eq!(clocks.go(Protocol::Ucci, Side::First), ucci);
    }

    #[test]
    fn main_time_before_byoyomi() {
        let mut clocks = clock("1", 100);
        assert_eq!(clocks.go(Protocol::Usi, Side::First), "go btime 1000 wtime 1000 byoyomi 100");
        assert_eq!(clocks.go(Protocol::Uci, Side::First), "go wtime 1100 btime 1100 winc 100 binc 100");
        // Part of the byoyomi is used: main time is gone, and the byoyomi comes whole again.
        clocks.spend(Side::First, ms(1050));
        assert_eq!(clocks.allowed(Side::First), Some(ms(100)));
        assert_eq!(clocks.go(Protocol::Uci, Side::First), "go wtime 100 btime 1100 movestogo 1");
    }

    #[test]
    fn no_clock() {
        for (control, go, allowed, text) in [
            (Control::MoveTime(ms(200)), "go movetime 200", Some(ms(200)), "200 ms/move"),
            (Control::Nodes(5000), "go nodes 5000", None, "5000 nodes/move"),
            (Control::Depth(3), "go depth 3", None, "depth 3"),
        ] {
            let mut clocks = Clocks::new(control);
            clocks.spend(Side::First, ms(1_000_000));
            assert_eq!(clocks.allowed(Side::First), allowed);
            Protocol::ALL.iter().for_each(|&protocol| assert_eq!(clocks.go(protocol, Side::First), go));
            assert_eq!(control.to_string(), text);
        }
        let control = Control::Clock { main: ms(5000), increment: ms(50), byoyomi: ms(0) };
        assert_eq!(control.to_string(), "5 s + 0.05 s/move");
    }
}
