// Report presence regularly, so that no email announces what the viewer sees.
"use strict";
{
  const [EVERY, LOOK, STAYS] = [40_000, 5_000, 300_000];
  let seen = Date.now();
  let told = 0;

  /** Report the shown version; if there is a newer one, show that and report again. */
  async function tell() {
    const form = document.querySelector("#here");
    const now = Date.now();
    if (!form || document.hidden || now - seen > STAYS || now - told < EVERY) return;
    told = now;
    const { version } = document.querySelector(".game").dataset;
    const body = new URLSearchParams([...new FormData(form), ["version", version]]);
    try {
      const answer = await fetch(form.action, { method: "POST", credentials: "same-origin", body });
      if (!answer.ok || (await answer.json()).version === Number(version)) return;
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
  setInterval(tell, LOOK);
  tell();
}
