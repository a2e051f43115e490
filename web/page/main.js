// Puts the page together.

import { Actions } from "./actions.js";
import { App } from "./app.js";
import { Client } from "./client.js";
import { element } from "./dom.js";
import { EntryControls } from "./entry.js";
import { GridView } from "./grid.js";
import { decode, encode } from "./link.js";
import { complain } from "./messages.js";
import { hideResult } from "./results.js";
import { Setup } from "./setup.js";
import { emptyGrid } from "./state.js";
import { Transfer } from "./transfer.js";

/** How long after a change the link follows it, in milliseconds. */
const LINK_DELAY = 300;

const startWorker = () => new Worker(new URL("worker.js", import.meta.url), { type: "module" });
const quick = new Client(startWorker);
const slow = new Client(startWorker, () => {
  element("cancel").disabled = !slow.isBusy;
});

/** The grid of the address; an empty one if there is none or it cannot be read. */
function gridOfLink() {
  const empty = emptyGrid([3, 3]);
  try {
    return decode(location.hash) ?? empty;
  } catch (error) {
    complain(/** @type {Error} */ (error).message);
    return empty;
  }
}

/** Which rules there are is known once the solver has answered. */
function refuseUnknownRules() {
  const { names } = setup;
  const unknown = app.grid.rules.find((rule) => !names.includes(rule));
  if (unknown === undefined || names.length === 0) return;
  app.commit(emptyGrid([3, 3]));
  complain(`the link: expected rules among ${names.join(", ")}, found "${unknown}"`);
}

let linkTimer = 0;
function saveLink() {
  clearTimeout(linkTimer);
  linkTimer = 0;
  history.replaceState(null, "", encode(app.grid));
}

function onChange() {
  controls.refresh();
  setup.refresh();
  if (linkTimer === 0) linkTimer = setTimeout(saveLink, LINK_DELAY);
}

const view = new GridView(element("grid"), element("lines"));
const app = new App(gridOfLink(), view, quick, onChange);
const controls = new EntryControls(app, view);
const setup = new Setup(app, (on) => controls.setJigsaw(on));
const actions = new Actions(app, slow);
new Transfer(app, quick, actions, saveLink);

app.show();
controls.refresh();
setup.refresh();
app.check();
addEventListener("hashchange", () => {
  hideResult();
  app.commit(gridOfLink());
  refuseUnknownRules();
});
addEventListener("pagehide", () => {
  if (linkTimer !== 0) saveLink();
});

try {
  const { version, rules, grades } = await quick.ask("about");
  setup.addRules(rules);
  refuseUnknownRules();
  for (const grade of grades) element("grade").add(new Option(grade));
  element("version").textContent = version;
} catch (error) {
  complain(/** @type {Error} */ (error).message);
}
