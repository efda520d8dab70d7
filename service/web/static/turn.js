// Choose a move without page loads: each step fetches the page of its form or link.
"use strict";

const turnNow = () => document.getElementById("turn");

/** Fetch one of our pages; null on failure. */
async function pageAt(address) {
  return (await askOnce(address))?.page ?? null;
}

/** Return the address after choosing an action. */
function addressOf(turn, pick) {
  const { here, version, chosen } = turn.dataset;
  const asked = new URLSearchParams({ version, pick });
  if (chosen) asked.set("chosen", chosen);
  return `${here}?${asked}`;
}

/** Replace the main part with that page's, and announce it; without one, navigate there. */
async function show(address, remember = true) {
  turnNow().classList.add("busy");
  const answer = await reach(address);
  if (!answer) return;
  const next = answer.page.getElementById("turn");
  if (!next || !turnNow()) {
    location.assign(address);
    return;
  }
  if (remember) history.pushState(null, "", address);
  const { word } = document.activeElement.closest(".board [data-word]")?.dataset ?? {};
  inPlace(() => {
    keep(turnNow(), next);
    turnNow().replaceWith(document.adoptNode(next));
    document.dispatchEvent(new CustomEvent("table:renewed", { detail: remember && address }));
    dress(next);
    focusOn(next, word);
  });
  const effects = [...next.querySelectorAll(".effects li, .notice strong")].map((each) => each.textContent.trim().replace(/\.$/, ""));
  say(next, effects.join(". "));
}

/** Move the parts in which something may be being written from one page to the next. */
function keep(shown, next) {
  for (const old of shown.querySelectorAll("[data-kept]")) {
    const fresh = next.querySelector(`[data-kept=${old.dataset.kept}]`);
    if (!fresh) continue;
    old.hidden = fresh.hidden;
    fresh.replaceWith(old);
  }
}

/** Leave the focus where it was on the board as long as there is more to choose on it; else move it to the heading. */
function focusOn(turn, word) {
  const part = !turn.querySelector(".play") && word && turn.querySelector(`svg.live [data-word="${CSS.escape(word)}"]`);
  (part || document.getElementById("move-heading")).focus({ preventScroll: true });
}

/** Announce what happened, and show it below the board. */
function say(turn, text) {
  const told = turn.querySelector("[data-told]");
  if (told) told.textContent = text;
}

document.documentElement.classList.add("scripted");
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.closest("#turn")) return;
  if (form.method !== "get") return;
  event.preventDefault();
  const asked = new URLSearchParams(new FormData(form, event.submitter));
  show(`${new URL(form.action).pathname}?${asked}`);
});
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-swap]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  show(link.getAttribute("href"));
});
window.addEventListener("popstate", () => { if (turnNow()) show(location.pathname + location.search, false); });
