// What the browser keeps from one visit to the next. That it keeps nothing is no error.

const PREFIX = "satdoku.";

/** @param {string} name @returns {any} what was kept, or null */
export function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? "null");
  } catch {
    return null;
  }
}

/** Whether a value was kept. @param {string} name @param {unknown} value */
export function keep(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

const DEFAULTS = { tidy: true, clashes: true, tint: true, timer: true, theme: "" };

/** How one likes to play. */
export const settings = { ...DEFAULTS, .../** @type {Partial<typeof DEFAULTS>} */ (kept("settings")) };

/** Shows the settings in their controls, and what changes there on the page.
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
