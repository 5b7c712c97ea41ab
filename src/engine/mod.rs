//! One game being played, behind an object-safe trait.
