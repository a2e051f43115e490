// A worker that answers questions one after the other, each within a limit, and that can be
// stopped.

import { texts } from "./texts.js";

/** A question was given up on request. */
export class Cancelled extends Error {}

/** How long after its limit a question that was not answered is given up, in milliseconds. */
const GRACE = 5000;

/**
 * @typedef {object} Question
 * @property {Record<string, unknown>} message
 * @property {Transferable[]} transfer
 * @property {number | undefined} limit in milliseconds
 * @property {(answer: any) => void} resolve
 * @property {(error: Error) => void} reject
 */

export class Client {
  /** @type {Question[]} The first one is at work. */ #queue = [];
  #id = 0;
  #isReady = false;
  /** None before the first question, and after one that could not start.
   * @type {Worker | null} */ #worker = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  #onChange;
  #create;

  /** @param {() => Worker} create starts a worker
   * @param {() => void} [onChange] is called when work begins or ends */
  constructor(create, onChange = () => {}) {
    this.#create = create;
    this.#onChange = onChange;
  }

  /** Starts the worker ahead of the first question. */
  prepare() {
    this.#worker ??= this.#start();
  }

  get isBusy() {
    return this.#queue.length > 0;
  }

  /**
   * Asks the worker.
   * @param {string} ask
   * @param {Record<string, unknown>} [fields]
   * @param {Transferable[]} [transfer]
   * @returns {Promise<any>} the answer; rejected with the worker's error, or {@link Cancelled}
   */
  ask(ask, fields = {}, transfer = []) {
    return new Promise((resolve, reject) => {
      this.#id += 1;
      const limit = typeof fields.limit === "number" ? fields.limit : undefined;
      const message = { id: this.#id, ask, ...fields };
      this.#queue.push({ message, transfer, limit, resolve, reject });
      this.prepare();
      if (this.#queue.length === 1) this.#send();
      this.#onChange();
    });
  }

  /** Gives up all questions; the worker is replaced by a new one. */
  cancel() {
    this.#giveUp(new Cancelled("cancelled"));
  }

  #start() {
    const worker = this.#create();
    worker.onmessage = ({ data }) => this.#receive(data);
    // A worker that cannot be loaded, or an error that it did not catch.
    worker.onerror = (event) => {
      event.preventDefault();
      this.#giveUp(new Error(texts.stopped(event.message)));
    };
    return worker;
  }

  #send() {
    const question = this.#queue[0];
    if (!this.#worker || !this.#isReady || !question) return;
    this.#worker.postMessage(question.message, question.transfer);
    const { limit } = question;
    if (limit === undefined) return;
    this.#timer = setTimeout(() => {
      this.#giveUp(new Error(texts.noAnswer(limit / 1000)));
    }, limit + GRACE);
  }

  /** @param {{ready?: true, id?: number, answer?: unknown, error?: string}} data */
  #receive({ ready, id, answer, error }) {
    if (ready) {
      this.#isReady = true;
      this.#send();
      return;
    }
    if (id === undefined) {
      this.#giveUp(new Error(error));
      return;
    }
    const [question] = this.#queue;
    // The answer to another question, given up meanwhile.
    if (question?.message.id !== id) return;
    this.#queue.shift();
    clearTimeout(this.#timer);
    if (error === undefined) question.resolve(answer);
    else question.reject(new Error(error));
    this.#send();
    this.#onChange();
  }

  /** @param {Error} error */
  #giveUp(error) {
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    // One that failed to start would fail again at once.
    this.#worker = this.#isReady || error instanceof Cancelled ? this.#start() : null;
    this.#isReady = false;
    for (const { reject } of this.#queue.splice(0)) reject(error);
    this.#onChange();
  }
}
