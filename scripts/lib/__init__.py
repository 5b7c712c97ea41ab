"""What the measuring scripts share: engines, referees, matches, tables."""
