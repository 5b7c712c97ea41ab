"""Scores of matches, and their uncertainty."""

import math
from statistics import median


def elo(score):
    """The logistic Elo difference of an expected score between 0 and 1."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return -400 * math.log10(1 / score - 1)


def elo_with_error(results):
    """(Elo, lower, upper) with 95 % confidence, from independent results between 0 and 1.

    A result should be the mean score of a pair of games with one opening and reversed sides (the pentanomial
    model): games of a pair are not independent of each other.
    """
    n = len(results)
    mean = sum(results) / n
    variance = sum((r - mean) ** 2 for r in results) / (n - 1) if n > 1 else 0
    if variance == 0:
        return elo(mean), -math.inf, math.inf
    error = 1.96 * math.sqrt(variance / n)
    return elo(mean), elo(mean - error), elo(mean + error)


def elo_text(results):
    if not results:
        return "no result"
    middle, low, high = elo_with_error(results)
    if math.isinf(middle):
        return "beyond measure"
    error = (high - low) / 2
    return f"{middle:+.0f} ± {error:.0f}" if math.isfinite(error) else f"{middle:+.0f}, too few games"


def spread(values, unit=""):
    """Median and extremes in one phrase."""
    if not values:
        return "–"
    return f"{median(values):.4g}{unit} ({min(values):.4g}–{max(values):.4g})"


def table(header, rows):
    """A Markdown table with aligned columns."""
    cells = [[str(cell) for cell in row] for row in [header, *rows]]
    widths = [max(len(row[i]) for row in cells) for i in range(len(header))]
    lines = ["| " + " | ".join(cell.ljust(w) for cell, w in zip(row, widths)) + " |" for row in cells]
    lines.insert(1, "|" + "|".join("-" * (w + 2) for w in widths) + "|")
    return "\n".join(lines)
