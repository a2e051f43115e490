// Does the page run and draw only what stands in files of its own?

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const page = readFileSync(new URL("../../page/index.html", import.meta.url), "utf8");

test("the policy allows the page's own scripts and no other", () => {
  const [, policy] = /script-src ([^;]*)/.exec(page) ?? [];
  assert.equal(policy, "'self' 'wasm-unsafe-eval'");
});

test("the page has no script, style or frame of its own in the text", () => {
  assert(!/<style|<iframe|\sstyle=|\son\w+=|<script(?! type="module" src="main.js">)/.test(page));
});
