// Reload a waiting page: soon for the computer, now and then for people.
"use strict";

const LONGEST = 3600;
const PATIENT = 30;
const FIRST = 0.4;

async function look(watched, waited) {
  const usual = Number(watched.dataset.seconds) * (1 + waited / 120);
  const seconds = usual < PATIENT ? Math.min(usual, Math.max(FIRST, waited)) : usual;
  await new Promise((resolve) => { setTimeout(resolve, seconds * 1000); });
  if (waited > LONGEST || !watched.isConnected) return;
  if (document.hidden) {
    look(watched, waited + seconds);
    return;
  }
  const next = await loaded();
  if (next && next.dataset.version !== watched.dataset.version) location.reload();
  else look(watched, waited + seconds);
}

/** Fetch the game from its page; null on failure, or if there is nothing to wait for. */
async function loaded() {
  try {
    const response = await fetch(location.href, { credentials: "same-origin" });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    return page.getElementById("watched") ?? page.querySelector(".game");
  } catch {
    return null;
  }
}

let latest = null;

/** Watch the page, or what has replaced it. */
function watch() {
  const shown = document.getElementById("watched");
  if (!shown || shown === latest) return;
  latest = shown;
  look(shown, 0);
}

document.addEventListener("table:renewed", watch);
watch();
