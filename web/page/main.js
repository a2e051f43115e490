// Creates the parts of the page and connects them.

import { App } from "./app.js";
import { Asker } from "./asker.js";
import { Client } from "./client.js";
import { Clues } from "./clues.js";
import { Create } from "./create.js";
import { element, onPress } from "./dom.js";
import { EntryControls } from "./entry.js";
import { Games, keptHistory } from "./games.js";
import { GridView } from "./grid.js";
import { decode, encode, isOwn } from "./link.js";
import { Places } from "./places.js";
import { Questions } from "./questions.js";
import { Reader } from "./reader.js";
import { linkSettings, settings } from "./settings.js";
import { Share } from "./share.js";
import { startWorker } from "./solver.js";
import { History, emptyGrid } from "./state.js";
import { Story } from "./story.js";
import { Techniques, isOfTechnique } from "./techniques.js";
import { clock, texts } from "./texts.js";
import { install } from "./update.js";

/** The time between a change of the grid and the change of the link, in milliseconds. */
const LINK_DELAY = 300;

const quick = new Client(startWorker);
const slow = new Client(startWorker);

/** The grid of the address; without one, the stored grid, or else an empty grid.
 * @returns {[History, import("./app.js").Answer]} */
function beginning() {
  const hash = isOfTechnique() ? "" : location.hash;
  const empty = () => new History(emptyGrid([3, 3]));
  try {
    const grid = isOwn(hash) ? decode(hash) : null;
    return [keptHistory(hash) ?? (grid ? new History(grid) : empty()), {}];
  } catch (error) {
    return [empty(), { error: /** @type {Error} */ (error).message }];
  }
}

/** @param {string} text a part of an address, perhaps with wrong escapes */
function unescaped(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Reads the address: a link of this page, or any text that could also be pasted. */
function readAddress() {
  const { hash } = location;
  if (hash.length < 2) return;
  try {
    if (isOfTechnique()) {
      techniques.open();
    } else if (isOwn(hash)) {
      app.commit(decode(hash) ?? app.grid);
      refuseUnknownRules();
    } else {
      reader.read(unescaped(hash.slice(1)).replace(/^(?:p|givens|puzzle)=/, ""));
    }
  } catch (error) {
    // There is no such technique.
    if (isOfTechnique()) history.replaceState({ place: "play" }, "", encode(app.grid));
    app.complain(/** @type {Error} */ (error).message);
  }
}

/** Refuses a grid with rules that the solver does not know, as soon as the solver has named its rules. */
function refuseUnknownRules() {
  const { names } = create;
  const unknown = app.grid.rules.find((rule) => !names.includes(rule));
  if (unknown === undefined || names.length === 0) return;
  app.commit(emptyGrid([3, 3]), { error: texts.badRule(names, unknown) });
}

let linkTimer = 0;
function save() {
  clearTimeout(linkTimer);
  linkTimer = 0;
  if (!isOfTechnique()) history.replaceState(history.state ?? { place: "play" }, "", encode(app.grid));
  games.save();
}

function onChange() {
  asker.giveUp();
  games.follow();
  controls.refresh();
  create.refresh();
  if (linkTimer === 0) linkTimer = setTimeout(save, LINK_DELAY);
}

/** Is called when the player has filled the grid and nothing clashes. */
function onSolve() {
  games.solve();
  const { seconds = 0, hints = 0, grade = "" } = games.game ?? {};
  const next = () => grade ? create.begin(grade) : app.tell({ isOpening: true });
  app.tell({
    kind: "solved",
    title: texts.solved,
    text: texts.solvedIn(settings.timer ? clock(seconds) : "", grade, hints),
    offers: [[texts.next(grade), next]],
  });
}

const [boxes, links, under, over] = ["boxes", "links", "under", "over"].map(element);
const view = new GridView(element("grid"), element("lines"), { boxes, links, under, over });
const [past, answer] = beginning();
const app = new App(past, view, quick, { change: onChange, solve: onSolve, show: () => {
  story.show();
  clues.show();
} });
const story = new Story(app, view, () => controls.begin());
const asker = new Asker(app, slow);
const places = new Places(() => controls.endSetting());
const controls = new EntryControls(app, view);
const games = new Games(app);
const clues = new Clues(app, quick, controls, view);
const create = new Create(app, asker, controls, games);
const techniques = new Techniques(quick, (technique) => create.practise(technique));
const reader = new Reader(app, quick, (file) => share.checkCertificate(file));
new Questions(app, asker, {
  hint: () => {
    if (games.game) games.game.hints += 1;
  },
  practise: (technique) => create.practise(technique),
});
const share = new Share(app, quick, asker, create, save);
linkSettings(element, () => app.show());
onPress({
  "begin-typing": () => {
    places.go("create");
    controls.setEntry("setting");
    view.focus();
  },
  "begin-pasting": () => reader.open(),
  "check-made": () => element("verdict").click(),
  "candidates-made": () => element("candidates").click(),
});

controls.refresh();
create.refresh();
games.follow();
app.tell(answer);
app.check();
const { hash } = location;
if (isOfTechnique()) {
  // When the technique is closed, going back leads to the game.
  history.replaceState({ place: "play" }, "", encode(app.grid));
  history.pushState(null, "", hash);
} else {
  history.replaceState({ place: "play" }, "", hash);
}
if (!isOwn(hash)) readAddress();
// Going back in the browser leads to the place before. If an address was typed in, it is read.
addEventListener("popstate", ({ state }) => {
  if (!isOfTechnique()) techniques.close();
  if (!state?.place) {
    readAddress();
    return;
  }
  places.show(state.place);
  save();
});
addEventListener("pagehide", () => {
  if (linkTimer !== 0 || games.game) save();
});

// The page shows no message while the solver loads: one can play before it is ready.
try {
  const { version, rules, grades, drawn, kinds, techniques: known } = await quick.ask("about");
  create.addRules(rules);
  create.addChoices(drawn, grades);
  clues.addKinds(kinds, drawn);
  refuseUnknownRules();
  element("version").textContent = version;
  techniques.add(known);
  if (isOfTechnique()) readAddress();
} catch (error) {
  app.complain(/** @type {Error} */ (error).message);
}
slow.prepare();

// The browser stores the page at the first visit, so that it works without a network later.
if (isSecureContext && navigator.serviceWorker) install().catch(() => {});
