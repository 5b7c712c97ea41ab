//! The protocols.
