//! janggi
