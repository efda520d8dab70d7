// Report presence regularly, so that no email announces what the viewer sees.
"use strict";
{
  const [EVERY, LOOK, STAYS] = [40_000, 5_000, 300_000];
  let seen = Date.now();
  let told = 0;
  let read = 0;

  /** Return the newest message that is on the screen; 0 if none is. */
  function shownMessage() {
    const chat = document.querySelector("[data-newest]");
    const { top, bottom } = chat?.getBoundingClientRect() ?? {};
    return bottom > 0 && top < innerHeight ? Number(chat.dataset.newest) : 0;
  }

  /** Report the shown version and message; if there is a newer one, show that and report again. */
  async function tell() {
    const form = document.querySelector("#here");
    const now = Date.now();
    const newest = Math.max(read, shownMessage());
    if (!form || document.hidden || now - seen > STAYS || (now - told < EVERY && newest === read)) return;
    [told, read] = [now, newest];
    const { version } = document.querySelector(".game").dataset;
    const body = new URLSearchParams([...new FormData(form), ["version", version], ["read", read]]);
    try {
      const answer = await fetch(form.action, { method: "POST", credentials: "same-origin", body });
      if (!answer.ok) return;
      const detail = await answer.json();
      if ("inbox" in detail) document.dispatchEvent(new CustomEvent("here:read", { detail }));
      if (detail.version === Number(version)) return;
      document.dispatchEvent(new Event("here:behind"));
    } catch {
      // reported again next time
    }
    told = 0;
  }

  function noteSign() {
    seen = Date.now();
  }

  for (const sign of ["pointerdown", "pointermove", "keydown", "wheel", "scroll"]) {
    document.addEventListener(sign, noteSign, { passive: true, capture: true });
  }
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    noteSign();
    tell();
  });
  document.addEventListener("table:renewed", tell);
  setInterval(tell, LOOK);
  tell();
}
