// The command line: what the page answers is held against it.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const built = ["debug", "release"].map((profile) => `${ROOT}target/${profile}/satdoku`);
const program = process.env.SATDOKU_BIN ?? built.find(existsSync);
assert(program, "satdoku is not built: run `cargo build`, or set SATDOKU_BIN");

/** What `satdoku` writes to stdout, or to stderr if it is expected to end with another status. */
export function satdoku(args, { input = "", status = 0 } = {}) {
  const run = spawnSync(program, args, { cwd: ROOT, input, encoding: "utf8", maxBuffer: 1 << 28 });
  assert.equal(run.status, status, `satdoku ${args.join(" ")}\n${run.stderr}`);
  return status === 0 ? run.stdout : run.stderr;
}

/** The JSON objects that it writes, one a line. */
export function objects(args, input) {
  const lines = satdoku([...args, "--format", "json", "--exit-zero"], { input });
  return lines.trim().split("\n").map((line) => JSON.parse(line));
}

/** The rules beside the classic ones, after which lists of puzzles are named. */
const RULES = ["anti-king", "anti-knight", "argyle", "asterisk", "center-dot", "diagonal",
  "disjoint-groups", "girandola", "jigsaw", "latin", "windoku"];

/** The lists of puzzles that the repository holds, but for those above side 16. */
export const LISTS = readdirSync(`${ROOT}puzzles`)
  .filter((name) => name.endsWith(".txt") && name !== "25x25.txt")
  .map((name) => name.replace(".txt", ""));

/** The first puzzles of a list, with their rules and solutions. */
export function first(list, count) {
  const rules = RULES.filter((name) => list.endsWith(name)).join() || "classic";
  return objects(["solve", "--rules", rules, `puzzles/${list}.txt`]).slice(0, count);
}
