// Answers the page's requests, one after the other, off its thread.
//
//   page -> worker   the compiled WebAssembly.Module first, then {id, ask, ...}: a request as
//                    web/src/lib.rs reads it; for "check_certificate" with `zip`, a Uint8Array
//   worker -> page   {ready: true} at the start, then {id, answer} or {id, error} for each request;
//                    {error} if this worker is of no more use

import init, * as satdoku from "./satdoku_web.js";

/** @typedef {{id: number, ask: string, zip?: Uint8Array, seed?: string | null}} Request */

/** @param {Request} request */
function answer({ id, ...request }) {
  switch (request.ask) {
    case "certify":
      return satdoku.certify(JSON.stringify(request));
    case "check_certificate":
      return JSON.parse(satdoku.check_certificate(request.zip));
    case "generate":
    case "minimise":
      request.seed ??= String(Math.floor(Math.random() * 1e9));
  }
  return JSON.parse(satdoku.ask(JSON.stringify(request)));
}

/** @param {unknown} error */
function message(error) {
  return error instanceof Error ? error.message : String(error);
}

/** Whether the module can answer nothing more. @param {unknown} error */
function isBroken(error) {
  return !(error instanceof Error) || error.constructor !== Error ||
    error.message.startsWith("internal error");
}

/** @param {WebAssembly.Module} module */
async function start(module) {
  try {
    await init({ module_or_path: module });
    postMessage({ ready: true });
  } catch (error) {
    postMessage({ error: message(error) });
  }
}

addEventListener("message", ({ data }) => {
  if (data instanceof WebAssembly.Module) {
    start(data);
    return;
  }
  try {
    postMessage({ id: data.id, answer: answer(data) });
  } catch (error) {
    postMessage(isBroken(error) ? { error: message(error) } : { id: data.id, error: message(error) });
  }
});
