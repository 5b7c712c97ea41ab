//! Training: a toy target is learned, a run put down goes on as if it had not been, and files come out.

mod common;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

use common::{Dice, random_games};
use ryuma::game::Game;
use ryuma::games::{janggi::Janggi, shogi::Shogi, xiangqi::Xiangqi};
use ryuma::nnue::Network;
use ryuma::training::{Plan, Samples, Settings, Split, Trainer, TrainingError, network, train_on};

/// Positions of random games; their score is what the hand-made evaluation says.
fn samples<G: Game>(games: u64) -> Samples {
    let mut samples = Samples::new::<G>();
    random_games(
        games,
        100,
        |_| G::start(&G::Rules::default()),
        |position: &mut G, dice: &mut Dice| {
            if dice.one_in(2) {
                samples.add(position, position.evaluate(), 0.5);
            }
        },
    );
    samples
}

fn plan_for(out: PathBuf, settings: Settings) -> Plan {
    Plan { data: Vec::new(), limit: usize::MAX, out, settings, restart: false }
}

fn small() -> Settings {
    Settings { width: 32, epochs: 12, batch: 256, rate: 0.005, lambda: 1.0, ..Settings::default() }
}

/// The loss of always saying "even".
fn loss_of_knowing_nothing(samples: &Samples, split: &Split, settings: &Settings) -> f32 {
    let losses = split.held_out.iter().map(|&index| {
        let (score, result) = samples.outcome(index as usize);
        (settings.target(score, result) - 0.5).powi(2)
    });
    losses.sum::<f32>() / split.held_out.len() as f32
}

fn evaluation_is_learned<G: Game>(games: u64) {
    let (samples, settings) = (samples::<G>(games), small());
    let split = Split::of(samples.len());
    let mut trainer = Trainer::new(&samples, &settings);
    while !trainer.is_done() {
        trainer.run_epoch(&samples, &split, |_| ());
    }
    let losses = *trainer.history.last().expect("an epoch");
    let nothing = loss_of_knowing_nothing(&samples, &split, &settings);
    assert!(losses.held_out < 0.25 * nothing, "{losses:?}, knowing nothing: {nothing}");

    // The integers play as they were taught.
    let network = network::<G>(&trainer).expect("in range");
    let (mut same, mut all) = (0, 0);
    random_games(
        20,
        100,
        |_| G::start(&G::Rules::default()),
        |position: &mut G, _| {
            let (known, learned) = (position.evaluate(), network.evaluate(position));
            if known.abs() > 400 {
                all += 1;
                same += usize::from(known.signum() == learned.signum());
            }
        },
    );
    assert!(all > 100 && same * 10 > all * 8, "{same} of {all}");
}

#[test]
fn xiangqi_is_learned() {
    evaluation_is_learned::<Xiangqi>(150);
}

#[test]
fn shogi_is_learned() {
    evaluation_is_learned::<Shogi>(600);
}

#[test]
fn a_run_goes_on_where_it_was_put_down() {
    let samples = samples::<Xiangqi>(40);
    let folder = tempfile::tempdir().expect("a folder");
    let plan = |name: &str, epochs: u32| plan_for(folder.path().join(name), Settings { epochs, ..small() });
    let said = Mutex::new(Vec::new());
    let tell = |line: &str| said.lock().expect("no panic").push(line.to_string());
    let whole = plan("whole.nnue", 3);
    train_on::<Xiangqi>(&whole, &samples, &tell).expect("a network");
    let bytes = std::fs::read(&whole.out).expect("a file");
    Network::<Xiangqi>::from_bytes(&bytes).expect("a network");
    let drawing = std::fs::read_to_string(folder.path().join("whole.nnue.svg")).expect("a picture");
    assert!(drawing.starts_with("<svg") && drawing.contains("polyline"));

    // The same run in two parts: a folder in the picture's place ends it after an epoch.
    let parts = plan("parts.nnue", 3);
    std::fs::create_dir(folder.path().join("parts.nnue.svg")).expect("a folder");
    assert!(matches!(train_on::<Xiangqi>(&parts, &samples, &tell), Err(TrainingError::Write { .. })));
    std::fs::remove_dir(folder.path().join("parts.nnue.svg")).expect("no folder");
    train_on::<Xiangqi>(&parts, &samples, &tell).expect("a network");
    assert_eq!(std::fs::read(&parts.out).expect("a file"), bytes);

    // Done is done.
    said.lock().expect("no panic").clear();
    train_on::<Xiangqi>(&parts, &samples, &tell).expect("a network");
    let said = said.lock().expect("no panic").join("\n");
    assert!(said.contains("going on after epoch 3") && !said.contains("epoch 3/3"), "{said}");
}

#[test]
fn another_runs_checkpoint_is_refused() {
    let samples = samples::<Xiangqi>(40);
    let folder = tempfile::tempdir().expect("a folder");
    let mut plan = plan_for(folder.path().join("x.nnue"), Settings { epochs: 1, ..small() });
    train_on::<Xiangqi>(&plan, &samples, &|_| ()).expect("a network");
    plan.settings.rate = 0.002;
    let error = train_on::<Xiangqi>(&plan, &samples, &|_| ()).expect_err("another run's");
    assert!(error.to_string().contains("rate 0.005"), "{error}");
    plan.restart = true;
    train_on::<Xiangqi>(&plan, &samples, &|_| ()).expect("a network");

    plan.restart = false;
    let kept = folder.path().join("x.nnue.checkpoint");
    let mut bytes = std::fs::read(&kept).expect("a file");
    bytes[100] ^= 1;
    std::fs::write(&kept, bytes).expect("a file");
    let error = train_on::<Xiangqi>(&plan, &samples, &|_| ()).expect_err("damaged");
    assert!(error.to_string().contains("damaged"), "{error}");
}

#[test]
fn too_few_positions_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let plan = plan_for(folder.path().join("x.nnue"), small());
    let error = train_on::<Xiangqi>(&plan, &samples::<Xiangqi>(1), &|_| ()).expect_err("too few");
    assert!(matches!(error, TrainingError::TooFew(_)));
}

/// Runs the program: whether it ended well, and what it said.
fn ryuma(folder: &Path, line: &str) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ryuma"));
    let output = command.args(line.split(' ')).current_dir(folder).output().expect("the program");
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8_lossy(&said).into_owned())
}

/// What a session says to these lines, up to the end of its input.
fn talk(folder: &Path, lines: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ryuma"));
    let command = command.current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut process = command.spawn().expect("the program");
    let mut input = process.stdin.take().expect("its input");
    input.write_all(lines.as_bytes()).expect("written");
    drop(input);
    let output = process.wait_with_output().expect("its end");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// All scores that a session told.
fn scores(said: &str) -> Vec<&str> {
    said.split("score cp ").skip(1).filter_map(|rest| rest.split(' ').next()).collect()
}

#[test]
fn the_program_trains_on_its_own_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |line: &str| ryuma(folder.path(), line);
    let (done, said) = run("datagen --game janggi --nodes 20 --positions 4000 --out games.bin");
    assert!(done, "{said}");
    let (done, said) =
        run("train --game janggi --data games.bin --out j.nnue --width 32 --epochs 2 --batch 512");
    assert!(done && said.contains("epoch 2/2") && said.contains("integers against"), "{said}");
    Network::<Janggi>::load(&folder.path().join("j.nnue")).expect("a network");
    let (done, said) = run("datagen --game janggi --nodes 20 --positions 200 --net j.nnue --out more.bin");
    assert!(done, "{said}");
    let (done, said) = run("datagen --game xiangqi --nodes 20 --positions 200 --net j.nnue --out x.bin");
    assert!(!done && said.contains("janggi"), "{said}");
    // The network is played with, and another game's is refused.
    let session = |variant: &str, file: &str| {
        let go = "isready\nposition startpos\ngo depth 5\n";
        let lines = format!("uci\nsetoption name UCI_Variant value {variant}\n{file}{go}");
        talk(folder.path(), &lines)
    };
    let file = "setoption name EvalFile value j.nnue\n";
    let (plain, networked) = (session("janggi", ""), session("janggi", file));
    assert!(networked.contains("evaluating by network 'j.nnue'"), "{networked}");
    assert_ne!(scores(&plain), scores(&networked));
    let back = session("janggi", &format!("{file}setoption name EvalFile value <empty>\n"));
    assert_eq!(scores(&plain), scores(&back));
    assert!(scores(&plain).len() >= 5, "{plain}");
    let refused = session("xiangqi", file);
    assert!(refused.contains("network for 'janggi', not for 'xiangqi'"), "{refused}");
    assert!(refused.contains("bestmove"), "{refused}");

    let (done, said) = run("train --game xiangqi --data games.bin --out x.nnue");
    assert!(!done && said.contains("games.bin") && said.contains("janggi"), "{said}");
    let (done, said) = run("train --game janggi --data none.bin --out x.nnue");
    assert!(!done && said.contains("none.bin"), "{said}");
    let (done, said) = run("train --game janggi --data games.bin --out x.nnue --width 33");
    assert!(!done && said.contains("multiple of 32"), "{said}");
    let (done, said) = run("train --game janggi --data games.bin --out no/x.nnue --width 32 --epochs 1");
    assert!(!done && said.contains("no/x.nnue"), "{said}");
}

/// `cargo test --release --test training -- --ignored --nocapture speed`
#[test]
#[ignore = "a measurement"]
fn speed() {
    fn measure<G: Game>() {
        let samples = samples::<G>(4000);
        for width in [128, 256] {
            let settings = Settings { width, epochs: 1, ..Settings::default() };
            let split = Split::of(samples.len());
            let mut trainer = Trainer::new(&samples, &settings);
            let begin = std::time::Instant::now();
            trainer.run_epoch(&samples, &split, |_| ());
            let rate = split.learned.len() as f64 / begin.elapsed().as_secs_f64();
            let threads = std::thread::available_parallelism().map_or(1, usize::from);
            println!("{} width {width}: {rate:.0} positions/s on {threads} threads", G::NAME);
        }
    }
    measure::<Xiangqi>();
    measure::<Shogi>();
}
