// The parts of index.html.

/** The part of an id, of whichever kind it is. @param {string} id @returns {any} */
export const element = (id) => document.getElementById(id);

/** Says what buttons do. @param {Record<string, () => void>} actions by the id of the button */
export function onPress(actions) {
  for (const [id, act] of Object.entries(actions)) element(id).onclick = act;
}

/** A new button. @param {string} name @param {() => void} act */
export function makeButton(name, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = name;
  made.onclick = act;
  return made;
}
