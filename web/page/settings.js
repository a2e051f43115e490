// Stores values in the browser from one visit to the next. It is no error if the browser stores nothing.

const PREFIX = "satdoku.";

/** @param {string} name @returns {any} the stored value, or null */
export function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? "null");
  } catch {
    return null;
  }
}

/** Stores a value, and returns whether this succeeded. @param {string} name @param {unknown} value */
export function keep(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

const DEFAULTS = { tidy: true, clashes: true, tint: true, timer: true, theme: "" };

/** The settings of the player. */
export const settings = { ...DEFAULTS, .../** @type {Partial<typeof DEFAULTS>} */ (kept("settings")) };

/** Shows the settings in their controls, and applies each change of a control to the page.
 * @param {(id: string) => any} element @param {() => void} onChange */
export function linkSettings(element, onChange) {
  const apply = () => {
    if (settings.theme) document.documentElement.dataset.theme = settings.theme;
    else delete document.documentElement.dataset.theme;
    document.body.classList.toggle("timed", settings.timer);
  };
  for (const name of /** @type {(keyof typeof DEFAULTS)[]} */ (Object.keys(DEFAULTS))) {
    const input = element(`set-${name}`);
    const field = input.type === "checkbox" ? "checked" : "value";
    input[field] = settings[name];
    input.onchange = () => {
      Object.assign(settings, { [name]: input[field] });
      keep("settings", settings);
      apply();
      onChange();
    };
  }
  apply();
}
