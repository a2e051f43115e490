// A client of a worker. It sends questions one after the other, each with a time limit, and it can stop
// the worker.

import { texts } from "./texts.js";

/** A question was cancelled on request. */
export class Cancelled extends Error {}

/** A question without an answer is given up this long after its time limit, in milliseconds. */
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
  /** @type {Question[]} The worker works on the first one. */ #queue = [];
  #id = 0;
  #isReady = false;
  /** Null before the first question, and after a worker could not start.
   * @type {Worker | null} */ #worker = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  #onChange;
  #create;

  /** @param {() => Worker} create starts a worker
   * @param {() => void} [onChange] is called when a question is asked, answered or cancelled */
  constructor(create, onChange = () => {}) {
    this.#create = create;
    this.#onChange = onChange;
  }

  /** Starts the worker before the first question, if it has not started yet. */
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

  /** Cancels all questions, and replaces the worker by a new one. */
  cancel() {
    this.#giveUp(new Cancelled("cancelled"));
  }

  #start() {
    const worker = this.#create();
    worker.onmessage = ({ data }) => this.#receive(data);
    // The worker cannot be loaded, or did not catch an error.
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
    // This answers another question, which was given up in the meantime.
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
    // A worker that failed to start would fail again at once.
    this.#worker = this.#isReady || error instanceof Cancelled ? this.#start() : null;
    this.#isReady = false;
    for (const { reject } of this.#queue.splice(0)) reject(error);
    this.#onChange();
  }
}
