// What is shown, and what keys and clicks do.

const data = JSON.parse(document.getElementById("data").textContent);
const { look, plies } = data;
const at = (id) => document.getElementById(id);
const SIGNS = { only: "□", best: "", inaccuracy: "?!", mistake: "?", blunder: "??" };
const WORDS = {
  only: "The only move", best: "Best move", inaccuracy: "Inaccuracy", mistake: "Mistake", blunder: "Blunder",
};
// A move in the notation that goes with the men.
const nameOf = (step) => step.move[view.men === "native" ? 0 : 1];
const isError = (ply) => ["mistake", "blunder"].includes(plies[ply].mark);

// What a reader has chosen; where the browser allows it, also for the next time.
const memory = {
  chosen: {},
  get(name) {
    try { return this.chosen[name] || localStorage.getItem(`ryuma-${name}`); } catch { return null; }
  },
  set(name, value) {
    this.chosen[name] = value;
    try { localStorage.setItem(`ryuma-${name}`, value); } catch { /* it is forgotten with the page, then */ }
  },
};

const MEN = { native: look.language === "ja" ? "漢字" : "漢", latin: "ABC", figures: "♞" };
const view = { flipped: false, men: MEN[memory.get("men")] ? memory.get("men") : "native" };
const state = { ply: 0, line: 0, step: 0, hint: true };
const board = new Board(look, view);
const graph = new Graph(at("graph"), data, (ply) => go(ply));

// An HTML element of a class with what is in it: elements or text.
function make(tag, name, ...children) {
  const element = document.createElement(tag);
  if (name) element.className = name;
  element.append(...children);
  return element;
}

function go(ply) {
  Object.assign(state, { ply: Math.max(0, Math.min(plies.length - 1, ply)), line: 0, step: 0 });
  show();
}

// Shows the position after some moves of one of the engine's lines.
function follow(line, step) {
  const moves = plies[state.ply].lines[line].moves;
  Object.assign(state, { line, step: Math.max(0, Math.min(moves.length, step)) });
  show();
}

const forward = () => state.step ? follow(state.line, state.step + 1) : go(state.ply + 1);
const backward = () => state.step ? follow(state.line, state.step - 1) : go(state.ply - 1);

// To the next or the last error from here.
function seek(way) {
  for (let ply = state.ply + way; ply > 0 && ply < plies.length; ply += way) {
    if (isError(ply)) return go(ply);
  }
}

function show() {
  const ply = plies[state.ply];
  const step = state.step && ply.lines[state.line].moves[state.step - 1];
  const shown = step || ply;
  const best = state.hint && !step && ply.lines[0];
  at("board").replaceChildren(board.drawing({
    position: shown.position, squares: shown.squares, hint: best ? best.moves[0].squares : null,
  }));
  players(shown.position, (ply.to_move + state.step) % 2);
  at("where").textContent = step ? `${state.ply} + ${state.step}` : `${state.ply} / ${plies.length - 1}`;
  for (const id of ["first", "back"]) at(id).disabled = state.ply === 0 && !step;
  for (const id of ["next", "last"]) at(id).disabled = state.ply === plies.length - 1 && !step;
  document.body.classList.toggle("aside", Boolean(step));
  thoughts(ply);
  for (const button of at("moves").querySelectorAll("button")) {
    const here = Number(button.dataset.ply) === state.ply;
    button.setAttribute("aria-current", here);
    if (here) reveal(button, at("moves"));
  }
  graph.show(state.ply);
}

// Scrolls a list, and the list alone, to one of its items.
function reveal(item, list) {
  const [inner, outer] = [item.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom) {
    list.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
  }
}

function players(position, toMove) {
  for (const [place, side] of [["upper", view.flipped ? 0 : 1], ["lower", view.flipped ? 1 : 0]]) {
    const { name, native_name, ink } = look.sides[side];
    const own = view.men === "native" ? `${native_name} ${name}` : name;
    const box = at(place);
    box.classList.toggle("turn", side === toMove);
    box.replaceChildren(
      make("span", `stone ink-${ink} side-${side}`),
      make("span", "name", data.players[side] || own),
      ...(data.players[side] ? [make("span", "role", own)] : []),
      make("span", "hand", ...board.hand(position, side)));
  }
}

// The judgement of the move that led here, and the engine's lines from here.
function thoughts(ply) {
  const box = at("thoughts");
  const parts = [];
  if (ply.move) {
    const said = [make("strong", "", `${state.ply}. ${nameOf(ply)}`)];
    if (ply.mark) said.push(make("span", `word ${ply.mark}`, WORDS[ply.mark]));
    const better = plies[state.ply - 1].lines[0];
    if (better && String(better.moves[0].move) !== String(ply.move) && ply.lost >= 0.5) {
      const link = make("button", "link", nameOf(better.moves[0]));
      link.onclick = () => { go(state.ply - 1); follow(0, 1); };
      said.push(make("span", "", `−${ply.lost.toFixed(0)} % · better `, link));
    }
    parts.push(make("p", "played", ...said), ...ply.comments.map((text) => make("p", "comment", text)));
  } else {
    parts.push(make("p", "played", make("strong", "", "Start position")));
  }
  if (ply.end) parts.push(make("p", "end", `The game is over: ${ply.end}.`));
  ply.lines.forEach((line, index) => {
    const moves = line.moves.map((step, i) => {
      const button = make("button", "", nameOf(step));
      button.setAttribute("aria-current", index === state.line && i + 1 === state.step);
      button.onclick = () => follow(index, i + 1);
      return button;
    });
    parts.push(make("div", "line", make("span", "score", line.score), make("span", "continuation", ...moves),
      make("span", "depth", `depth ${line.depth}`)));
  });
  if (state.step) {
    const back = make("button", "link", "back to the game");
    back.onclick = () => go(state.ply);
    parts.push(make("p", "", back));
  }
  box.replaceChildren(...parts);
}

function moveList() {
  const list = at("moves");
  list.replaceChildren();
  plies.forEach((ply, index) => {
    if (!ply.move) return;
    const button = make("button", ply.mark || "", make("span", "number", `${index}`), make("span", "text", nameOf(ply)),
      make("span", "sign", SIGNS[ply.mark] || ""), make("span", "score", ply.score));
    button.dataset.ply = index;
    button.onclick = () => go(index);
    list.append(make("li", "", button));
  });
  // The second column is the second side's.
  if (plies[0].to_move === 1) list.prepend(make("li", ""));
  list.hidden = plies.length === 1;
}

function summary() {
  const rows = [
    ["Accuracy", (side) => side.accuracy === null ? "–" : `${side.accuracy.toFixed(1)} %`],
    ["Mean loss", (side) => side.mean_loss === null ? "–" : side.mean_loss.toFixed(0)],
    ["Best moves", (side) => `${side.best} / ${side.moves}`],
    ["Inaccuracies", (side) => side.inaccuracies],
    ["Mistakes", (side) => side.mistakes],
    ["Blunders", (side) => side.blunders],
  ];
  const table = make("table", "");
  const heads = look.sides.map(({ name }, side) => make("th", "", data.players[side] || name));
  table.append(make("tr", "", make("th", ""), ...heads));
  for (const [name, of] of rows) {
    table.append(make("tr", name.toLowerCase().replace(" ", "-"), make("th", "", name),
      ...data.sides.map((side) => make("td", "", String(of(side))))));
  }
  at("sides").append(table);
  at("sides").hidden = plies.length === 1;
}

function about() {
  const kept = ["Event", "Site", "Round", "Started", "TimeControl", "Opening", "Handicap"];
  const told = data.headers.filter(([name, value]) => kept.includes(name) && value).map(([, value]) => value);
  at("about").textContent = [`${look.title} ${look.native_title}`, ...told].join(" · ");
}

function chooseMen() {
  const order = Object.keys(MEN);
  view.men = order[(order.indexOf(view.men) + 1) % order.length];
  memory.set("men", view.men);
  labels();
  moveList();
  show();
}

// The reader's choice, or else the system's.
function theme() {
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  document.documentElement.dataset.theme = memory.get("theme") || system;
}

function chooseTheme() {
  memory.set("theme", document.documentElement.dataset.theme === "dark" ? "light" : "dark");
  theme();
}

function labels() {
  at("men").textContent = MEN[view.men];
  at("men").setAttribute("aria-label", `Men: ${view.men}`);
  at("hint").setAttribute("aria-pressed", state.hint);
}

const turn = () => { view.flipped = !view.flipped; show(); };
const toggleHint = () => { state.hint = !state.hint; labels(); show(); };

const ACTIONS = {
  first: () => go(0), back: backward, next: forward, last: () => go(plies.length - 1), error: () => seek(1),
  men: chooseMen, flip: turn, hint: toggleHint, theme: chooseTheme,
};
for (const [id, action] of Object.entries(ACTIONS)) at(id).onclick = action;

const KEYS = {
  ArrowLeft: backward, ArrowRight: forward, ArrowUp: () => seek(-1), ArrowDown: () => seek(1),
  Home: ACTIONS.first, End: ACTIONS.last, PageUp: () => go(state.ply - 10), PageDown: () => go(state.ply + 10),
  Escape: () => go(state.ply), m: ACTIONS.error, f: turn, p: chooseMen, b: toggleHint, t: chooseTheme,
};
document.addEventListener("keydown", (event) => {
  const action = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  action();
});
at("board").addEventListener("wheel", (event) => {
  event.preventDefault();
  (event.deltaY > 0 ? forward : backward)();
}, { passive: false });
// The right half of the board goes on, the left half back.
at("board").addEventListener("click", (event) => {
  const box = at("board").getBoundingClientRect();
  (event.clientX > box.left + box.width / 2 ? forward : backward)();
});

theme();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", theme);
document.documentElement.style.setProperty("--rows", look.board.rows);
document.body.classList.add(look.shape, `inks-${look.sides[0].ink}-${look.sides[1].ink}`);
if (plies.length === 1) document.body.classList.add("single");
if (!plies.some((_, ply) => isError(ply))) at("error").hidden = true;
about();
moveList();
summary();
labels();
go(0);
