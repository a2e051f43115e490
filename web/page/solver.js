// The solver: one module, compiled once, for all workers.

import { texts } from "./texts.js";

/** @type {Promise<WebAssembly.Module> | undefined} */
let compiled;

/** Loads the module; after a failure, again. */
async function load() {
  try {
    return await WebAssembly.compileStreaming(fetch(new URL("satdoku_web_bg.wasm", import.meta.url)));
  } catch (error) {
    compiled = undefined;
    if (!(error instanceof WebAssembly.CompileError)) throw error;
    throw new Error(texts.tooOld(error.message));
  }
}

/** A worker that gets the module once it is there; an error if there is none. */
export function startWorker() {
  const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  compiled ??= load();
  compiled.then(
    (module) => worker.postMessage(module),
    (error) => worker.onmessage?.(new MessageEvent("message", { data: { error: error.message } })),
  );
  return worker;
}
