// Does the page keep a game, answer the hand and the eye, and say how a game ends?

import assert from "node:assert/strict";

import { address, network, pageTest } from "./browser.js";

const MEDIUM = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
const X_WING = "94.7..13......4..7....3.69..5.....812..3.5....6....2......78...7..54......4..1..8";
const EMPTY = ".".repeat(81);
const SMALL = "12.4341221434.21";

/** Presses a key with others held down. */
async function hold(page, held, keys) {
  for (const key of held) await page.tab.keyboard.down(key);
  await page.keys(keys);
  for (const key of held) await page.tab.keyboard.up(key);
}

const isFound = (page, selector) => page.tab.$eval(selector, (it) => it.checkVisibility({ visibilityProperty: true }));

/** Waits until the game was kept as it is. */
const isKept = (page) => page.until(() => page.tab.evaluate(() =>
  location.hash === localStorage["satdoku.game"]?.match(/"present":"([^"]*?)(?:&centre|&colours|&lines|")/)?.[1]), true);

pageTest("a link of the page's is pasted as it is read in the address", async (page) => {
  await page.read(MEDIUM);
  await page.type("A2", "1");
  await page.enter("Marks");
  await page.type("A3", "12");
  const names = await page.names();
  await page.press("Copy link");
  await page.says(/Copied/);
  const link = await page.copied();
  await page.press("Clear");
  await page.cell("A1").click();
  await page.paste(link);
  await page.until(async () => (await page.names()).join(), names.join());
  // The address takes other forms of a puzzle, too.
  await page.tab.goto(`${address}#p=${X_WING}`);
  await page.shows(X_WING);
});

pageTest("what links say, the program's reader reads likewise", async (page) => {
  const differing = await page.tab.evaluate(async () => {
    const [state, link, { Client }, { startWorker }] = await Promise.all(
      ["state", "link", "client", "solver"].map((name) => import(`./${name}.js`)));
    const client = new Client(startWorker);
    const below = (bound) => Math.floor(Math.random() * bound);
    const found = [];
    for (let round = 0; round < 60; round += 1) {
      const boxes = state.boxesOf(4 + below(13));
      const grid = state.emptyGrid(boxes[below(boxes.length)], below(2) ? [] : ["anti-knight"]);
      const side = state.sideOf(grid);
      grid.givens.forEach((_, cell) => {
        const kind = cell === 0 ? 1 : below(4);
        if (kind === 1) grid.givens[cell] = 1 + below(side);
        if (kind === 2) grid.digits[cell] = 1 + below(side);
        if (kind === 3) grid.marks[cell] = below(1 << side);
      });
      const text = `https://example.org/${link.encode(grid)}`;
      const read = await client.ask("read", { text });
      const same = { ...state.fromPuzzle(read.puzzle), digits: read.digits ?? grid.digits, marks: read.marks ?? grid.marks };
      if (link.encode(same) !== link.encode(grid)) found.push([text, read]);
    }
    return found;
  });
  assert.deepEqual(differing, []);
});

pageTest("a game is there again with its undo, and the one before it in a list", async (page) => {
  await page.press("Easy");
  const first = await page.until(() => page.line(), /[1-9]/);
  await page.press("New puzzle");
  await page.press("Hard");
  await page.until(() => page.line(), (line) => line !== first);
  const empty = (await page.names()).find((name) => name.endsWith("empty")).slice(0, 2);
  await page.cell(empty).click();
  await page.keys(["x", "1", "c", "2", "v", "3"]);
  const name = await page.calls(empty, "empty, marks 1, centre 2, colour 3");
  await isKept(page);
  await page.visit(address);
  await page.calls(empty, name);
  await page.press("Undo");
  await page.press("Undo");
  await page.calls(empty, "empty, marks 1");
  await page.goTo("New puzzle");
  await page.tab.waitForSelector("#game-list li:nth-child(2) button");
  await page.tab.$eval("#game-list li:nth-child(2) button", (it) => it.click());
  await page.shows(first);
  assert.equal(await page.text("#game"), "Easy");
});

pageTest("a browser that keeps nothing is no error", async (page) => {
  await page.tab.evaluateOnNewDocument(() => {
    Object.defineProperty(window, "localStorage", { get: () => { throw new Error("denied"); } });
  });
  await page.tab.reload();
  await page.press("Easy");
  await page.until(() => page.line(), /[1-9]/);
});

pageTest("a new version is offered, and other caches of the origin stay", async (page) => {
  await page.tab.evaluate(async () => {
    await navigator.serviceWorker.ready;
    await caches.open("another");
  });
  network.version = "2";
  try {
    await page.tab.reload();
    await page.tab.waitForSelector("#update:not([hidden])");
    await Promise.all([page.tab.waitForNavigation(), page.tab.$eval("#reload", (it) => it.click())]);
    const versions = () => page.tab.evaluate(() => caches.keys());
    await page.until(async () => (await versions()).map((name) => name.split(" ").at(-1)).join(), "another,2");
  } finally {
    network.version = "";
  }
});

pageTest("all of the grid is in sight on small and turned phones, zoomed in, and with large type", async (page) => {
  await page.read(MEDIUM);
  for (const [width, height, size] of [[740, 360, 100], [640, 450, 100], [360, 640, 100], [360, 740, 200], [1280, 720, 200]]) {
    await page.tab.setViewport({ width, height });
    await page.tab.evaluate((size) => {
      document.documentElement.style.fontSize = `${size}%`;
      scrollTo(0, 0);
    }, size);
    const hidden = await page.tab.$$eval("[role=gridcell]", (cells) => cells.filter((cell) => {
      const { left, right, top, bottom } = cell.getBoundingClientRect();
      return document.elementFromPoint((left + right) / 2, (top + bottom) / 2) !== cell;
    }).map((cell) => cell.ariaLabel));
    assert.deepEqual(hidden, [], `${width} x ${height}, ${size} %`);
    const wide = await page.tab.evaluate(() => document.documentElement.scrollWidth);
    assert(wide <= width, `the page is ${wide} pixels wide at ${width} x ${height}, ${size} %`);
  }
});

pageTest("nothing moves while the page loads", async (page) => {
  // On a slow phone the page is drawn before all of it has come.
  await page.tab.emulateCPUThrottling(6);
  for (let load = 0; load < 4; load += 1) {
    await page.visit(address);
    await page.until(() => page.text("#version"), /\d/);
    const shift = await page.tab.evaluate(() => new Promise((resolve) => {
      new PerformanceObserver((list) =>
        resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0)))
        .observe({ type: "layout-shift", buffered: true });
      setTimeout(() => resolve(0), 200);
    }));
    assert(shift < .05, `shifted by ${shift}`);
  }
}, { width: 360, height: 740 });

pageTest("lines join candidates: strong, weak and taken away, by pointer, finger and keys", async (page) => {
  await page.read(MEDIUM);
  await page.enter("Marks");
  for (const cell of ["A2", "A3", "B3"]) await page.type(cell, "17");
  await page.press("Lines");
  /** Where a mark stands. */
  const mark = async (cell, digit) => {
    const { x, y, width } = await (await page.cell(cell).waitHandle()).boundingBox();
    const at = (part) => width * (part + .5) / 3;
    return [x + at((digit - 1) % 3), y + at(Math.floor((digit - 1) / 3))];
  };
  const draw = async (from, to) => {
    await page.tab.mouse.move(...await mark(...from));
    await page.tab.mouse.down();
    await page.tab.mouse.move(...await mark(...to), { steps: 4 });
    await page.tab.mouse.up();
  };
  await draw(["A2", 1], ["A3", 7]);
  await page.calls("A2", "empty, marks 1 7, strong line from 1 to 7 in A3");
  await page.calls("A3", "empty, marks 1 7, strong line from 7 to 1 in A2");
  // A press at each end is a line, too.
  for (const end of [["A3", 7], ["A2", 1]]) await page.tab.mouse.click(...await mark(...end));
  await page.calls("A2", "empty, marks 1 7, weak line from 1 to 7 in A3");
  const drawn = () => page.tab.$$eval("#links path", (all) => all.map((it) => it.getAttribute("class").trim()).join());
  assert.equal(await drawn(), "weak ring,weak");
  await isKept(page);
  await page.visit(address);
  await page.calls("A2", "empty, marks 1 7, weak line from 1 to 7 in A3");
  await page.cell("A3").click();
  await page.keys(["b", "7", "ArrowDown", "7"]);
  await page.says("Strong line from 7 in A3 to 7 in B3.");
  await page.calls("B3", "empty, marks 1 7, strong line from 7 to 7 in A3");
  await page.press("Undo");
  await page.calls("B3", "empty, marks 1 7");
  await page.cell("A2").click();
  await page.keys(["1"]);
  await page.says("A line from 1 in A2");
  await page.keys(["Escape", "1", "ArrowRight", "7"]);
  await page.says("No line from 1 in A2 to 7 in A3.");
  assert.equal(await drawn(), "");
  await page.keys(["7", "ArrowDown", "1", "ArrowUp", "Delete"]);
  await page.calls("A3", "empty, marks 1 7");
});

pageTest("a filter shows where a digit can be, by keys and by the pad, and ends with the game", async (page) => {
  await page.read(MEDIUM);
  const places = () => page.cellsThat("can be 4");
  const pressed = () => page.tab.$eval("#filter", (it) => it.ariaPressed);
  await page.cell("C5").click();
  await page.keys(["f"]);
  await page.says("Which digit?");
  await page.keys(["4"]);
  await page.says("4 can be in 21 cells.");
  // What no digit in sight rules out.
  const all = await places();
  await page.calls("B5", "empty, can be 4");
  const faded = () => page.tab.$$eval(".cannot", (cells) => cells.length);
  assert.equal(await faded(), 81 - 21 - 3);
  // It stays while one plays, and no link tells of it.
  await page.keys(["4"]);
  await page.calls("C5", "4");
  await page.says("4 can be in 11 cells.");
  await isKept(page);
  assert(!await page.tab.evaluate(() => location.hash.includes("filter")));
  // Marks that are notes exclude nothing, those in the centre do.
  await page.keys(["z"]);
  await page.press("Undo");
  await page.until(places, all);
  await page.type("B5", ["c", "7"]);
  await page.calls("B5", "empty, centre 7");
  await page.keys(["x", "4"]);
  await page.calls("B5", "empty, marks 4, centre 7, can be 4");
  await page.keys(["f"]);
  await page.until(places, "");
  assert.equal(await pressed(), "false");
  // Where all cells have marks, these say it.
  await page.press("True candidates");
  await page.press("Filter");
  assert.equal(await pressed(), "true");
  await page.press("4");
  await page.until(places, (cells) => cells.split(" ").length < 21);
  await page.press("Hint");
  await page.find("button", "Tell more").wait();
  // Escape ends the filter first.
  await page.keys(["Escape"]);
  await page.until(places, "");
  await page.find("button", "Tell more").wait();
  await page.press("Filter");
  await page.keys(["Escape"]);
  assert.equal(await pressed(), "false");
  await page.keys(["f", "4"]);
  await page.read(X_WING);
  await page.until(pressed, "false");
  assert.equal(await page.cellsThat("can be 4"), "");
});

pageTest("a filter works on 16x16 and beside clues", async (page) => {
  await page.choose("Size", "16 × 16");
  await page.type("A1", "G");
  await page.tab.keyboard.down("Alt");
  await page.keys(["f"]);
  await page.tab.keyboard.up("Alt");
  await page.keys(["G"]);
  await page.says("G can be in 216 cells.");
  await page.calls("B1", "empty");
  await page.calls("E2", "empty, can be G");
  await page.read(`${EMPTY}\nkiller 10 A9 B9 B8 C8\n`);
  await page.until(() => page.text("#clue-list"), /cage/);
  await page.type("C8", "4");
  await page.press("Filter");
  await page.press("4");
  await page.says("4 can be in 60 cells.");
  await page.calls("A9", "empty");
});

pageTest("several cells are selected by dragging and by keys, and take marks and colours at once", async (page) => {
  await page.read(MEDIUM);
  const selected = () => page.tab.$$eval('[role=gridcell][aria-selected="true"]', (all) =>
    all.map((it) => it.ariaLabel.slice(0, 2)).join(" "));
  await page.drag("B3", "B5");
  assert.equal(await selected(), "B3 B4 B5");
  await hold(page, ["Shift"], ["1"]);
  await hold(page, ["Control"], ["2"]);
  await page.calls("B4", "empty, marks 1, centre 2");
  await hold(page, ["Control", "Shift"], ["4"]);
  await page.calls("B5", "empty, marks 1, centre 2, colour 4");
  await hold(page, ["Shift"], ["ArrowDown"]);
  assert.equal(await selected(), "B3 B4 B5 C5");
  await page.tab.keyboard.down("Control");
  await page.cell("B3").click();
  await page.tab.keyboard.up("Control");
  assert.equal(await selected(), "B4 B5 C5");
  await page.keys(["Delete"]);
  await page.calls("B4", "empty, colour 4");
  await page.calls("B3", "empty, marks 1, centre 2, colour 4");
  await page.cell("A1").click({ count: 2 });
  assert.equal(await selected(), "A1 E7 I3");
  await hold(page, ["Control"], ["a"]);
  assert.equal((await selected()).length, 81 * 3 - 1);
  await page.keys(["Escape"]);
  assert.equal(await selected(), "A1");
});

pageTest("a digit takes marks away that it rules out, unless that is switched off", async (page) => {
  await page.read(MEDIUM);
  await page.enter("Marks");
  await page.type("B1", "12");
  await page.enter("Digits");
  await page.type("A2", "1");
  await page.calls("B1", "empty, marks 2");
  await page.press("Undo");
  await page.calls("B1", "empty, marks 1 2");
  await page.goTo("New puzzle");
  await page.click("checkbox", "Entering a digit removes the marks that it rules out");
  await page.type("A2", "1");
  await page.calls("A2", "1");
  await page.calls("B1", "empty, marks 1 2");
});

pageTest("typing while steps are told asks first", async (page) => {
  await page.read(X_WING);
  await page.press("All steps");
  await page.find("button", "Step forward").wait();
  await page.type("A3", "2");
  await page.press("Stay");
  await page.says("1 of ");
  // A line, too.
  await page.type("A5", "b2");
  await page.press("Stay");
  await page.says("1 of ");
  await page.keys("z");
  await page.type("A3", "2");
  await page.press("Leave");
  await page.calls("A3", "2");
  await page.until(() => page.text("#headline"), "");
  await page.press("Check");
  await page.says("A wrong digit");
  await page.keys(["Escape"]);
  await page.until(() => page.text("#headline"), "");
});

pageTest("files are read where they are dropped", async (page) => {
  await page.tab.evaluate((text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], "puzzle.sdk"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, `[Puzzle]\n${MEDIUM.match(/.{9}/g).join("\n")}\n`);
  await page.shows(MEDIUM);
});

pageTest("clues are told in words, kept, and checked as one plays", async (page) => {
  await page.read(`${EMPTY}\nkiller 3 A1 A2\n`);
  await page.until(() => page.text("#clue-list"), "the cage of 3 (A1, A2)");
  await page.type("A1", "13");
  await page.calls("A1", "3, clashes");
  await page.says("the cage of 3 (A1, A2) is broken");
  await page.keys(["1", "ArrowRight", "2"]);
  await page.calls("A2", "2");
  await page.until(() => page.cellsThat("clashes"), "");
  assert.equal(await page.text("#offers"), "", "clues are a puzzle, and these digits an attempt");
  await isKept(page);
  await page.tab.reload();
  await page.until(() => page.text("#clue-list"), "the cage of 3 (A1, A2)");
});

pageTest("what the library draws for clues stands below and above the lines", async (page) => {
  const cells = await page.tab.evaluate(async () => {
    const { cluesOf } = await import("./drawing.js");
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300"><style>.cage{fill:none}</style>
      <rect class="paper"/><g transform="translate(46 46)"><g><rect class="shade"/><g><path class="line"/><g/></g>
      <path class="thin"/><path class="bold"/><text class="label">A</text><path class="cage"/></g><text>5</text></g></svg>`;
    const { below, above, style, isAtEdge } = cluesOf(svg);
    const count = (text) => ["line", "cage", "thin", "shade", "label"].map((name) => text.split(`class="${name}"`).length - 1);
    return [count(below), count(above), style["--rim"], isAtEdge, cluesOf(svg.replaceAll(/<path class="(line|cage)"\/>/g, "")).above];
  });
  assert.deepEqual(cells, [[1, 0, 0, 0, 0], [0, 1, 0, 0, 0], .5, true, ""]);
});

pageTest("going back leads to the place before, with the grid as it is", async (page) => {
  await page.go("Create");
  await page.type("A1", "5");
  await page.go("Share");
  await page.tab.goBack();
  await page.find("tabpanel", "Create").wait();
  await page.tab.goBack();
  await page.find("tabpanel", "Play").wait();
  await page.shows(`5${EMPTY.slice(1)}`);
});

pageTest("what was typed in is the puzzle once a step is asked for, and is not lost before", async (page) => {
  await page.type("A1", "5");
  assert(await page.tab.$eval("#restart", (it) => it.disabled));
  await page.press("Hint");
  await page.calls("A1", "given 5");
  await page.press("Undo");
  await page.calls("A1", "5");
});

pageTest("a game that is solved is praised, and is correct", async (page) => {
  await page.read(SMALL);
  await page.type("A3", "3");
  await page.press("Pause");
  assert.equal(await isFound(page, "#grid"), false);
  await page.press("Go on");
  await page.type("D2", "3");
  await page.says(/^Solved in 0:\d\d$/);
  assert.equal(await page.tab.$eval("#story", (it) => it.dataset.kind), "solved");
  await page.press("Check");
  await page.says("Correct This is the only solution.");
});

pageTest("of several solutions none is filled in before it is asked for", async (page) => {
  await page.read("12.4............");
  await page.press("Solve");
  await page.says("Several solutions");
  await page.shows("12.4............");
  await page.press("Fill in one of them");
  await page.until(() => page.line(), /^[1-4]{16}$/);
  await page.press("Check");
  await page.says("This is one of several solutions.");
});
