// Requests over a slow or broken connection: the page keeps its input, reports
// the state, and retries idempotent requests: GETs, and moves with a version.
"use strict";

const PATIENCE = 15_000;
const [FIRST_PAUSE, LONGEST_PAUSE] = [1_000, 30_000];
const UNREACHED = [502, 503, 504];
const IN_PLACE = "#turn, .game";
const newest = { look: 0, play: 0 };
let isMoveWaiting = false;

/** Show one of the page's sentences about the connection, or a text; an empty text hides it. */
function tellOfLine(what, text = "") {
  const shown = isMoveWaiting && !text ? "waits" : what;
  const told = document.querySelector(`[data-line=${shown}]`)?.content.cloneNode(true) ?? text;
  document.querySelector("[data-of-line]").replaceChildren(told);
}

/** Fetch one of our pages: the document, its address and status; null without a response in time. */
async function askOnce(address, init) {
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(address, { credentials: "same-origin", signal, ...init });
    if (UNREACHED.includes(answer.status)) return null;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return { page, address: answer.url, status: answer.status };
  } catch {
    return null;
  }
}

/** Fetch a page, retrying until there is a response; null if another request replaced it. A move is never replaced by a look. */
async function reach(address, init) {
  const kind = init ? "play" : "look";
  newest[kind] += 1;
  const mine = newest[kind];
  for (let pause = FIRST_PAUSE; mine === newest[kind]; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    const answer = await askOnce(address, init);
    if (mine !== newest[kind]) break;
    if (init) isMoveWaiting = !answer;
    tellOfLine(answer ? "none" : "down");
    if (answer) return answer;
    await new Promise((done) => {
      setTimeout(done, pause);
      window.addEventListener("online", done, { once: true });
    });
  }
  return null;
}

/** Check whether a page is of the same game as this one. */
function isAlike(page) {
  const [shown, next] = [document, page].map((each) => each.querySelector(".game"));
  return shown && next && shown.dataset.game === next.dataset.game;
}

/** Check whether this page has all scripts and styles of that one. */
function hasFilesOf(page) {
  return [...page.head.querySelectorAll("script[src], [rel=stylesheet]")].every((file) =>
    document.head.querySelector(`[src="${file.getAttribute("src")}"], [href="${file.getAttribute("href")}"]`));
}

/** Return the part that is read in the middle of the screen once the board is scrolled away. */
function readPart() {
  const isSeen = document.querySelector(".board")?.getBoundingClientRect().bottom > 0;
  return isSeen ? null : document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest(".panel [id]");
}

/** Change the page where it stands, even if it becomes too short for that; what is read stays there. */
function inPlace(change) {
  const { scrollY: before, innerHeight } = window;
  const read = readPart();
  const topOf = () => read.getBoundingClientRect().top;
  const top = read && topOf();
  document.body.style.minHeight = "";
  if ("gliding" in window) gliding(change);
  else change();
  const scrolled = read?.isConnected ? window.scrollY + topOf() - top : before;
  if (window.scrollY === scrolled) return;
  document.body.style.minHeight = `${scrolled + innerHeight}px`;
  window.scrollTo({ top: scrolled, behavior: "instant" });
}

/** Navigate to an address, even if it is that of this page, which may have changed. */
function go(address) {
  if (address === location.href) location.reload();
  else location.assign(address);
}

/** Show the result of a form: on this page if possible, else on its own; refusals are shown here. */
function take({ page, address, status }, form, submitter) {
  const isRefused = status >= 400;
  if (isAlike(page) && (isRefused || hasFilesOf(page))) {
    if (!isRefused && !submitter?.closest(".quick")) form.reset(); // what is typed beside a ready-made message stays
    const own = form.closest("[data-kept]"); // a part beside the move, which stays as far as it was chosen
    const part = own && page.querySelector(`[data-kept=${own.dataset.kept}]`);
    const [shown, next] = part ? [own, part] : [document, page].map((each) => each.querySelector(".game"));
    if (!part) newest.look += 1; // for the page before
    inPlace(() => {
      if ("become" in window) become(shown, next);
      else shown.replaceWith(next);
      document.dispatchEvent(new Event("table:renewed"));
    });
    document.title = page.title;
    if (!isRefused && !part) history.pushState(null, "", address);
    if (form.matches(".play")) document.getElementById("result").focus({ preventScroll: true });
  } else if (isRefused) {
    tellOfLine("none", (page.querySelector(".notice.bad") ?? page.querySelector("main h1"))?.textContent.trim());
  } else {
    go(address);
  }
}

async function send(form, submitter) {
  const body = new URLSearchParams(new FormData(form, submitter));
  const ask = () => (form.matches(".play") ? reach : askOnce)(form.action, { method: "POST", body });
  let answer = await ask();
  const fresh = answer?.page.querySelector("form[data-expired] [name=csrf]");
  if (fresh) { // the session is another than when this page was drawn
    for (const field of document.querySelectorAll("[name=csrf]")) field.value = fresh.value;
    body.set("csrf", fresh.value);
    document.dispatchEvent(new CustomEvent("live:session", { detail: answer.page.querySelector("[data-session]")?.dataset.session }));
    answer = await ask();
  }
  if (!answer) {
    if (!form.matches(".play")) tellOfLine("lost");
  } else if (answer.page.querySelector("[data-sign-in]")) {
    tellOfLine("out");
  } else {
    tellOfLine("none");
    take(answer, form, submitter);
  }
}

window.addEventListener("beforeunload", (event) => { if (isMoveWaiting) event.preventDefault(); });
document.addEventListener("submit", async (event) => {
  const { target: form, submitter } = event;
  if (form.method === "get" || !form.closest(IN_PLACE)) return;
  event.preventDefault();
  if (form.dataset.sent) return;
  form.dataset.sent = "yes";
  await send(form, submitter);
  delete form.dataset.sent;
});
