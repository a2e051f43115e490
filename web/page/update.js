// Says that a new version of the page is ready, and loads it when the player presses the button.

import { element } from "./dom.js";

/** Stores the page for times without a network. */
export async function install() {
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register("sw.js");
  const offer = () => {
    const { waiting } = registration;
    // At the first visit, the version is not a new one.
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
