// Does what the page writes mean the same elsewhere?

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { folder, open, pageTest } from "./browser.js";
import { satdoku } from "./satdoku.js";

const MEDIUM = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
const X_WING = "94.7..13......4..7....3.69..5.....812..3.5....6....2......78...7..54......4..1..8";

function zip(...args) {
  const { status, stderr } = spawnSync("python3", ["-m", "zipfile", ...args], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
}

/** The folder in a zip. */
function unpacked(path) {
  const parent = mkdtempSync(join(folder, "zip-"));
  zip("-e", path, parent);
  const [name, ...others] = readdirSync(parent);
  assert.deepEqual(others, [], "one folder");
  return join(parent, name);
}

pageTest("a line is copied", async (page) => {
  await page.read(MEDIUM);
  await page.press("Copy line");
  await page.says(/Copied/);
  assert.equal(await page.copied(), MEDIUM);
});

pageTest("a picture is saved, with its title escaped", async (page) => {
  await page.read(MEDIUM);
  await page.goTo("Title");
  await page.find("textbox", "Title").fill('<script>alert(1)</script> & "one"');
  const { name, bytes } = await page.download("Picture");
  assert.match(name, /\.svg$/);
  const [errors, scripts, text] = await page.tab.evaluate((svg) => {
    const picture = new DOMParser().parseFromString(svg, "image/svg+xml");
    const count = (name) => picture.getElementsByTagName(name).length;
    return [count("parsererror"), count("script"), picture.documentElement.textContent];
  }, bytes.toString());
  assert.deepEqual([errors, scripts], [0, 0]);
  assert(text.includes('<script>alert(1)</script> & "one"'));
  const pixels = await page.download("PNG");
  assert.deepEqual([pixels.name, pixels.bytes.subarray(1, 4).toString()], ["puzzle.png", "PNG"]);
});

pageTest("on a phone files go to its share sheet, and to the downloads where that refuses", async (page) => {
  await page.tab.evaluate(() => {
    window.shared = [];
    navigator.canShare = ({ files }) => files.every(({ name }) => !name.endsWith(".zip"));
    navigator.share = async ({ files: [{ name, type, size }] }) => {
      window.shared.push(`${name} ${type} ${size > 100}`);
      if (name.endsWith(".svg")) throw new DOMException("", "AbortError");
      if (name.endsWith(".cnf")) throw new DOMException("", "NotAllowedError");
    };
  });
  await page.read(MEDIUM);
  const shared = () => page.tab.evaluate(() => window.shared.join());
  await page.press("PNG");
  await page.until(shared, "puzzle.png image/png true");
  await page.press("Picture");
  await page.until(shared, "puzzle.png image/png true,puzzle.svg image/svg+xml true");
  assert.equal((await page.download("Formula (DIMACS)")).name, "puzzle.cnf");
  assert.equal((await page.download("Certificate")).name, "certificate.zip");
  await page.until(shared, (names) => !names.includes("zip"));
}, { width: 360, height: 740 });

pageTest("paper has puzzles under a title, the answers on the next page, and nothing else", async (page) => {
  const isSeen = (selector) => page.tab.$$eval(selector, (all) => all.map((it) => it.checkVisibility()));
  const controls = "header, #bar, #story, #places, footer";
  await page.read(MEDIUM);
  await page.tab.emulateMediaType("print");
  assert.deepEqual(await isSeen(`#grid, ${controls}`), [false, true, false, false, false, false]);
  await page.tab.emulateMediaType("screen");

  await page.goTo("Title");
  await page.find("textbox", "Title").fill("For the train");
  await page.find("spinbutton", "Puzzles").fill("2");
  await page.tab.evaluate(() => {
    window.print = () => (window.isPrinted = true);
  });
  await page.press("Print");
  await page.until(() => page.tab.evaluate(() => window.isPrinted), true);
  await page.tab.emulateMediaType("print");
  const pages = await page.tab.$$eval(".page", (all) =>
    all.map((it) => [it.querySelector("h2").textContent, it.querySelectorAll("img").length]));
  assert.deepEqual(pages, [["For the train", 2], ["For the train: answers", 2]]);
  assert.deepEqual(await isSeen(`main, ${controls}`), [false, false, false, false, false, false]);
});

pageTest("a link brings back all that stands in the grid", async (page) => {
  await page.choose("Size", "6 × 6");
  await page.tick("diagonal");
  await page.tick("jigsaw");
  await page.type("A1", "b");
  await page.enter("Digits");
  await page.type("A1", "5");
  await page.press("Fix as givens");
  await page.type("B3", "6");
  await page.enter("Marks");
  await page.type("C4", "12");
  await page.press("Copy link");
  await page.says(/Copied/);
  const link = await page.copied();
  const entered = await page.names();
  await page.enter("Regions");
  const painted = await page.names();
  // What is behind another tab is not drawn, and answers no more.
  const other = await open({ fragment: new URL(link).hash });
  assert.deepEqual(await other.names(), entered);
  await other.enter("Regions");
  assert.deepEqual(await other.names(), painted);
  assert.deepEqual(other.complaints, []);
  await other.close();
});

pageTest("a formula is the one of the command line", async (page) => {
  await page.read(MEDIUM);
  const { name, bytes } = await page.download("Formula (DIMACS)");
  assert.match(name, /\.cnf$/);
  // The command line says in a comment what it read.
  const text = (formula) => formula.replace(/^c json .*\n/m, "");
  assert.equal(text(bytes.toString()), text(satdoku(["encode", MEDIUM])));
});

pageTest("a certificate is checked by the page and by the command line", async (page) => {
  await page.read(X_WING);
  const { path } = await page.download("Certificate");
  const certificate = unpacked(path);
  assert.match(satdoku(["verify", certificate, "--puzzle", X_WING]), /accepted: exactly one solution/);
  await page.press("Clear");
  await page.check(path);
  await page.says(/accepted.*exactly one solution/);
  await page.press("Load the puzzle");
  await page.shows(X_WING);
});

pageTest("a certificate with another proof is refused, as by the command line", async (page) => {
  await page.read(X_WING);
  const { path } = await page.download("Certificate");
  const certificate = unpacked(path);
  const [proof, manifest] = ["proof.drat", "manifest.json"].map((name) => join(certificate, name));
  const hash = () => createHash("sha256").update(readFileSync(proof)).digest("hex");
  const old = hash();
  // What the first line says does not follow.
  writeFileSync(proof, `1 0\n${readFileSync(proof)}`);
  writeFileSync(manifest, readFileSync(manifest, "utf8").replace(old, hash()));
  const reason = "line 1: unit propagation does not show that 1 0 follows";
  assert(satdoku(["verify", certificate], { status: 3 }).includes(reason));
  const altered = join(folder, "altered.zip");
  zip("-c", altered, certificate);
  await page.check(altered);
  await page.says(reason);
});

pageTest("a file that is no certificate is refused", async (page) => {
  const path = join(folder, "no.zip");
  writeFileSync(path, "PK no");
  await page.check(path);
  await page.refuses(/ZIP/);
});

pageTest("a file that is too large is refused as often as it is chosen", async (page) => {
  const path = join(folder, "large.zip");
  writeFileSync(path, "");
  truncateSync(path, 100_000_001);
  for (let times = 0; times < 2; times += 1) {
    await page.check(path);
    await page.refuses(/at most 100000000 bytes, found 100000001/);
    await page.press("Copy line");
    await page.says(/Copied/);
  }
});
