"""Short random openings that neither side should win or lose by."""

import random

from .referee import is_pass, referee

NODES = 5_000
TRIES = 500


def balanced(game, seed, judge, plies, bound):
    """Random legal moves (`plies` = (least, most)) after which `judge` sees nobody ahead by more than `bound`
    centipawns — nor just before the last move, so that nothing hangs that the last move put there."""
    rng = random.Random(seed)
    for _ in range(TRIES):
        moves = _random_moves(game, rng, rng.randint(*plies))
        if moves and _evaluation(judge, moves) <= bound:
            return moves
    raise RuntimeError(f"no balanced opening in {TRIES} tries: raise --bound")


def _random_moves(game, rng, plies):
    """None where the game ended on the way. Passes are no opening moves."""
    position = referee(game)
    for _ in range(plies):
        position.play(rng.choice([m for m in position.legal() if not is_pass(m)]))
        if position.verdict():
            return None
    return position.moves


def _evaluation(judge, moves):
    judge.new_game()
    judge.position(moves)
    score = judge.go(f"nodes {NODES}").score
    return abs(score) if score is not None else 99_999
