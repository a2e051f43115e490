// One file server and one Chromium for a file of tests, and a page of its own for each test.

import assert from "node:assert/strict";
import { accessSync, constants } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { delimiter, extname, join } from "node:path";
import { after, before, test } from "node:test";
import puppeteer from "puppeteer-core";

import { Page } from "./page.js";

const DIST = new URL("../dist/", import.meta.url);
const TYPES = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/** The address of the page: another origin for each test, where nothing is kept. */
export let address;

/** A folder for downloads. */
export let folder;

/** Whether the server answers nobody, and which version it says it has, if another one. */
export const network = { isDown: false, version: "" };

/** The names of the server: one for each test. */
const OWN = /^test-\d+\.localhost$/;

/** Whatever the pages asked for that is no file of theirs. */
const strays = [];

/** What some versions of Chromium ask for on their own, whatever they are told. */
const OF_CHROMIUM = /^([^.]+\.)*(google|googleapis|gstatic)\.com:443$/;

let browser;

/** A window of its own would cost seconds for each test. */
let context;
let origins = 0;

// The server is the proxy of the pages too, so that it sees what would leave the machine.
const server = createServer(async ({ method, url: text, socket }, response) => {
  if (network.isDown) {
    socket.destroy();
    return;
  }
  const url = new URL(text, address);
  const path = url.pathname === "/" ? "/index.html" : url.pathname;
  try {
    // A service worker goes on a moment after its page was closed.
    const isOwn = OWN.test(url.hostname) && url.port === new URL(address).port;
    assert.deepEqual([method, isOwn, url.search], ["GET", true, ""]);
    let body = await readFile(new URL(`.${path}`, DIST));
    if (path === "/sw.js" && network.version) {
      body = body.toString().replace(/VERSION = "\w+"/, `VERSION = "${network.version}"`);
    }
    response.writeHead(200, { "content-type": TYPES[extname(path)] }).end(body);
  } catch {
    strays.push(`${method} ${url}`);
    response.writeHead(404).end();
  }
});
server.on("connect", ({ url }, socket) => {
  if (!OF_CHROMIUM.test(url)) strays.push(url);
  socket.destroy();
});

before(async () => {
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  folder = await mkdtemp(join(tmpdir(), "satdoku-web-"));
  browser = await puppeteer.launch({
    executablePath: chromium(),
    protocolTimeout: 300_000,
    args: [
      "--no-sandbox",
      "--no-first-run",
      "--disable-gpu",
      "--disable-quic",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--disable-features=AutofillServerCommunication",
      // What Chromium itself would ask for goes nowhere.
      "--proxy-server=127.0.0.1:9",
    ],
  });
  context = await browser.createBrowserContext({
    proxyServer: `127.0.0.1:${server.address().port}`,
    proxyBypassList: ["<-loopback>"],
  });
  await context.newPage();
});

after(async () => {
  await browser?.close();
  server.close();
  if (folder) await rm(folder, { recursive: true });
});

function chromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const names = ["chromium", "chromium-browser", "google-chrome"];
  const folders = process.env.PATH.split(delimiter);
  const found = folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
  assert(found, `none of ${names.join(", ")} is in PATH: set CHROMIUM`);
  return found;
}

/**
 * A test with a page of its own. Nothing may go wrong in it, and it may ask for its files only.
 * @param {string} name
 * @param {(page: Page) => Promise<void>} body
 * @param {Parameters<typeof open>[0]} [options]
 */
export function pageTest(name, body, options) {
  test(name, async () => {
    const page = await open(options);
    try {
      await body(page);
      assert.deepEqual(page.complaints, [], "errors in the console");
      assert.deepEqual(strays.splice(0), [], "requests");
    } finally {
      await page.close();
    }
  });
}

/**
 * A page at an origin of its own.
 * @param {{fragment?: string, width?: number, height?: number}} [options]
 */
export async function open({ fragment = "", width = 1280, height = 900 } = {}) {
  origins += 1;
  address = `http://test-${origins}.localhost:${server.address().port}/`;
  const clipboard = ["clipboard-read", "clipboard-sanitized-write"];
  await context.overridePermissions(new URL(address).origin, clipboard);
  const tab = await context.newPage();
  await tab.setViewport({ width, height, hasTouch: width < 600 });
  const page = new Page(tab, folder);
  await page.visit(address + fragment);
  return page;
}
