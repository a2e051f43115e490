// Pictures, steps and files that answers bring.

import { element, makeButton } from "./dom.js";

const section = element("result");

/** Addresses of what is shown, which end with it, and of what will be. @type {string[]} */
let shown = [];
/** @type {string[]} */
let made = [];

/** Shows an answer in place of the one before. @param {string} heading @param {Node[]} content */
export function showResult(heading, ...content) {
  hideResult();
  [shown, made] = [made, []];
  const head = document.createElement("div");
  head.className = "head";
  const title = document.createElement("h2");
  title.textContent = heading;
  head.append(title, makeButton("Close", hideResult));
  section.replaceChildren(head, ...content);
  section.hidden = false;
  section.scrollIntoView({ block: "nearest" });
}

export function hideResult() {
  shown.forEach((url) => URL.revokeObjectURL(url));
  shown = [];
  section.hidden = true;
  section.replaceChildren();
}

/** @param {BlobPart} content @param {string} type */
function address(content, type) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  made.push(url);
  return url;
}

/** A picture; as an image, so that nothing in it can run.
 * @param {string} svg @param {string} alt */
export function picture(svg, alt) {
  const image = document.createElement("img");
  image.alt = alt;
  image.src = address(svg, "image/svg+xml");
  return image;
}

/** @param {string[]} sentences */
export function list(sentences) {
  const steps = document.createElement("ol");
  steps.append(...sentences.map((sentence) => {
    const step = document.createElement("li");
    step.textContent = sentence;
    return step;
  }));
  return steps;
}

/** A text to copy by hand. @param {string} label @param {string} text */
export function copyable(label, text) {
  const box = document.createElement("textarea");
  box.readOnly = true;
  box.rows = 4;
  box.value = text;
  box.setAttribute("aria-label", label);
  return box;
}

/** The page of steps in a frame, as high as its content. @param {string} html */
export function player(html) {
  const frame = document.createElement("iframe");
  frame.title = "Steps";
  frame.src = address(html, "text/html");
  frame.onload = () => {
    const page = frame.contentDocument;
    if (!page) return;
    // The list would be as high as a part of the frame, which is as high as the list.
    const steps = page.querySelector("ol");
    if (steps) steps.style.maxHeight = "30rem";
    const fit = () => {
      frame.style.height = `${page.documentElement.offsetHeight + 2}px`;
    };
    new ResizeObserver(fit).observe(page.body);
    fit();
  };
  return frame;
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
