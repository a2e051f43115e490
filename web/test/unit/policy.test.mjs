// Does the page run and draw only what stands in files of its own, and is each thing in one of them?

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const page = readFileSync(new URL("../../page/index.html", import.meta.url), "utf8");

test("the policy allows the page's own scripts and no other", () => {
  const [, policy] = /script-src ([^;]*)/.exec(page) ?? [];
  assert.equal(policy, "'self' 'wasm-unsafe-eval'");
});

test("the page has no script, style or frame of its own in the text", () => {
  assert(!/<style|<iframe|\sstyle=|\son\w+=|<script(?! type="module" src="main.js">)/.test(page));
});

const folder = new URL("../../page/", import.meta.url);
const code = new Map(readdirSync(folder).filter((name) => name.endsWith(".js"))
  .map((name) => [name, readFileSync(new URL(name, folder), "utf8")]));

test("no two files of the page lead to each other, not by types either", () => {
  const next = (/** @type {string} */ name) => [...(code.get(name) ?? "").matchAll(/"\.\/([\w-]+\.js)"/g)].map((it) => it[1]);
  for (const name of code.keys()) {
    const reached = new Set(next(name));
    for (const other of reached) for (const it of next(other)) reached.add(it);
    assert(!reached.has(name), `${name} leads to itself through ${[...reached].join(", ")}`);
  }
});

test("what the page says stands in one file", () => {
  for (const [name, text] of code) {
    if (["texts.js", "library.js"].includes(name)) continue;
    const strings = text.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, "").match(/(["`])(?:(?!\1).)*\1/g) ?? [];
    assert.deepEqual(strings.filter((it) => /[a-z]{2,} [a-z]{2,} [a-z]{2,}/.test(it)), [], name);
  }
});
