// The solver: a WebAssembly module, which is compiled once for all workers.

import { texts } from "./texts.js";

/** @type {Promise<WebAssembly.Module> | undefined} */
let compiled;

/** Loads and compiles the module. After a failure, the next call tries again. */
async function load() {
  try {
    return await WebAssembly.compileStreaming(fetch(new URL("satdoku_web_bg.wasm", import.meta.url)));
  } catch (error) {
    compiled = undefined;
    if (!(error instanceof WebAssembly.CompileError)) throw error;
    throw new Error(texts.tooOld(error.message));
  }
}

/** Starts a worker, which gets the module as soon as it is compiled, or an error message if that fails. */
export function startWorker() {
  const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  compiled ??= load();
  compiled.then(
    (module) => worker.postMessage(module),
    (error) => worker.onmessage?.(new MessageEvent("message", { data: { error: error.message } })),
  );
  return worker;
}
