// Update a game's page without reloads: steps through the game, and other players' actions.
// The server renders every page; the shown one is morphed into it, so that input, focus and scrolling survive.
"use strict";

const PIECES = ".board > svg:not(.ghost) > g:not([data-word]), .board > svg:not(.ghost) > [data-word] > g";

/** Morph a part of the page into another, except fields with input. */
function become(old, next) {
  const callbacks = { beforeNodeMorphed: (node) => !(node instanceof HTMLElement && isTouched(node)) };
  Idiomorph.morph(old, next.innerHTML, { morphStyle: "innerHTML", callbacks });
  for (const { name } of [...old.attributes]) if (!next.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of next.attributes) old.setAttribute(name, value);
}

/** Return the pieces on the board by how they look, each with its place in units of the picture. */
function pieces() {
  const found = new Map();
  for (const piece of document.querySelectorAll(PIECES)) {
    const look = piece.innerHTML.replace(/(?<![#\w])-?[\d.]+/g, "");
    const [{ left, top }, board] = [piece, piece.ownerSVGElement].map((each) => each.getBoundingClientRect());
    const units = piece.ownerSVGElement.viewBox.baseVal.width / board.width;
    const place = [left - board.left, top - board.top].map((pixels) => Math.round(pixels * units));
    found.set(look, [...(found.get(look) ?? []), { piece, place }]);
  }
  return found;
}

/** Change the page, and let a piece that is elsewhere afterwards glide there. */
function gliding(change) {
  const before = pieces();
  change();
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const [look, after] of pieces()) {
    const [left, come] = [[before.get(look) ?? [], after], [after, before.get(look) ?? []]].map(([some, others]) =>
      some.filter(({ place }) => !others.some((other) => String(other.place) === String(place))));
    if (left.length !== 1 || come.length !== 1) continue;
    const [x, y] = left[0].place.map((at, axis) => at - come[0].place[axis]);
    come[0].piece.animate([{ translate: `${x}px ${y}px` }, { translate: "0 0" }], { duration: 150, easing: "ease-out" });
  }
}

/** Check whether a field has input. */
function isTouched(field) {
  if (field.matches("[type=checkbox]")) return field.checked !== field.defaultChecked;
  if (field.matches("select")) return [...field.options].some((each) => each.selected !== each.defaultSelected);
  return field.matches("textarea, input") && field.value !== field.defaultValue;
}

{
  const STEPS = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" };
  const places = new Map(); // turns by address, as the page shows them
  const OWN_KEYS = "input, textarea, select, .board > svg";
  let heardSaid = said(document).length;
  let shownSaid = null;
  let hasCheered = false;
  const known = lines().map((each) => each.length);
  const unfolded = new Set();
  let walk = Promise.resolve();

  /** Return the current game element, which board.js may have replaced. */
  function table() {
    return document.querySelector(".game");
  }

  function said(page) {
    return page.querySelectorAll(".scroll.talk > p");
  }

  /** Morph this page into the one at that address if it has a game; return whether it has. */
  function show(page, address) {
    const next = page.querySelector(".game");
    if (!next) return false;
    if (table().dataset.version !== next.dataset.version) places.clear();
    const isChoosing = table().id === "turn" && next.id === "turn" && table().dataset.version === next.dataset.version;
    if (isChoosing && address === here() && !table().querySelector("[data-awaited]")) {
      for (const part of ["#talk", "#offers"]) {
        const [shown, fresh] = [table(), next].map((each) => each.querySelector(part));
        if (shown && fresh) become(shown, fresh);
      }
    } else {
      inPlace(() => {
        become(table(), next);
        document.dispatchEvent(new Event("table:renewed"));
      });
    }
    tell();
    readAloud();
    return true;
  }

  /** Return the address of the shown page, without the chosen part of a move. */
  function here() {
    const asked = new URLSearchParams(location.search);
    for (const name of ["chosen", "pick", "version"]) asked.delete(name);
    return asked.size ? `${location.pathname}?${asked}` : location.pathname;
  }

  /** Show a turn that the page keeps: what differs from one to the next. */
  function showPlace({ content, dataset }, address) {
    table().querySelector("h1").textContent = content.querySelector("h1").textContent;
    for (const part of [".line", ".board", ".steps"]) {
      const [shown, next] = [table(), content].map((each) => each.querySelector(part));
      if (shown && next) become(shown, next);
    }
    for (const turn of table().querySelectorAll(".turns > li")) {
      const isHere = turn.querySelector("p a").getAttribute("href") === address;
      turn.classList.toggle("here", isHere);
      if (isHere) turn.setAttribute("aria-current", "step");
      else turn.removeAttribute("aria-current");
    }
    for (const link of table().querySelectorAll("a[href*='at=']:not(.turns a, .steps a)")) {
      link.setAttribute("href", link.getAttribute("href").replace(/\bat=\d+/, `at=${dataset.at}`));
    }
    document.dispatchEvent(new Event("table:renewed"));
  }

  const linkOf = (rel) => table().querySelector(`.steps [rel=${rel}]`)?.getAttribute("href");

  /** Show a turn; the first one brings those around it along. */
  async function step(address, remember) {
    const place = places.get(address);
    if (place && linkOf("last")) inPlace(() => showPlace(place, address));
    else {
      const answer = await reach(place || !address.includes("?at=") ? address : `${address}&around`);
      if (!answer) return;
      if (!show(answer.page, address)) {
        location.assign(address);
        return;
      }
      for (const each of answer.page.querySelectorAll("[data-place]")) places.set(each.dataset.place, each);
    }
    if (remember) history.pushState(null, "", address);
    reveal();
  }

  /** Take steps one after another, each from where the one before has led. */
  function takeStep(whereTo, remember = true) {
    walk = walk.then(() => {
      const address = whereTo();
      return address && step(address, remember);
    }).catch(() => {});
  }

  /** Scroll only the log to the shown turn. */
  function reveal() {
    const [list, turn] = [table().querySelector(".scroll.tall"), table().querySelector(".turns > .here")];
    if (list && turn) list.scrollTop = turn.offsetTop - list.offsetTop;
  }

  const headingOf = (details) => details.querySelector("summary").textContent;

  /** Remember which sections are open by heading, because they may be replaced. */
  function note(details) {
    if (details.open) unfolded.add(headingOf(details));
    else unfolded.delete(headingOf(details));
  }

  function unfold() {
    for (const details of table().querySelectorAll("details")) {
      if (unfolded.has(headingOf(details))) details.open = true;
    }
  }

  /** Show the number of messages that came while the chat was out of sight. */
  function tell() {
    const talk = table().querySelector("#talk");
    if (!talk) return;
    const [list, count] = [talk.querySelector(".scroll.talk"), said(table()).length];
    if (list && count !== shownSaid) list.scrollTop = list.scrollHeight;
    shownSaid = count;
    const { top, bottom } = talk.getBoundingClientRect();
    if (!document.hidden && top < innerHeight && bottom > 0) heardSaid = count;
    for (const mark of table().querySelectorAll("[data-unread]")) {
      mark.hidden = count === heardSaid;
      mark.textContent = String(count - heardSaid);
    }
  }

  /** Count the winner's points up to what they are, once. */
  function cheer() {
    const score = table().querySelector(".victory") && table().querySelector("li:has(.won) .score")?.firstChild;
    if (!score || hasCheered || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    hasCheered = true;
    const [points, begun] = [Number(score.data), performance.now()];
    requestAnimationFrame(function rise(at) {
      const part = Math.min(1, (at - begun) / 900);
      score.data = String(Math.round(points * part));
      if (part < 1) requestAnimationFrame(rise);
    });
  }

  /** Return the moves and messages in words, each with its author. */
  function lines() {
    const played = [...table().querySelectorAll(".panel .turns > li")].reverse().flatMap((turn) =>
      [...turn.querySelectorAll("ul > li")].map((entry) =>
        [(entry.querySelector("b") ?? turn.querySelector("b")).textContent, entry.querySelector("a").textContent]));
    const words = [...said(table())].map((each) =>
      [each.querySelector("b").textContent, each.querySelector(".said").textContent]);
    return [played, words];
  }

  /** Announce other players' new moves and messages to screen readers. */
  function readAloud() {
    const log = document.querySelector("[data-heard]");
    lines().forEach((found, kind) => {
      for (const [who, what] of found.slice(known[kind])) {
        if (!log || who === log.dataset.own) continue;
        const line = document.createElement("p");
        line.textContent = `${who}${kind ? ":" : ""} ${what}`;
        log.append(line);
      }
      known[kind] = found.length;
    });
  }

  /** Check whether a page is older than the shown one. */
  function isOlder(page) {
    return Number(page.querySelector(".game")?.dataset.version) < Number(table().dataset.version);
  }

  /** Keep a shown refusal in a page that nobody asked for, as long as the position is the same. */
  function keepRefusal(page) {
    const [shown, next] = [table(), page.querySelector(".game")];
    const refusal = shown.querySelector(".head [role=alert]");
    if (refusal && next?.dataset.version === shown.dataset.version) next.querySelector(".head").append(refusal.cloneNode(true));
  }

  /** Reload; a hidden page waits until it is visible (live.js). */
  async function renew() {
    if (document.hidden) return;
    const address = here();
    const answer = await askOnce(address);
    if (address !== here()) renew();
    else if (answer && !isOlder(answer.page)) {
      keepRefusal(answer.page);
      show(answer.page, address);
    }
  }

  document.addEventListener("click", (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = event.target.closest(".steps a, .turns a");
    if (!link) return;
    event.preventDefault();
    if (link.rel) takeStep(() => linkOf(link.rel));
    else takeStep(() => link.getAttribute("href"));
  });
  document.addEventListener("keydown", (event) => {
    const rel = STEPS[event.key];
    if (!rel || event.defaultPrevented || event.altKey || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (event.target.closest(OWN_KEYS) || !table().querySelector(".steps")) return;
    event.preventDefault();
    takeStep(() => linkOf(rel));
  });
  window.addEventListener("popstate", () => {
    const { pathname, search } = location;
    if (table().id !== "turn") takeStep(() => pathname + search, false);
  });
  document.addEventListener("live:heard", ({ detail }) => { if (detail.games.length || detail.hasMail) renew(); });
  document.addEventListener("live:anew", renew);
  document.addEventListener("here:behind", renew);
  document.addEventListener("toggle", ({ target }) => { if (target.closest(".game details")) note(target); }, true);
  document.addEventListener("table:renewed", () => {
    unfold();
    tell();
    cheer();
    readAloud();
  });
  document.addEventListener("scroll", tell, { capture: true, passive: true });
  document.addEventListener("visibilitychange", tell);
  reveal();
  tell();
  cheer();
}
