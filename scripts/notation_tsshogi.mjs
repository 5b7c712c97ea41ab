// What tsshogi (npm, MIT) writes for 1,000 moves: the data behind tests/data/notation_tsshogi.tsv.
//
//     npm install --prefix /tmp/tsshogi tsshogi@2.2.0
//     NODE_PATH=/tmp/tsshogi/node_modules node scripts/notation_tsshogi.mjs > tests/data/notation_tsshogi.tsv
//
// Positions are random, so that golds, silvers, promoted pieces, bishops and rooks often reach the same square; the
// same seed gives the same file. A row: a position, the move played in it, a move after that, and that move as tsshogi
// writes it in the Japanese way and as KIF files have it.

import { createRequire } from "node:module";

// Unlike `import`, `require` looks into NODE_PATH.
const { Color, Piece, PieceType, Position, Square, formatKIFMove, formatMove } =
  createRequire(import.meta.url)("tsshogi");

const ROWS = 1000;

// Mulberry32: a small seeded generator.
let state = 20261130;
function random(below) {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) % below;
}
const pick = (list) => list[random(list.length)];

const SET = [
  ...Array(4).fill(PieceType.GOLD),
  ...Array(4).fill(PieceType.SILVER),
  ...Array(4).fill(PieceType.KNIGHT),
  ...Array(4).fill(PieceType.LANCE),
  ...Array(2).fill(PieceType.BISHOP),
  ...Array(2).fill(PieceType.ROOK),
  ...Array(10).fill(PieceType.PAWN),
];

/** Whether an unpromoted piece could still move from a rank, counted from the far edge. */
function canMoveOn(type, depth) {
  if (type === PieceType.KNIGHT) return depth > 2;
  return ![PieceType.PAWN, PieceType.LANCE].includes(type) || depth > 1;
}

function randomPosition() {
  const position = Position.newBySFEN("9/9/9/9/9/9/9/9/9 b - 1");
  // Half of the positions are crowded: most pieces stand near one square.
  const middle = random(2) === 0 ? pick(Square.all) : null;
  const isNear = (square) =>
    Math.abs(square.file - middle.file) <= 2 && Math.abs(square.rank - middle.rank) <= 2;
  const empty = () => {
    for (;;) {
      const square = pick(Square.all);
      const isFit = !middle || isNear(square) || random(20) === 0;
      if (isFit && !position.board.at(square)) return square;
    }
  };
  for (const color of [Color.BLACK, Color.WHITE]) {
    position.board.set(empty(), new Piece(color, PieceType.KING));
  }
  const pawns = new Set();
  for (const type of SET) {
    const color = pick([Color.BLACK, Color.WHITE]);
    if (random(6) === 0) {
      position.hand(color).add(type, 1);
      continue;
    }
    let piece = new Piece(color, type);
    if (piece.isPromotable() && random(3) > 0) piece = piece.promoted();
    const square = empty();
    const depth = color === Color.BLACK ? square.rank : 10 - square.rank;
    const place = `${color}${square.file}`;
    const isNifu = piece.type === PieceType.PAWN && pawns.has(place);
    if (!canMoveOn(piece.type, depth) || isNifu) continue;
    if (piece.type === PieceType.PAWN) pawns.add(place);
    position.board.set(square, piece);
  }
  const mover = pick([Color.BLACK, Color.WHITE]);
  position.setColor(mover === Color.BLACK ? Color.WHITE : Color.BLACK);
  if (position.checked) return randomPosition();
  position.setColor(mover);
  return position;
}

function legalMoves(position) {
  const moves = [];
  const hand = position.hand(position.color);
  for (const to of Square.all) {
    const starts = Square.all.filter((from) => position.board.at(from)?.color === position.color);
    const drops = hand.counts.filter(({ count }) => count > 0).map(({ type }) => type);
    for (const from of [...starts, ...drops]) {
      const move = position.createMove(from, to);
      if (!move) continue;
      moves.push(...[move, move.withPromote()].filter((m) => position.isValidMove(m)));
    }
  }
  return moves;
}

console.log("sfen\tplayed\tmove\tjapanese\tkif");
const rows = new Set();
while (rows.size < ROWS) {
  const position = randomPosition();
  const sfen = position.sfen;
  const firsts = legalMoves(position);
  if (firsts.length === 0) continue;
  const played = pick(firsts);
  position.doMove(played);
  const moves = legalMoves(position);
  if (moves.length === 0) continue;
  // Moves that need words, a drop that does, a move that takes back, one of any kind.
  const text = (move) => formatMove(position, move, { lastMove: played });
  const long = moves.filter((move) => /[左右][上寄引]/.test(text(move)));
  const worded = moves.filter((move) => /[左右直上寄引]/.test(text(move)));
  const dropped = moves.filter((move) => text(move).endsWith("打"));
  const back = moves.filter((move) => move.to.equals(played.to));
  for (const list of [long, worded, worded, dropped, back, moves]) {
    if (list.length === 0 || rows.size >= ROWS) continue;
    const move = pick(list);
    const kif = formatKIFMove(move, { prev: played });
    rows.add([sfen, played.usi, move.usi, text(move), kif].join("\t"));
  }
}
for (const row of rows) console.log(row);
