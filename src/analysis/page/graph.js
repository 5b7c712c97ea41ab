// The evaluation over the game: a picture to click on.

class Graph {
  // pick: called with the ply that was pointed at.
  constructor(place, data, pick) {
    Object.assign(this, { place, data, ply: 0 });
    const chosen = (event) => {
      const box = place.firstChild.getBoundingClientRect();
      const share = (event.clientX - box.left - this.left) / (this.right - this.left);
      pick(Math.max(0, Math.min(this.last, Math.round(share * this.last))));
    };
    place.addEventListener("pointerdown", (event) => {
      place.setPointerCapture(event.pointerId);
      chosen(event);
    });
    place.addEventListener("pointermove", (event) => {
      if (event.buttons) chosen(event);
    });
    new ResizeObserver(() => this.draw()).observe(place);
  }

  get last() {
    return this.data.plies.length - 1;
  }

  show(ply) {
    this.ply = ply;
    if (this.cursor) this.move();
  }

  x(ply) {
    return this.left + (this.right - this.left) * ply / Math.max(1, this.last);
  }

  y(chance) {
    return this.top + (this.bottom - this.top) * (100 - chance) / 100;
  }

  draw() {
    const style = getComputedStyle(this.place);
    const width = this.place.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (width <= 0) return;
    const height = Math.round(Math.max(120, Math.min(190, width * 0.3)));
    Object.assign(this, { left: 34, right: width - 6, top: 8, bottom: height - 18 });
    const { plies, look } = this.data;
    const points = plies.map(({ chance }, ply) => `${this.x(ply).toFixed(1)},${this.y(chance).toFixed(1)}`);
    const middle = this.y(50);
    const area = `${this.left},${middle} ${points.join(" ")} ${this.x(this.last)},${middle}`;
    const picture = draw("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img",
      "aria-label": `Chances of ${look.sides[0].name} over the game` });
    const half = (name, y, rows) => draw("clipPath", { id: name },
      draw("rect", { x: 0, y, width, height: Math.max(0, rows) }));
    picture.append(draw("defs", {}, half("ahead", 0, middle), half("behind", middle, height - middle)));
    for (const chance of [0, 25, 50, 75, 100]) {
      const y = this.y(chance);
      picture.append(draw("line", { x1: this.left, x2: this.right, y1: y, y2: y, class: chance === 50 ? "axis" : "rule" }),
        draw("text", { x: this.left - 6, y: y + 3.5, class: "scale end" }, `${chance}`));
    }
    for (const side of [0, 1]) {
      const [name, clip] = side ? ["second", "behind"] : ["first", "ahead"];
      picture.append(draw("polygon", { points: area, class: `area ${name}`, "clip-path": `url(#${clip})` }));
    }
    const step = [1, 2, 5, 10, 20, 50, 100, 200].find((step) => this.last / step <= width / 45) || 500;
    for (let ply = step; ply <= this.last; ply += step) {
      picture.append(draw("text", { x: this.x(ply), y: height - 4, class: "scale middle" }, `${ply}`));
    }
    const name = (side) => this.data.players[side] || look.sides[side].name;
    picture.append(draw("text", { x: this.left + 6, y: this.top + 12, class: "scale" }, name(0)),
      draw("text", { x: this.left + 6, y: this.bottom - 5, class: "scale" }, name(1)));
    picture.append(draw("polyline", { points: points.join(" "), class: "curve" }));
    plies.forEach(({ mark, chance }, ply) => {
      if (!["inaccuracy", "mistake", "blunder"].includes(mark)) return;
      picture.append(draw("circle", { cx: this.x(ply), cy: this.y(chance), r: mark === "inaccuracy" ? 2.8 : 4, class: `spot ${mark}` }));
    });
    this.cursor = draw("g", { class: "cursor" }, draw("line", { y1: this.top - 4, y2: this.bottom + 4 }), draw("circle", { r: 4.5 }));
    picture.append(this.cursor);
    this.place.replaceChildren(picture);
    this.move();
  }

  move() {
    const x = this.x(this.ply);
    const [line, dot] = this.cursor.children;
    line.setAttribute("x1", x);
    line.setAttribute("x2", x);
    dot.setAttribute("cx", x);
    dot.setAttribute("cy", this.y(this.data.plies[this.ply].chance));
  }
}
