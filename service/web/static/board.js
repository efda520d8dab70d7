// Choose a move on the board, by pointer, touch or keyboard. The form can do the same: the words that
// are clicked (`data-word`) are matched with the legal actions. All data is in the page, which may be
// swapped at any time.
"use strict";

const PRESSED = "aria-pressed";
const SQUARE = /^[a-z]\d+$/;
const REACH = [8, 15, 22]; // pixels from the middle of a finger to its edge (WCAG 2.5.5: 44 across)
const ROUND = Array.from({ length: 12 }, (_, hour) => (hour * Math.PI) / 6);
const LINGERING = 150; // milliseconds, after which a pointer means where it is
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const boardOf = (turn) => turn.querySelector(".board > svg:not(.ghost)");
const partsOf = (turn) => [...boardOf(turn).querySelectorAll("[data-word]")];
const partAt = (element) => element.closest(".board > svg.live [data-word]");
const isPressed = (part) => part.getAttribute(PRESSED) === "true";
const wordsPressed = (turn) => partsOf(turn).filter(isPressed).map((part) => part.dataset.word);

/** Return the kind of thing that a word names; only the same kind can replace it. */
const kindOf = (word) => (SQUARE.test(word) ? "square" : /^\d+$/.test(word) ? "number" : "name");

/** Split an action into clickable words: at spaces, and unclickable words at their dashes. */
function wordsOf(action, clickable) {
  return action.split(" ").flatMap((word) =>
    clickable.has(word) ? [word] : word.split("-").filter((part) => clickable.has(part)));
}

/** Remove `some` of the words; null unless all of them occur as often. */
function without(words, some) {
  const left = [...words];
  const all = some.every((word) => {
    const at = left.indexOf(word);
    return at >= 0 && left.splice(at, 1).length > 0;
  });
  return all ? left : null;
}

const read = new WeakMap();

/** Return the legal actions, each with its effect and its clickable words. */
function actionsOf(turn) {
  const { actions, tells, begun } = turn.dataset;
  if (read.get(turn)?.source !== actions) {
    const clickable = new Set(partsOf(turn).map((part) => part.dataset.word));
    const told = JSON.parse(tells);
    const found = JSON.parse(actions).map((text, at) =>
      ({ text, told: told[at] ?? text, words: wordsOf(text.slice(begun.length).trim(), clickable) }));
    read.set(turn, { source: actions, found });
  }
  return read.get(turn).found;
}

/** Return the actions that contain the clicked words, each with its remaining words. */
function fitting(turn, pressed) {
  return actionsOf(turn).map((action) => ({ ...action, left: without(action.words, pressed) }))
    .filter((action) => action.left);
}

/** Group the actions by each word that may be clicked next. */
function waysOn(turn, pressed) {
  const ways = new Map();
  for (const action of fitting(turn, pressed)) {
    for (const word of new Set(action.left)) ways.set(word, [...(ways.get(word) ?? []), action]);
  }
  return ways;
}

/** Set a target's accessible name by a title, because its visible text may mean nothing read aloud. */
function call(part, name) {
  let title = part.querySelector(":scope > title");
  if (!title) {
    title = document.createElementNS(part.namespaceURI, "title");
    part.prepend(title);
  }
  title.textContent = name;
}

/** Highlight and announce where the next piece may go. */
function mark(turn) {
  const pressed = wordsPressed(turn);
  const ways = waysOn(turn, pressed);
  boardOf(turn).classList.toggle("begun", pressed.length > 0);
  for (const part of partsOf(turn)) {
    const { word, label } = part.dataset;
    const on = ways.get(word) ?? [];
    const can = isPressed(part) || on.length > 0;
    part.classList.toggle("can", can);
    part.setAttribute("aria-disabled", String(!can));
    const brings = on.length > 3 ? turn.dataset.ways : on.map((action) => action.told).join("; ");
    call(part, `${word}, ${label}: ${can ? brings : turn.dataset.shut}`);
  }
}

/** Make a board interactive, unless it already is. */
function dress(turn) {
  const board = boardOf(turn);
  if (!board || board.classList.contains("live") || !actionsOf(turn).some((action) => action.words.length)) return;
  board.classList.add("live");
  board.setAttribute("role", "group");
  for (const part of partsOf(turn)) {
    part.setAttribute("role", "button");
    part.setAttribute(PRESSED, "false");
    part.setAttribute("tabindex", "-1");
  }
  mark(turn);
  (board.querySelector(".can") ?? board.querySelector("[data-word]")).setAttribute("tabindex", "0");
}

/** Check whether a target continues the move, or begins it anew with another piece. */
function isOpen(turn, part) {
  const { word } = part.dataset;
  return part.matches(".can") || (kindOf(word) !== "square" && waysOn(turn, []).has(word));
}

function press(turn, part) {
  if (!isOpen(turn, part)) {
    forbid(turn, part);
    return;
  }
  if (!part.matches(".can")) clear(turn);
  part.setAttribute(PRESSED, String(!isPressed(part)));
  step(turn);
}

/** Announce what may follow the clicked words; if it is a single action, preview it. */
function step(turn) {
  mark(turn);
  say(turn, "");
  const pressed = wordsPressed(turn);
  const found = fitting(turn, pressed);
  if (pressed.length && found.length === 1) show(addressOf(turn, found[0].text));
  else offer(turn, pressed, found);
}

function clear(turn) {
  for (const part of partsOf(turn)) part.setAttribute(PRESSED, "false");
  step(turn);
}

function offer(turn, pressed, found) {
  const matches = turn.querySelector("[data-matches]");
  matches.replaceChildren();
  if (!pressed.length) return;
  say(turn, turn.dataset.more);
  const first = [...found].sort((one, other) => one.left.length - other.left.length).slice(0, 12);
  for (const { text } of first) matches.append(button(inWords(turn, text), "chip", () => show(addressOf(turn, text))));
  matches.append(button(turn.dataset.again, "", () => clear(turn)));
}

/** An action in the reader's language, as the list beside the text field has it. */
function inWords(turn, text) {
  return turn.querySelector(`#legal option[value="${CSS.escape(text)}"]`)?.label || text;
}

function button(text, name, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = name;
  made.textContent = text;
  made.addEventListener("click", act);
  return made;
}

/** Shake an illegal target, and announce the server's reason. */
async function forbid(turn, part) {
  part.classList.add("no");
  const asked = attempt(turn, part.dataset.word);
  const page = asked && await pageAt(addressOf(turn, asked));
  const refusal = page && page.querySelector("#turn .notice strong");
  if (turn.isConnected) say(turn, refusal ? refusal.textContent : turn.dataset.shut);
}

/** Guess the action of an illegal click: the one with the fewest other words, with this word replacing its kind. */
function attempt(turn, word) {
  const likely = fitting(turn, wordsPressed(turn))
    .filter((action) => action.left.some((other) => kindOf(other) === kindOf(word)))
    .reduce((best, action) => (best && best.left.length <= action.left.length ? best : action), null);
  if (!likely) return "";
  const like = likely.left.findLast((other) => kindOf(other) === kindOf(word));
  return likely.text.replace(new RegExp(`\\b${like}\\b(?!.*\\b${like}\\b)`), word);
}

/** Return the centre of a target, in units of the picture. */
function middle(part) {
  const disc = part.querySelector(":scope > .may");
  return [Number(disc.getAttribute("cx")), Number(disc.getAttribute("cy"))];
}

/** Return the next target in a direction, preferring those straight ahead. */
function nextPart(part, [across, down]) {
  const [x, y] = middle(part);
  let [next, least] = [null, Infinity];
  for (const other of partsOf(part.closest("#turn"))) {
    const [dx, dy] = [middle(other)[0] - x, middle(other)[1] - y];
    const ahead = dx * across + dy * down;
    const far = ahead + 3 * Math.abs(dx * down + dy * across);
    if (ahead > 0 && far < least) [next, least] = [other, far];
  }
  return next;
}

let isTouch = false;

/** Return the target that is meant: for a finger on nothing that can be pressed, the nearest that can. */
function meant(turn, { target, clientX, clientY }) {
  const part = partAt(target);
  if (!isTouch || !target.closest(".board > svg.live") || (part && isOpen(turn, part))) return part;
  for (const far of REACH) {
    for (const angle of ROUND) {
      const at = document.elementFromPoint(clientX + far * Math.cos(angle), clientY + far * Math.sin(angle));
      const near = at && partAt(at);
      if (near?.matches(".can")) return near;
    }
  }
  return part;
}

let over = null;

/** Preview a click: overlay the resulting board faintly. */
async function haunt(part) {
  over = part;
  document.querySelector(".board > svg.ghost")?.remove();
  const turn = turnNow();
  const told = turn?.querySelector("[data-ghost]");
  if (!told) return;
  const ways = part && !isPressed(part) ? waysOn(turn, wordsPressed(turn)).get(part.dataset.word) ?? [] : [];
  told.textContent = ways.length === 1 ? ways[0].told : "";
  if (told.textContent) say(turn, "");
  if (ways.length !== 1) return;
  await new Promise((resolve) => { setTimeout(resolve, LINGERING); });
  const page = over === part && await pageAt(addressOf(turn, ways[0].text));
  const ghost = page && page.querySelector(".board > svg");
  if (!ghost || over !== part || !turn.isConnected) return;
  ghost.classList.add("ghost");
  ghost.setAttribute("aria-hidden", "true");
  boardOf(turn).after(ghost);
}

document.addEventListener("pointerdown", ({ pointerType }) => { isTouch = pointerType === "touch"; });
document.addEventListener("click", (event) => {
  const turn = turnNow();
  const part = turn && meant(turn, event);
  if (part) press(turn, part);
});
document.addEventListener("keydown", (event) => {
  const part = partAt(event.target);
  if (!part || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "Escape") clear(turnNow());
  else if (event.key === "Enter" || event.key === " ") press(turnNow(), part);
  else if (ARROWS[event.key]) nextPart(part, ARROWS[event.key])?.focus();
  else return;
  event.preventDefault();
});
document.addEventListener("focusin", (event) => {
  const part = partAt(event.target);
  if (!part) return;
  for (const other of partsOf(turnNow())) other.setAttribute("tabindex", other === part ? "0" : "-1");
});
document.addEventListener("pointerover", (event) => {
  const part = event.pointerType === "mouse" ? partAt(event.target) : null;
  if (part !== over) haunt(part);
});
document.addEventListener("animationend", (event) => event.target.classList.remove("no"));
new MutationObserver(() => { if (turnNow()) dress(turnNow()); })
  .observe(document.body, { subtree: true, childList: true, attributeFilter: ["class"] });
if (turnNow()) dress(turnNow());
