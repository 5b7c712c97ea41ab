// Steps through pages in a browser; scripts/page_test.sh makes them and calls this.
//
//   node page_test.mjs FOLDER NAME…      tries FOLDER/NAME.html, writes FOLDER/NAME-*.png

import { chromium } from "playwright-core";
import { resolve } from "node:path";

const [folder, ...names] = process.argv.slice(2);
const WIDE = { width: 1280, height: 860 };
const PHONE = { width: 390, height: 844 };
let checks = 0;
let failures = 0;

function check(what, is, wanted) {
  checks += 1;
  const good = wanted === undefined ? Boolean(is) : is === wanted;
  if (good) return;
  failures += 1;
  console.log(`FAILED ${what}: ${is}${wanted === undefined ? "" : `, not ${wanted}`}`);
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox"] });

for (const name of names) {
  const url = `file://${resolve(folder, name)}.html`;
  const context = await browser.newContext({ viewport: WIDE, colorScheme: "light" });
  const page = await context.newPage();
  page.on("request", (request) => check(`${name}: asks for nothing`, request.url(), url));
  page.on("console", (message) => check(`${name}: console`, `${message.type()}: ${message.text()}`, ""));
  page.on("pageerror", (error) => check(`${name}: error`, error.message, ""));
  await page.goto(url);

  const plies = await page.evaluate("plies.length - 1");
  const ply = () => page.evaluate("state.ply");
  const board = () => page.getAttribute("#board svg", "aria-label");
  const where = () => page.textContent("#where");
  check(`${name}: a game`, plies > 20);

  // Keys.
  const start = await board();
  await page.keyboard.press("ArrowRight");
  check(`${name}: right`, await where(), `1 / ${plies}`);
  check(`${name}: another board`, (await board()) !== start);
  await page.keyboard.press("End");
  check(`${name}: end`, await ply(), plies);
  await page.keyboard.press("ArrowRight");
  check(`${name}: no further`, await ply(), plies);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("PageUp");
  check(`${name}: back`, await ply(), plies - 11);
  await page.keyboard.press("Home");
  check(`${name}: start`, await board(), start);

  // Buttons, the board, the wheel.
  await page.click("#next");
  check(`${name}: button`, await ply(), 1);
  const box = await page.locator("#board").boundingBox();
  await page.mouse.click(box.x + box.width * 0.8, box.y + box.height / 2);
  check(`${name}: right half`, await ply(), 2);
  await page.mouse.click(box.x + box.width * 0.2, box.y + box.height / 2);
  check(`${name}: left half`, await ply(), 1);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.wheel(0, 100);
  await page.waitForFunction("state.ply === 2");

  // The graph, the list, the engine's lines.
  const graph = await page.locator("#graph svg").boundingBox();
  await page.mouse.click(graph.x + graph.width * 0.55, graph.y + graph.height / 2);
  const picked = await ply();
  check(`${name}: click on the graph`, picked > plies * 0.4 && picked < plies * 0.65);
  await page.mouse.move(graph.x + graph.width * 0.3, graph.y + 20);
  await page.mouse.down();
  await page.mouse.move(graph.x + graph.width * 0.9, graph.y + 20, { steps: 4 });
  await page.mouse.up();
  check(`${name}: drag on the graph`, (await ply()) > plies * 0.8);
  const current = page.locator("#moves button[aria-current=true]");
  check(`${name}: one current move`, await current.count(), 1);
  const [item, list] = [await current.boundingBox(), await page.locator("#moves").boundingBox()];
  check(`${name}: the current move is in sight`, item.y >= list.y - 1 && item.y + item.height <= list.y + list.height + 1);
  await page.click("#moves button[data-ply='3']");
  check(`${name}: click on a move`, await ply(), 3);
  // A position where the engine expects a reply.
  const talk = await page.evaluate("plies.findIndex((ply, i) => i > 2 && ply.lines.length && ply.lines[0].moves.length > 1)");
  await page.evaluate(`go(${talk})`);
  const before = await board();
  await page.locator(".continuation").first().locator("button").nth(1).click();
  check(`${name}: aside`, await where(), `${talk} + 2`);
  check(`${name}: the line's board`, (await board()) !== before);
  await page.keyboard.press("ArrowLeft");
  check(`${name}: back in the line`, await where(), `${talk} + 1`);
  await page.keyboard.press("Escape");
  check(`${name}: back to the game`, await board(), before);

  // Every position of the game and of the lines can be drawn, with as many men as its text has.
  const wrong = await page.evaluate(() => plies.flatMap((ply) => [ply, ...ply.lines.flatMap((line) => line.moves)])
    .filter(({ position, squares }) => {
      const drawn = board.drawing({ position, squares, hint: null }).querySelectorAll(".men > .man").length;
      return drawn !== position.split(" ")[0].replace(/[^A-Za-z]/g, "").length;
    }).length);
  check(`${name}: all men are drawn`, wrong, 0);

  // What is put in the page is text, whatever it looks like.
  check(`${name}: no script but its own`, await page.locator("script").count(), 2);

  // Men, turning, theme.
  const middle = Math.round(plies * 0.45);
  await page.evaluate(`go(${middle})`);
  await page.screenshot({ path: `${folder}/${name}-light.png` });
  const face = () => page.locator("#board .man").first().innerHTML();
  const native = await face();
  await page.click("#men");
  check(`${name}: letters`, (await page.locator("#board .latin").count()) > 0);
  await page.screenshot({ path: `${folder}/${name}-letters.png` });
  await page.keyboard.press("p");
  check(`${name}: pictures`, (await page.locator("#board .figure").count()) > 0);
  await page.screenshot({ path: `${folder}/${name}-pictures.png` });
  await page.keyboard.press("p");
  check(`${name}: characters again`, await face(), native);
  const place = () => page.locator("#board .man").first().getAttribute("transform");
  const unturned = await place();
  await page.keyboard.press("f");
  check(`${name}: turned`, (await place()) !== unturned);
  await page.keyboard.press("f");
  const paper = () => page.evaluate("getComputedStyle(document.documentElement).backgroundColor");
  const light = await paper();
  await page.keyboard.press("t");
  check(`${name}: dark`, (await paper()) !== light);
  await page.screenshot({ path: `${folder}/${name}-dark.png` });
  await page.keyboard.press("t");
  check(`${name}: light again`, await paper(), light);

  // Sizes: nothing sticks out, the board and the buttons are in sight, the graph keeps to its place.
  for (const size of [WIDE, { width: 1024, height: 700 }, { width: 768, height: 1024 }, PHONE, { width: 320, height: 568 }]) {
    await page.setViewportSize(size);
    await page.waitForTimeout(150);
    const label = `${name} at ${size.width}×${size.height}`;
    const wide = await page.evaluate("document.documentElement.scrollWidth");
    check(`${label}: no scrolling aside`, wide <= size.width);
    const drawn = await page.locator("#board svg").boundingBox();
    check(`${label}: the board fits`, drawn.width <= size.width && drawn.height <= size.height && drawn.width > 250);
    const curve = await page.locator("#graph svg").boundingBox();
    const panel = await page.locator("#graph").boundingBox();
    check(`${label}: the graph fits`, curve.x >= panel.x && curve.x + curve.width <= panel.x + panel.width && curve.width > panel.width * 0.85);
  }
  await page.setViewportSize(PHONE);
  await page.waitForTimeout(150);
  await page.screenshot({ path: `${folder}/${name}-phone.png`, fullPage: true });
  await context.close();

  const night = await browser.newContext({ viewport: PHONE, colorScheme: "dark", hasTouch: true, isMobile: true });
  const phone = await night.newPage();
  await phone.goto(url);
  check(`${name}: dark where the system is`, await phone.evaluate("document.documentElement.dataset.theme"), "dark");
  await phone.tap("#next");
  check(`${name}: tap`, await phone.textContent("#where"), `1 / ${plies}`);
  const buttons = await phone.locator("nav button:visible").evaluateAll((all) => all.map((button) => button.getBoundingClientRect().height));
  check(`${name}: buttons for fingers`, buttons.every((height) => height >= 40));
  await phone.evaluate(`go(${middle})`);
  await phone.screenshot({ path: `${folder}/${name}-phone-dark.png` });
  await night.close();
}

await browser.close();
console.log(`${checks - failures} passed, ${failures} failed`);
process.exit(failures ? 1 : 0);
