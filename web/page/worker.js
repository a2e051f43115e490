// A worker thread that answers the requests of the page, one after the other.
//
//   page -> worker   first the compiled WebAssembly.Module; then {id, ask, ...}, a request that
//                    web/src/lib.rs reads; "check_certificate" also has `zip`, a Uint8Array
//   worker -> page   {ready: true} at the start, then {id, answer} or {id, error} for each request;
//                    {error} without an id if this worker cannot answer any more

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

/** Whether the module cannot be used any more after this error. @param {unknown} error */
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
