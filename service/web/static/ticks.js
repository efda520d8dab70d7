// The time left on a fast clock, by the second. The server says how much it was when the page was drawn.
"use strict";
{
  const HOUR = 3600;
  const begun = new WeakMap();
  const two = (number) => String(number).padStart(2, "0");

  function tick() {
    for (const shown of document.querySelectorAll("[data-ticks]")) {
      const told = shown.dataset.ticks;
      if (begun.get(shown)?.told !== told) begun.set(shown, { told, at: performance.now() });
      const left = Math.max(0, Math.floor(Number(told) - (performance.now() - begun.get(shown).at) / 1000));
      if (left < HOUR) shown.textContent = `${Math.floor(left / 60)}:${two(left % 60)}`;
    }
  }

  document.addEventListener("table:renewed", tick);
  setInterval(tick, 1000);
  tick();
}
