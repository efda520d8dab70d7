// Choosing a move by clicking on the board. It adds nothing that the form cannot do: the words clicked (`data-word`)
// are matched with the legal actions, and the preview is the very page that the form would load.
"use strict";

const PRESSED = "aria-pressed";

/** The words of an action that can be clicked: split at blanks, and a word that cannot be clicked at its dashes. */
function wordsOf(action, clickable) {
  return action.split(" ").flatMap((word) =>
    clickable.has(word) ? [word] : word.split("-").filter((part) => clickable.has(part)));
}

/** Whether all of `some` are among `words`, each as often. */
function holds(words, some) {
  const left = [...words];
  return some.every((word) => {
    const at = left.indexOf(word);
    return at >= 0 && left.splice(at, 1).length > 0;
  });
}

function setUp(turn) {
  const board = turn.querySelector(".board > svg");
  if (!board) return;
  const parts = [...board.querySelectorAll("[data-word]")];
  const clickable = new Set(parts.map((part) => part.dataset.word));
  const begun = turn.dataset.begun.length;
  const actions = JSON.parse(turn.dataset.actions)
    .map((text) => ({ text, words: wordsOf(text.slice(begun).trim(), clickable) }));
  if (!actions.some((action) => action.words.length)) return;
  const matches = document.createElement("div");
  matches.className = "matches";
  matches.setAttribute("aria-live", "polite");
  const isWide = window.matchMedia("(min-width: 56rem)").matches;
  (isWide ? turn.querySelector("[data-hint]") ?? board : board).after(matches);

  const pressed = () => parts.filter((part) => part.getAttribute(PRESSED) === "true");
  const words = () => pressed().map((part) => part.dataset.word);
  const fitting = (some) => actions.filter((action) => holds(action.words, some));

  function mark() {
    const chosen = words();
    board.classList.toggle("begun", chosen.length > 0);
    for (const part of parts) {
      const isPressed = part.getAttribute(PRESSED) === "true";
      const can = isPressed || fitting([...chosen, part.dataset.word]).length > 0;
      part.classList.toggle("can", can);
      part.setAttribute("tabindex", can ? "0" : "-1");
      part.setAttribute("aria-disabled", String(!can));
    }
  }

  function offer(found) {
    matches.replaceChildren();
    if (!pressed().length) return;
    const text = document.createElement("p");
    text.textContent = found.length ? turn.dataset.more : turn.dataset.none;
    matches.append(text);
    const exact = found.filter((action) => action.words.length === words().length);
    const shown = [...exact, ...found.filter((action) => !exact.includes(action))].slice(0, 12);
    for (const action of shown) matches.append(button(action.text, "chip", () => preview(turn, action.text)));
    matches.append(button(turn.dataset.again, "", clear));
  }

  function clear() {
    for (const part of pressed()) part.setAttribute(PRESSED, "false");
    mark();
    offer([]);
  }

  function press(part) {
    if (!part.classList.contains("can")) return;
    part.setAttribute(PRESSED, String(part.getAttribute(PRESSED) !== "true"));
    mark();
    const found = fitting(words());
    if (found.length === 1 && pressed().length) preview(turn, found[0].text);
    else offer(found);
  }

  board.setAttribute("role", "group");
  board.classList.add("live");
  for (const part of parts) {
    part.setAttribute("role", "button");
    part.setAttribute(PRESSED, "false");
    part.setAttribute("aria-label", part.dataset.word);
    part.addEventListener("click", () => press(part));
    part.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      press(part);
    });
  }
  board.addEventListener("keydown", (event) => { if (event.key === "Escape") clear(); });
  mark();
}

function button(text, name, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = name;
  made.textContent = text;
  made.addEventListener("click", act);
  return made;
}

function preview(turn, pick) {
  const { here, version, chosen } = turn.dataset;
  const asked = new URLSearchParams({ version, pick });
  if (chosen) asked.set("chosen", chosen);
  show(`${here}?${asked}`);
}

/** Load a page of this turn and put its middle in place of the one shown; if that fails, go there. */
async function show(address, remember = true) {
  const turn = document.getElementById("turn");
  turn.classList.add("busy");
  let next = null;
  try {
    const response = await fetch(address, { credentials: "same-origin" });
    next = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("turn");
  } catch {
    next = null;
  }
  if (!next) {
    location.assign(address);
    return;
  }
  turn.replaceWith(document.adoptNode(next));
  if (remember) history.pushState(null, "", address);
  setUp(next);
  const heading = document.getElementById("move-heading");
  heading.focus({ preventScroll: true });
}

document.documentElement.classList.add("scripted");
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.closest("#turn")) return;
  if (form.method === "get") {
    event.preventDefault();
    const asked = new URLSearchParams(new FormData(form, event.submitter));
    show(`${new URL(form.action).pathname}?${asked}`);
  } else if (form.dataset.sent) {
    event.preventDefault();
  } else {
    form.dataset.sent = "yes";
  }
});
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-swap]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  show(link.getAttribute("href"));
});
window.addEventListener("pageshow", () => {
  for (const form of document.forms) delete form.dataset.sent;
});
window.addEventListener("popstate", () => show(location.pathname + location.search, false));
const turn = document.getElementById("turn");
if (turn) setUp(turn);
