// Draws positions as the look says; knows nothing of rules.

const SVG = "http://www.w3.org/2000/svg";
const CELL = 60;

// An element of a drawing with its attributes and what is in it: elements or text.
function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

// The men of a position text: on the board by square, in hand by letter.
function readPosition(text, look) {
  const fields = text.split(" ");
  const men = [];
  const man = (letters) => ({
    letter: letters.toUpperCase(),
    side: letters === letters.toUpperCase() ? 0 : 1,
  });
  fields[0].split("/").forEach((row, y) => {
    let x = 0;
    for (const [token] of row.matchAll(/\d+|\+?[A-Za-z]/g)) {
      if (/\d/.test(token)) x += Number(token);
      else men.push({ ...man(token), square: y * look.board.columns + x++ });
    }
  });
  const hands = [{}, {}];
  if (look.hands) {
    for (const [, count, letter] of (fields[2] || "-").matchAll(/(\d*)([A-Za-z])/g)) {
      const { letter: kind, side } = man(letter);
      hands[side][kind] = Number(count || 1);
    }
  }
  return { men, hands };
}

class Board {
  // view: { flipped, men: "native" | "latin" | "figures" }
  constructor(look, view) {
    this.look = look;
    this.view = view;
    this.width = CELL;
    this.height = look.board.on_points ? CELL : CELL * 1.08;
    this.margin = look.board.on_points ? CELL * 0.5 + 27 : 27;
    this.kinds = Object.fromEntries(look.men.map((man) => [man.letter, man]));
  }

  // The middle of a square, or of the point, in the drawing.
  middle(column, row) {
    const { columns, rows } = this.look.board;
    const [x, y] = this.view.flipped ? [columns - 1 - column, rows - 1 - row] : [column, row];
    const half = this.look.board.on_points ? 0 : 0.5;
    return [this.margin + (x + half) * this.width, this.margin + (y + half) * this.height];
  }

  middleOf(square) {
    const { columns } = this.look.board;
    return this.middle(square % columns, Math.floor(square / columns));
  }

  // shown: { position, squares: [from, to], hint: [from, to] }
  drawing(shown) {
    const { columns, rows, on_points } = this.look.board;
    const gaps = on_points ? 1 : 0;
    const width = 2 * this.margin + (columns - gaps) * this.width;
    const height = 2 * this.margin + (rows - gaps) * this.height;
    const { men } = readPosition(shown.position, this.look);
    const label = `${this.look.title} position ${shown.position}`;
    return draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label, class: "board" },
      this.gradients(),
      draw("rect", { width, height, rx: 6, class: "wood" }),
      this.trace(shown.squares),
      this.grid(),
      this.coordinates(width, height),
      draw("g", { class: "men" }, ...men.map((man) => this.standing(man))),
      this.arrow(shown.hint));
  }

  gradients() {
    const stops = (id, kind) => draw("linearGradient", { id, x1: 0, y1: 0, x2: 0.4, y2: 1 },
      draw("stop", { offset: 0, class: `${kind}-light` }), draw("stop", { offset: 1, class: `${kind}-dark` }));
    return draw("defs", {}, stops("wood", "wood"), stops("man", "man"));
  }

  grid() {
    const { columns, rows, on_points, river, diagonals, marks } = this.look.board;
    const group = draw("g", { class: "grid" });
    const [left, top] = [this.margin, this.margin];
    const across = columns - (on_points ? 1 : 0);
    const down = rows - (on_points ? 1 : 0);
    const line = (x1, y1, x2, y2, name) =>
      group.append(draw("line", { x1, y1, x2, y2, ...(name && { class: name }) }));
    const [right, bottom] = [left + across * this.width, top + down * this.height];
    for (let y = 0; y <= down; y++) line(left, top + y * this.height, right, top + y * this.height);
    for (let x = 0; x <= across; x++) {
      const at = left + x * this.width;
      if (river && x > 0 && x < across) {
        // The bank above and the one below; turned round it is the same.
        line(at, top, at, top + river[0] * this.height);
        line(at, top + (river[0] + 1) * this.height, at, bottom);
      } else {
        line(at, top, at, bottom);
      }
    }
    group.append(draw("rect", { x: left - 4, y: top - 4, width: right - left + 8, height: bottom - top + 8, class: "frame" }));
    const corner = (column, row) => [left + column * this.width, top + row * this.height];
    for (const [a, b, c, d] of diagonals) line(...corner(a, b), ...corner(c, d));
    for (const [column, row] of marks) group.append(this.mark(...corner(column, row), column > 0, column < across));
    if (river) {
      river[1].forEach((words, i) => {
        const x = left + this.width * across * (i ? 0.75 : 0.25);
        const y = top + (river[0] + 0.5) * this.height;
        group.append(draw("text", { x, y, class: "river", lang: this.look.language }, words));
      });
    }
    return group;
  }

  // Dots on boards of squares; on points, corners round the man that stands there.
  mark(x, y, hasLeft, hasRight) {
    if (!this.look.board.on_points) return draw("circle", { cx: x, cy: y, r: 3.2, class: "dot" });
    const [gap, long] = [4, 9];
    const corners = [];
    for (const sx of [hasLeft && -1, hasRight && 1].filter(Boolean)) {
      for (const sy of [-1, 1]) {
        corners.push(`M${x + sx * (gap + long)} ${y + sy * gap}H${x + sx * gap}V${y + sy * (gap + long)}`);
      }
    }
    return draw("path", { d: corners.join(""), class: "corner" });
  }

  coordinates(width, height) {
    const native = this.view.men === "native";
    const { above, below, beside } = this.look.board.coordinates[native ? 0 : 1];
    const group = draw("g", { class: "coordinates" });
    const edge = this.look.board.on_points ? 14 : 12.5;
    const put = (text, x, y) => group.append(draw("text", { x, y }, text));
    const { flipped } = this.view;
    [...above].forEach((text, i) => put(text, this.middle(i, 0)[0], flipped ? height - edge : edge));
    [...below].forEach((text, i) => put(text, this.middle(i, 0)[0], flipped ? edge : height - edge));
    [...beside].forEach((text, i) => put(text, flipped ? edge : width - edge, this.middle(0, i)[1]));
    return group;
  }

  // Where the last move began and ended.
  trace(squares) {
    const group = draw("g", { class: "trace" });
    (squares || []).forEach((square, i) => {
      if (square === null) return;
      const [x, y] = this.middleOf(square);
      const [w, h] = [this.width, this.height];
      const inset = this.look.board.on_points ? 1.5 : 0;
      group.append(draw("rect", {
        x: x - w / 2 + inset, y: y - h / 2 + inset, width: w - 2 * inset, height: h - 2 * inset,
        rx: this.look.board.on_points ? 14 : 0, class: i ? "to" : "from",
      }));
    });
    return group;
  }

  arrow(squares) {
    if (!squares) return "";
    const [from, to] = squares;
    const [x2, y2] = this.middleOf(to);
    if (from === null || from === to) {
      return draw("circle", { cx: x2, cy: y2, r: this.width * 0.44, class: "hint ring" });
    }
    const [x1, y1] = this.middleOf(from);
    const length = Math.hypot(x2 - x1, y2 - y1);
    const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
    const at = (along, aside) => `${x1 + ux * along - uy * aside},${y1 + uy * along + ux * aside}`;
    const [start, neck, tip] = [this.width * 0.2, length - 24, length - 4];
    const points = [at(start, 4), at(neck, 5), at(neck, 14), at(tip, 0), at(neck, -14), at(neck, -5), at(start, -4)];
    return draw("polygon", { points: points.join(" "), class: "hint" });
  }

  standing({ letter, side, square }) {
    const [x, y] = this.middleOf(square);
    const man = this.man(letter, side);
    man.setAttribute("transform", `translate(${x} ${y})`);
    return man;
  }

  // A man round the origin.
  man(letter, side) {
    const kind = this.kinds[letter];
    const { look, view } = this;
    const promoted = letter.startsWith("+");
    const turned = look.shape === "wedge" && (side === 1) !== view.flipped;
    const size = (kind ? kind.size : 100) / 100;
    const ink = `ink-${promoted ? "red" : look.sides[side].ink}`;
    const name = kind ? `${look.sides[side].name}: ${kind.name}` : letter;
    const group = draw("g", { class: `man ${ink}` }, draw("title", {}, name));
    group.append(this.outline(size, turned));
    const lift = look.shape === "wedge" ? (turned ? -3 : 3) : 0;
    if (view.men === "native" && kind) {
      const face = draw("text", { class: "native", lang: look.language, "font-size": 33 * size }, kind.native[side]);
      face.setAttribute("transform", turned ? `rotate(180) translate(0 ${-lift})` : `translate(0 ${lift})`);
      group.append(face);
    } else if (view.men === "figures" && kind) {
      const scale = (look.shape === "wedge" ? 1.55 : 1.42) * size;
      group.append(draw("g", { transform: `translate(0 ${lift}) scale(${scale}) translate(-12 -12)`, class: "figure" },
        ...FIGURES[kind.figure].map((d) => draw("path", { d })),
        ...(promoted ? [draw("path", { d: "M19 1h2v3h3v2h-3v3h-2V6h-3V4h3z" })] : [])));
    } else {
      group.append(draw("text", { class: "latin", y: lift, "font-size": (promoted ? 25 : 29) * size }, kind ? kind.latin : letter));
    }
    return group;
  }

  outline(size, turned) {
    const round = (points) => points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
    const turn = turned ? -1 : 1;
    switch (this.look.shape) {
      case "wedge": {
        const [w, h] = [25.5 * size, 29 * size];
        const points = [[0, -h], [w * 0.74, -h * 0.7], [w, h * 0.92], [-w, h * 0.92], [-w * 0.74, -h * 0.7]];
        return draw("polygon", { points: round(points.map(([x, y]) => [x * turn, y * turn])), class: "body" });
      }
      case "octagon": {
        const r = 28.5 * size;
        const corner = (n, r) => [r * Math.cos((n + 0.5) * Math.PI / 4), r * Math.sin((n + 0.5) * Math.PI / 4)];
        const ring = (r) => round([...Array(8).keys()].map((n) => corner(n, r)));
        return draw("g", {}, draw("polygon", { points: ring(r), class: "body" }),
          draw("polygon", { points: ring(r * 0.86), class: "ring" }));
      }
      default:
        return draw("g", {}, draw("circle", { r: 27 * size, class: "body" }), draw("circle", { r: 23 * size, class: "ring" }));
    }
  }

  // The men in a side's hand, as drawings with their counts.
  hand(position, side) {
    const held = readPosition(position, this.look).hands[side];
    return [...this.look.hands].filter((letter) => held[letter]).map((letter) => {
      const figure = draw("svg", { viewBox: "-30 -32 60 64", class: "held" }, this.gradients(), this.man(letter, side));
      const item = document.createElement("span");
      item.className = "holding";
      item.append(figure, held[letter] > 1 ? String(held[letter]) : "");
      return item;
    });
  }
}
