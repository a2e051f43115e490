// Are questions answered in order, and can they be given up?

import assert from "node:assert/strict";
import { test } from "node:test";

import { Cancelled, Client } from "../../page/client.js";

/** A worker that answers when it is told to. */
class Worker {
  /** @type {Worker[]} */ static all = [];
  /** @type {any[]} */ asked = [];
  isEnded = false;
  onmessage = (/** @type {any} */ _) => {};
  onerror = (/** @type {any} */ _) => {};
  constructor() {
    Worker.all.push(this);
  }
  postMessage(/** @type {any} */ message) {
    this.asked.push(message);
  }
  terminate() {
    this.isEnded = true;
  }
  say(/** @type {any} */ data) {
    this.onmessage({ data });
  }
}

function begin() {
  Worker.all = [];
  const client = new Client(() => /** @type {any} */ (new Worker()));
  client.prepare();
  return client;
}

test("questions wait for the worker and for each other", async () => {
  const client = begin();
  const [worker] = Worker.all;
  const [first, second] = [client.ask("one"), client.ask("two", { puzzle: 3 })];
  assert.deepEqual(worker.asked, []);
  worker.say({ ready: true });
  assert.deepEqual(worker.asked, [{ id: 1, ask: "one" }]);
  worker.say({ id: 1, answer: "first" });
  assert.equal(await first, "first");
  assert.deepEqual(worker.asked[1], { id: 2, ask: "two", puzzle: 3 });
  assert(client.isBusy);
  worker.say({ id: 2, error: "expected 81 cells" });
  await assert.rejects(second, /expected 81 cells/);
  assert(!client.isBusy);
});

test("cancelling ends the worker and starts another one", async () => {
  const client = begin();
  const [worker] = Worker.all;
  worker.say({ ready: true });
  const questions = [client.ask("one"), client.ask("two")];
  client.cancel();
  for (const question of questions) await assert.rejects(question, Cancelled);
  assert(worker.isEnded);
  const next = client.ask("three");
  Worker.all[1].say({ ready: true });
  Worker.all[1].say({ id: 3, answer: "third" });
  assert.equal(await next, "third");
});

test("an answer to another question is not taken for this one", async () => {
  const client = begin();
  const [worker] = Worker.all;
  worker.say({ ready: true });
  const question = client.ask("one");
  worker.say({ id: 7, answer: "another" });
  assert(client.isBusy);
  worker.say({ id: 1, answer: "its own" });
  assert.equal(await question, "its own");
});

test("a worker that cannot start is tried again with the next question only", async () => {
  const client = begin();
  const question = client.ask("one");
  Worker.all[0].say({ error: "no WebAssembly" });
  await assert.rejects(question, /no WebAssembly/);
  assert.equal(Worker.all.length, 1);
  const next = client.ask("two");
  assert.equal(Worker.all.length, 2);
  Worker.all[1].onerror({ preventDefault() {}, message: undefined });
  await assert.rejects(next, /it cannot be loaded/);
});

test("a worker that breaks is replaced", async () => {
  const client = begin();
  Worker.all[0].say({ ready: true });
  const question = client.ask("one");
  Worker.all[0].onerror({ preventDefault() {}, message: "unreachable" });
  await assert.rejects(question, /the solver stopped: unreachable/);
  assert.equal(Worker.all.length, 2);
});

test("a question without an answer ends some time after its limit", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const client = begin();
  Worker.all[0].say({ ready: true });
  const question = client.ask("one", { limit: 2000 });
  context.mock.timers.tick(6999);
  assert(client.isBusy);
  context.mock.timers.tick(1);
  await assert.rejects(question, /no answer within the limit of 2 s/);
});
