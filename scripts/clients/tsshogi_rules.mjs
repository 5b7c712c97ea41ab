// Whether tsshogi (npm, MIT) takes every move of the games on the standard input, a line of USI moves each.
// referees.py installs it and runs this.

import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const { Position } = createRequire(import.meta.url)("tsshogi"); // unlike `import`, `require` looks into NODE_PATH

for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const position = new Position();
  for (const [index, text] of line.split(" ").entries()) {
    const move = position.createMoveByUSI(text);
    if (!move || !position.isValidMove(move) || !position.doMove(move)) {
      console.log(`move ${index + 1}, ${text}, of ${line}`);
      process.exit(1);
    }
  }
}
