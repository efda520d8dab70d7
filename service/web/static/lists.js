// Update lists of one's games without a reload: when others move, and when the page becomes visible.
"use strict";
{
  const PAUSE = 1000;
  const shown = document.querySelector("[data-own-games]");
  let told = Number(/^\((\d+)/.exec(document.title)?.[1] ?? 0);
  let isStale = false;
  let isRenewing = false;

  async function loaded() {
    try {
      const response = await fetch(location.href, { credentials: "same-origin" });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      return page.querySelector("[data-own-games]");
    } catch {
      return null;
    }
  }

  /** Replace the lists, keeping the keyboard focus on the same link. */
  function become(next) {
    if (shown.innerHTML === next.innerHTML) return;
    const stood = shown.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
    shown.replaceChildren(...next.childNodes);
    if (stood) shown.querySelector(`[href="${CSS.escape(stood)}"]`)?.focus({ preventScroll: true });
  }

  /** Load the lists, and once more if events came meanwhile; programs play faster than anybody reads. */
  async function renew() {
    isStale = true;
    if (document.hidden || isRenewing) return;
    isRenewing = true;
    while (isStale) {
      isStale = false;
      const next = await loaded();
      if (next) become(next);
      await new Promise((done) => { setTimeout(done, PAUSE); });
    }
    isRenewing = false;
  }

  document.addEventListener("live:heard", ({ detail }) => {
    if (detail.games.length || detail.toMove !== told) renew();
    told = detail.toMove;
  });
  document.addEventListener("live:anew", renew);
}
