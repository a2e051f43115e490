// What a person does on the page and sees there. Elements are found by role and accessible name.

import assert from "node:assert/strict";
import { mkdtemp, readFile } from "node:fs/promises";
import { join } from "node:path";

const CELLS = '[role="grid"][aria-label="Sudoku grid"] [role="gridcell"]';

/** Where the controls are that do not stand beside the grid. */
const PLACES = {
  Play: ["Paste", "New puzzle", "Restart", "Clear"],
  Check: ["Check", "Solve", "All steps", "Rate", "Why not?", "Plain candidates", "True candidates"],
  Create: ["Size", "Generate", "Random regions", "jigsaw", "diagonal", "anti-knight",
    "windoku", "disjoint-groups", "Type in", "Paint regions", "Fix as givens", "Edit givens",
    "Minimise"],
  Share: ["Copy link", "Copy line", "Picture", "PNG", "Title", "Puzzles", "Print", "Formula (DIMACS)",
    "Certificate"],
};

/** How long anything is waited for, in milliseconds: the machine may have other work. */
const PATIENCE = 60_000;

export class Page {
  /** What the page wrote to the console as an error or a warning, and what it threw. */
  complaints = [];

  /** @param {import("puppeteer-core").Page} tab @param {string} folder for downloads */
  constructor(tab, folder) {
    this.tab = tab;
    this.folder = folder;
    tab.setDefaultTimeout(PATIENCE);
    const complain = ({ message }) => this.complaints.push(message);
    tab.on("pageerror", complain);
    tab.on("error", complain);
    tab.on("console", (message) => {
      if (["error", "warn"].includes(message.type())) this.complaints.push(message.text());
    });
  }

  /** Opens an address, and waits until the page answers. */
  async visit(address) {
    await this.tab.goto(address);
    await this.tab.waitForSelector(CELLS);
  }

  async close() {
    await this.tab.close();
  }

  /** An element by its role and name. */
  find(role, name) {
    return this.tab.locator(`::-p-aria([name="${name}"][role="${role}"])`);
  }

  /** Clicks what has this role and name. */
  async click(role, name) {
    await this.clickOn(`::-p-aria([name="${name}"][role="${role}"])`);
  }

  /** Clicks what a selector finds, in the middle of the window, where nothing covers it, once it is
   * still and can be clicked. A locator does so in many more questions to the browser. */
  async clickOn(selector, options) {
    const handle = await this.tab.$(selector) ?? await this.tab.waitForSelector(selector);
    let last = [];
    await this.until(() => handle.evaluate(async (it) => {
      await new Promise(requestAnimationFrame);
      it.scrollIntoView({ block: "center" });
      const { left, top, width, height } = it.getBoundingClientRect();
      return [left + width / 2, top + height / 2, width > 0 && !it.matches(":disabled")];
    }), (place) => {
      const isStill = place.join() === last.join() && place[2];
      last = place;
      return isStill;
    });
    await this.tab.mouse.click(last[0], last[1], options);
  }

  /** Goes to one of the four places. */
  async go(place) {
    const isThere = await this.tab.evaluate((place) => document.body.dataset.place === place, place.toLowerCase());
    if (!isThere) await this.click("tab", place);
  }

  /** Goes to where a control is, with what is folded up there unfolded. */
  async goTo(name) {
    const [place] = Object.entries(PLACES).find(([, names]) => names.includes(name)) ?? [];
    if (!place) return;
    await this.go(place);
    await this.unfold();
  }

  async unfold() {
    await this.tab.evaluate(() => document.querySelectorAll("details").forEach((it) => (it.open = true)));
  }

  /** Presses a button. */
  async press(name) {
    await this.goTo(name);
    await this.click("button", name);
  }

  /** Asks for a step, and then for more of it until all is told. */
  async hint() {
    await this.press("Hint");
    for (let times = 0; times < 2; times += 1) await this.press("Tell more");
    await this.find("button", "Apply").wait();
  }

  /** Chooses what keys enter: Digits, Marks or Regions. */
  async enter(name) {
    const toggles = { Marks: "Marks", Regions: "Paint regions" };
    for (const [entry, toggle] of Object.entries(toggles)) {
      if (entry === "Regions" && name === "Marks") continue;
      await this.goTo(toggle);
      const button = await this.find("button", toggle).waitHandle();
      const isPressed = await button.evaluate((it) => it.ariaPressed === "true");
      if (isPressed !== (entry === name)) await this.press(toggle);
    }
  }

  /** Whether the page says that something runs. */
  isBusy() {
    return this.tab.$eval("#busy", (it) => !it.hidden);
  }

  async tick(name) {
    await this.goTo(name);
    await this.click("checkbox", name);
  }

  /** Chooses an entry of a list, by what it says. */
  async choose(name, entry) {
    await this.goTo(name);
    const list = await this.find("combobox", name).waitHandle();
    const value = () => list.evaluate((it, entry) =>
      [...it.options].find(({ text }) => text === entry)?.value, entry);
    await list.select(await this.until(value, (found) => found !== undefined));
  }

  /** The cell of a name such as B3. */
  cell(name) {
    const selector = `${CELLS}[aria-label^="${name},"]`;
    return {
      click: (options) => this.clickOn(selector, options),
      waitHandle: () => this.tab.waitForSelector(selector),
    };
  }

  /** Goes to a cell and presses keys there: digits, or a list of names of keys. */
  async type(cell, keys) {
    await this.cell(cell).click();
    await this.keys(keys);
  }

  async keys(keys) {
    for (const key of keys) await this.tab.keyboard.press(key);
  }

  /** Presses Tab until the keyboard is at what has this name. */
  async tabTo(name) {
    for (let tries = 0; tries < 200; tries += 1) {
      const focused = await this.tab.evaluateHandle(() => document.activeElement);
      const node = await this.tab.accessibility.snapshot({ root: focused, interestingOnly: false });
      if (node?.name === name) return;
      await this.tab.keyboard.press("Tab");
    }
    assert.fail(`Tab does not lead to ${name}`);
  }

  /** Moves the mouse from one cell to another with its button down. */
  async drag(from, to, { steps = 5 } = {}) {
    const [start, end] = [await this.middle(from), await this.middle(to)];
    await this.tab.mouse.move(start.x, start.y);
    await this.tab.mouse.down();
    await this.tab.mouse.move(end.x, end.y, { steps });
    await this.tab.mouse.up();
  }

  async middle(cell) {
    const { x, y, width, height } = await (await this.cell(cell).waitHandle()).boundingBox();
    return { x: x + width / 2, y: y + height / 2 };
  }

  /** Taps with a finger. */
  async tap(locator) {
    await (await locator.waitHandle()).tap();
  }

  /** Pastes text where the keyboard is. */
  async paste(text) {
    await this.tab.evaluate((text) => navigator.clipboard.writeText(text), text);
    await this.tab.keyboard.down("Control");
    await this.tab.keyboard.press("v", { commands: ["Paste"] });
    await this.tab.keyboard.up("Control");
  }

  /** Reads text by the dialog for it. */
  async read(text) {
    await this.press("Paste");
    await this.find("textbox", "Puzzle").fill(text);
    await this.press("Read");
    // What is pressed while the dialog is open is lost.
    await this.tab.waitForSelector("dialog[open]", { hidden: true });
  }

  /** Sets the limit in seconds. */
  async limit(seconds) {
    await this.go("Check");
    await this.unfold();
    await this.find("spinbutton", "Limit in seconds").fill(seconds);
  }

  /** What has the keyboard. */
  focused() {
    return this.tab.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.id);
  }

  /** Chooses a file to be checked as a certificate. */
  async check(path) {
    await this.goTo("Certificate");
    const input = await this.tab.$('input[type="file"]');
    await input.uploadFile(path);
  }

  /** The names of the cells, row by row: `A1, given 5`. */
  names() {
    return this.tab.evaluate((cells) => Array.from(document.querySelectorAll(cells), (it) => it.ariaLabel), CELLS);
  }

  /** What a cell is called after its place: `given 5`. */
  async name(cell) {
    const name = (await this.names()).find((name) => name.startsWith(`${cell},`));
    return name?.slice(cell.length + 2);
  }

  /** The digits in the grid. */
  async line() {
    const symbols = (await this.names()).map((name) => /^\w+, (?:given )?([1-9A-G])\b/.exec(name)?.[1]);
    return symbols.map((symbol) => symbol ?? ".").join("");
  }

  /** The cells whose names hold this word. */
  async cellsThat(word) {
    const names = (await this.names()).filter((name) => name.split(", ").includes(word));
    return names.map((name) => name.split(",")[0]).join(" ");
  }

  /** The text of all elements that a selector finds. */
  async text(selector) {
    const texts = await this.tab.evaluate((selector) =>
      Array.from(document.querySelectorAll(selector), (it) => it.textContent), selector);
    return texts.join(" ").replaceAll(/\s+/g, " ").trim();
  }

  /** Waits until what `get` returns is `expected`, matches it, or fulfils it. */
  async until(get, expected) {
    const end = Date.now() + PATIENCE;
    for (;;) {
      const found = await get();
      const isMet = typeof expected === "function" ? expected(found)
        : expected instanceof RegExp ? expected.test(found) : found === expected;
      if (isMet) return found;
      assert(Date.now() < end, `expected ${expected}, found ${JSON.stringify(found)}`);
      await this.tab.evaluate(() => new Promise(requestAnimationFrame));
    }
  }

  /** Waits for a message that holds a text, matches it or fulfils it, and returns the message. */
  says(expected) {
    const isMet = typeof expected === "string" ? (text) => text.includes(expected) : expected;
    return this.until(() => this.text('[role="status"]'), isMet);
  }

  /** Waits for an error message. */
  refuses(expected) {
    return this.until(() => this.text('[role="alert"]'), expected);
  }

  /** Waits until the grid holds this line. */
  shows(line) {
    return this.until(() => this.line(), line);
  }

  /** Waits until a cell is called so, after its place. */
  calls(cell, name) {
    return this.until(() => this.name(cell), name);
  }

  /** The text that was copied last. */
  copied() {
    return this.tab.evaluate(() => navigator.clipboard.readText());
  }

  /** Presses a button, and returns the file that it brings. */
  async download(button) {
    const downloadPath = await mkdtemp(join(this.folder, "download-"));
    const session = await this.tab.browser().target().createCDPSession();
    await session.send("Browser.setDownloadBehavior", {
      behavior: "allow",
      browserContextId: this.tab.browserContext().id,
      downloadPath,
      eventsEnabled: true,
    });
    let name;
    let state;
    session.on("Browser.downloadWillBegin", (event) => (name = event.suggestedFilename));
    session.on("Browser.downloadProgress", (event) => (state = event.state));
    await this.press(button);
    await this.until(() => state, "completed");
    await session.detach();
    const path = join(downloadPath, name);
    return { name, path, bytes: await readFile(path) };
  }
}

const SYMBOLS = ".123456789ABCDEFG";

/** A list of digits as a line, 0 as an empty cell. */
export const line = (values) => values.map((digit) => SYMBOLS[digit]).join("");

/** The digits of a line. */
export const values = (line) => [...line].map((symbol) => SYMBOLS.indexOf(symbol));
