//! The sign to stop: raised once, and heard by everyone who waits for an engine.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};

use super::process::Heard;

#[derive(Default)]
struct Inner {
    is_raised: AtomicBool,
    listeners: Mutex<Vec<Sender<Heard>>>,
}

/// A sign that several threads share. Once raised it stays so.
#[derive(Clone, Default)]
pub struct StopSign(Arc<Inner>);

impl StopSign {
    pub fn raise(&self) {
        let listeners = self.0.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        self.0.is_raised.store(true, Ordering::SeqCst);
        for listener in listeners.iter() {
            // Whoever listens no more has already left.
            let _ = listener.send(Heard::Stop);
        }
    }

    pub fn is_raised(&self) -> bool {
        self.0.is_raised.load(Ordering::SeqCst)
    }

    /// From now on, or at once if the sign is up, [`Heard::Stop`] comes in here too.
    pub(super) fn tell(&self, listener: Sender<Heard>) {
        let mut listeners = self.0.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_raised() {
            // As above.
            let _ = listener.send(Heard::Stop);
        }
        listeners.push(listener);
    }
}
