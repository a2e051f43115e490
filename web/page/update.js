// Says that a new version is ready, and goes over to it at a press.

import { element } from "./dom.js";

/** Keeps the page for times without a network. */
export async function install() {
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register("sw.js");
  const offer = () => {
    const { waiting } = registration;
    // The first version of all is no new one.
    if (!waiting || !serviceWorker.controller) return;
    element("update").hidden = false;
    element("reload").onclick = () => {
      serviceWorker.oncontrollerchange = () => location.reload();
      waiting.postMessage("update");
    };
  };
  offer();
  registration.onupdatefound = () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", offer);
  };
}
