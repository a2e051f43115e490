// Puts the page together.

import { App } from "./app.js";
import { Asker, busy } from "./asker.js";
import { Client } from "./client.js";
import { Create } from "./create.js";
import { element } from "./dom.js";
import { EntryControls } from "./entry.js";
import { GridView } from "./grid.js";
import { decode, encode } from "./link.js";
import { Places } from "./places.js";
import { Questions } from "./questions.js";
import { Reader } from "./reader.js";
import { Share } from "./share.js";
import { startWorker } from "./solver.js";
import { emptyGrid } from "./state.js";
import { Story } from "./story.js";

/** How long after a change the link follows it, in milliseconds. */
const LINK_DELAY = 300;

const quick = new Client(startWorker);
const slow = new Client(startWorker);

/** The grid of the address; an empty one if there is none or it cannot be read.
 * @returns {[import("./state.js").Grid, import("./app.js").Answer]} */
function gridOfLink() {
  const empty = emptyGrid([3, 3]);
  try {
    const grid = decode(location.hash);
    return [grid ?? empty, {}];
  } catch (error) {
    return [empty, { error: /** @type {Error} */ (error).message }];
  }
}

/** Which rules there are is known once the solver has answered. */
function refuseUnknownRules() {
  const { names } = create;
  const unknown = app.grid.rules.find((rule) => !names.includes(rule));
  if (unknown === undefined || names.length === 0) return;
  const error = `the link: expected rules among ${names.join(", ")}, found "${unknown}"`;
  app.commit(emptyGrid([3, 3]), { error });
}

/** What can be done with an empty grid. @type {[string, () => void][]} */
const beginnings = [
  ["Type one in", () => {
    places.go("create");
    controls.setEntry("setting");
    view.focus();
  }],
  ["Paste one", () => reader.open()],
  ["A new one", () => create.generate()],
  ["An example", () => reader.read(EXAMPLE)],
];

/** One that hints have something to say about. */
const EXAMPLE = "94.7..13......4..7....3.69..5.....812..3.5....6....2......78...7..54......4..1..8";

let linkTimer = 0;
function saveLink() {
  clearTimeout(linkTimer);
  linkTimer = 0;
  history.replaceState(null, "", encode(app.grid));
}

function onChange() {
  asker.giveUp();
  controls.refresh();
  create.refresh();
  if (linkTimer === 0) linkTimer = setTimeout(saveLink, LINK_DELAY);
}

const [under, over] = [element("under"), element("over")];
const view = new GridView(element("grid"), element("lines"), { under, over });
const [grid, answer] = gridOfLink();
const app = new App(grid, view, quick, onChange, () => story.show());
const story = new Story(app, view, beginnings);
const asker = new Asker(app, slow);
const places = new Places(() => controls.endSetting());
const controls = new EntryControls(app, view);
const create = new Create(app, asker, controls);
const reader = new Reader(app, quick);
new Questions(app, asker);
new Share(app, quick, asker, create, saveLink);

controls.refresh();
create.refresh();
app.tell(answer);
app.check();
addEventListener("hashchange", () => {
  const [next, told] = gridOfLink();
  app.commit(next, told);
  refuseUnknownRules();
});
addEventListener("pagehide", () => {
  if (linkTimer !== 0) saveLink();
});

const loaded = busy("Loading the solver", { canCancel: false });
try {
  const { version, rules, grades } = await quick.ask("about");
  create.addRules(rules);
  refuseUnknownRules();
  for (const grade of grades) element("grade").add(new Option(grade));
  element("version").textContent = version;
} catch (error) {
  app.complain(/** @type {Error} */ (error).message);
}
loaded();

// Without a network the page works from what was kept at the first visit.
if (isSecureContext) navigator.serviceWorker?.register("sw.js").catch(() => {});
