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

/** Changes a text only if it is another one: live regions are read out at each change.
 * @param {string} id @param {string} text */
export function write(id, text) {
  const part = element(id);
  if (part.textContent !== text) part.textContent = text;
}

/** Brings a file to the folder of downloads.
 * @param {BlobPart} content @param {string} name @param {string} type */
export function save(content, name, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Whether the player is sure. @param {string} text @param {string} yes @param {string} no
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

/** Another picture for a button. @param {string} id @param {string} icon @param {string} name */
export function setIcon(id, icon, name) {
  const button = element(id);
  button.querySelector("use").setAttribute("href", `#i-${icon}`);
  button.title = name;
  button.setAttribute("aria-label", name);
}
