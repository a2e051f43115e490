// Does the page allow the one script that does not stand in a file of its own?

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const read = (/** @type {string} */ path) => readFileSync(new URL(path, import.meta.url), "utf8");

test("the policy names the script of the page of steps", () => {
  const script = /<script>(.*)<\/script>/s.exec(read("../../../src/draw/replay.html"))?.[1] ?? "";
  const hash = createHash("sha256").update(script).digest("base64");
  assert(read("../../page/index.html").includes(`'sha256-${hash}'`),
    `expected 'sha256-${hash}' in the policy of web/page/index.html`);
});

test("the page has no script or style of its own in the text", () => {
  const page = read("../../page/index.html");
  assert(!/<style|\sstyle=|\son\w+=|<script(?! type="module" src="main.js">)/.test(page));
});
