/** Elements are made of what is given and never of markup, so what others have written stays text. */

/** An element with attributes, or listeners where a function is given, and children; what is null or false is left out. */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value !== null && value !== false && value !== undefined) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== false && child !== undefined));
  return made;
}

/** Says something that has gone wrong, in words, until the next thing is done; null says nothing any more. */
export function tell(error, ...more) {
  const told = document.getElementById("told");
  told.replaceChildren();
  if (error === null) return;
  if (!(error.words || typeof error === "string")) console.error(error);
  const words = typeof error === "string" ? [error] : (error.words ?? ["Something went wrong in this app.", String(error)]);
  const close = el("button", { type: "button", class: "quiet", click: () => tell(null) }, "Close");
  told.append(el("div", { class: "telling" }, words.map((each) => el("p", {}, each)), el("p", { class: "row" }, more, close)));
}

/** Runs what a button, a form or a tap asks for, once at a time, and tells what goes wrong. */
export function doing(what) {
  let busy = false;
  return async (asked) => {
    const isEvent = asked instanceof Event;
    if (isEvent) asked.preventDefault();
    if (busy) return;
    busy = true;
    tell(null);
    const pressed = (isEvent && (asked.submitter ?? asked.currentTarget)) || document.getElementById("screen");
    pressed.setAttribute("aria-busy", "true");
    try {
      await what(asked);
    } catch (error) {
      if (error.name !== "AbortError") tell(error);
    } finally {
      busy = false;
      pressed.removeAttribute("aria-busy");
    }
  };
}

const DAY = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
const UNTIL = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });

/** A moment in the reader's own zone, and how far away it is. */
export function moment(at) {
  const minutes = (new Date(at) - Date.now()) / 60_000;
  const [count, unit] = Math.abs(minutes) < 100 ? [minutes, "minute"] : Math.abs(minutes) < 2880 ? [minutes / 60, "hour"] : [minutes / 1440, "day"];
  return el("time", { datetime: at, title: DAY.format(new Date(at)) }, UNTIL.format(Math.round(count), unit));
}
