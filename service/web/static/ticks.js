// Count down a fast clock by the second, from the time that the server rendered.
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
