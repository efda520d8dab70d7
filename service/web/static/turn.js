// Choosing a move without loading the page anew: each step is the very page that its form or link leads to.
"use strict";

const turnNow = () => document.getElementById("turn");

/** The page at an address of ours; null if it cannot be had. */
async function pageAt(address) {
  return (await askOnce(address))?.page ?? null;
}

/** Where an action leads that is chosen next. */
function addressOf(turn, pick) {
  const { here, version, chosen } = turn.dataset;
  const asked = new URLSearchParams({ version, pick });
  if (chosen) asked.set("chosen", chosen);
  return `${here}?${asked}`;
}

/** Put the middle of that page in place of the one shown, and say what it says; if it has none, go there. */
async function show(address, remember = true) {
  turnNow().classList.add("busy");
  const answer = await reach(address);
  if (!answer) return;
  const next = answer.page.getElementById("turn");
  if (!next || !turnNow()) {
    location.assign(address);
    return;
  }
  for (const old of turnNow().querySelectorAll("[data-kept]")) {
    const fresh = next.querySelector(`[data-kept=${old.dataset.kept}]`);
    if (!fresh) continue;
    old.hidden = fresh.hidden;
    fresh.replaceWith(old); // with what is being written there
  }
  turnNow().replaceWith(document.adoptNode(next));
  if (remember) history.pushState(null, "", address);
  document.dispatchEvent(new Event("table:renewed"));
  const heading = document.getElementById("move-heading");
  heading.focus({ preventScroll: true });
  const effects = [...next.querySelectorAll(".effects li, .notice strong")].map((each) => each.textContent.trim());
  say(next, effects.join(". "));
}

/** Let what has happened be read out, and stand below the board. */
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
