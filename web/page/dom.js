// Functions for the elements of index.html.

/** The element with this id, of any type. @param {string} id @returns {any} */
export const element = (id) => document.getElementById(id);

/** Sets the actions of buttons. @param {Record<string, () => void>} actions by the id of the button */
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

/** Sets the text of an element, but only if it differs: a screen reader reads a live region at each change.
 * @param {string} id @param {string} text */
export function write(id, text) {
  const part = element(id);
  if (part.textContent !== text) part.textContent = text;
}

/** Saves a file in the folder of downloads.
 * @param {BlobPart} content @param {string} name @param {string} type */
export function save(content, name, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  // After this time, the download has begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Asks the player, and returns whether the answer is yes. @param {string} text @param {string} yes @param {string} no
 * @returns {Promise<boolean>} */
export function confirmed(text, yes, no) {
  const dialog = element("ask-dialog");
  write("ask-text", text);
  write("ask-yes", yes);
  write("ask-no", no);
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.onclose = () => resolve(dialog.returnValue === "yes");
  });
}

/** Sets the picture and the name of a button. @param {string} id @param {string} icon @param {string} name */
export function setIcon(id, icon, name) {
  const button = element(id);
  button.querySelector("use").setAttribute("href", `#i-${icon}`);
  button.title = name;
  button.setAttribute("aria-label", name);
}
