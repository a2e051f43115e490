// Does the page's solver give the verdicts and solutions of the command line?

import assert from "node:assert/strict";
import { test } from "node:test";

import { LIBRARY } from "../page/library.js";
import { pageTest } from "./browser.js";
import { line, values } from "./page.js";
import { LISTS, first, objects, satdoku } from "./satdoku.js";

/** What the page's worker answers to puzzles as JSON, each read and then solved. */
async function solved(page, puzzles) {
  const answers = [];
  for (let start = 0; start < puzzles.length; start += 100) {
    const batch = await page.tab.evaluate(async (puzzles) => {
      const worker = new Worker("worker.js", { type: "module" });
      const next = () =>
        new Promise((resolve) => (worker.onmessage = ({ data }) => resolve(data)));
      const ask = async (message) => {
        const answered = next();
        worker.postMessage({ id: 1, ...message });
        const { answer, error } = await answered;
        return answer ?? { error };
      };
      worker.postMessage(await WebAssembly.compileStreaming(fetch("satdoku_web_bg.wasm")));
      await next();
      const answers = [];
      for (const text of puzzles) {
        const { puzzle } = await ask({ ask: "read", text });
        answers.push(await ask({ ask: "solve", puzzle, limit: 60_000 }));
      }
      worker.terminate();
      return answers;
    }, puzzles.slice(start, start + 100));
    answers.push(...batch);
  }
  return answers;
}

pageTest("verdicts and solutions of 1,000 puzzles are those of the command line", async (page) => {
  const listed = LISTS.flatMap((list) => first(list, 40));
  const random = objects(["solve"], satdoku(["generate", "--count", "60", "--seed", "1"]));
  const altered = listed.map((it, n) => {
    const other = (digit) => (n % 2 === 0 ? "." : line([values(digit)[0] === 1 ? 2 : 1]));
    return { ...it, puzzle: it.puzzle.replace(/[^.]/, other) };
  });
  const json = ({ puzzle, rules, box, regions }) => JSON.stringify({ puzzle, rules, box, regions });
  const puzzles = [...listed, ...random, ...altered].map(json);
  assert(puzzles.length >= 1000, `only ${puzzles.length} puzzles`);

  const expected = objects(["solve"], puzzles.join("\n"));
  const found = await solved(page, puzzles);
  const counts = { unique: 0, multiple: 0, none: 0 };
  const full = [];
  for (const [n, { status, solution, ...rest }] of expected.entries()) {
    const verdict = status === "invalid" ? "none" : status;
    counts[verdict] += 1;
    assert.equal(found[n].status, verdict, puzzles[n]);
    const solutions = found[n].solutions.map(line);
    if (verdict === "unique") assert.deepEqual(solutions, [solution], puzzles[n]);
    if (verdict === "multiple") {
      assert.equal(new Set(solutions).size, 2, puzzles[n]);
      full.push(...solutions.map((puzzle) => json({ ...rest, puzzle })));
    }
  }
  assert(Object.values(counts).every((count) => count >= 100), JSON.stringify(counts));

  // Of several solutions the two need not be the same; that they are solutions is checked.
  const verdicts = objects(["check"], full.join("\n")).map(({ status }) => status);
  assert.deepEqual(new Set(verdicts), new Set(["unique"]));
});

test("puzzles of the library are proper, and of the grade that is said", () => {
  const puzzles = Object.entries(LIBRARY).flatMap(([grade, lines]) => lines.map((line) => [grade, line]));
  const rated = objects(["rate", "--steps"], puzzles.map(([, line]) => line).join("\n"));
  assert.deepEqual(rated.map(({ grade }) => grade), puzzles.map(([grade]) => grade));
  assert(rated.every(({ status }) => status === "unique"));
});
