/** Which of the three screens is shown: the sign-in without a token, a game by its address, one's games otherwise. */

import { el, tell } from "./dom.js";
import { showGame } from "./game.js";
import { showGames } from "./games.js";
import { Live } from "./live.js";
import { finish, signOut, takeAnswer } from "./oauth.js";
import { narrow, session } from "./session.js";
import { showSignIn } from "./sign_in.js";
import { Unreachable } from "./trouble.js";

const screen = document.getElementById("screen");
const out = document.getElementById("out");
const line = document.getElementById("line");
const live = new Live();
let leaving = new AbortController();

/** Shows a screen in place of the one before, which hears nothing any more. */
async function show() {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  tell(null);
  scrollTo(0, 0);
  const [, game] = location.hash.match(/^#\/games\/([a-z0-9]+)$/) ?? [];
  try {
    await (game ? showGame(screen, game, live, signal) : showGames(screen, live, signal));
  } catch (error) {
    if (signal.aborted) return;
    tell(error, error instanceof Unreachable ? el("button", { type: "button", click: show }, "Try again") : null);
  }
  if (!signal.aborted) screen.focus({ preventScroll: true });
}

/** What there is to do for who is signed in. */
function play() {
  narrow();
  out.hidden = false;
  out.addEventListener("click", signOut);
  live.addEventListener("line", ({ detail }) => { line.textContent = detail ? "Live" : "Reconnecting …"; });
  live.run();
  addEventListener("hashchange", show);
  show();
}

async function start() {
  if (["localhost", "0.0.0.0", "[::]"].includes(location.hostname)) {
    location.hostname = "127.0.0.1"; // where programs on one's own machine are answered (RFC 8252, 7.3 and 8.3)
    return;
  }
  let trouble = null;
  try {
    takeAnswer();
    await finish();
  } catch (error) {
    trouble = error;
  }
  if (session()) play();
  else showSignIn(screen, trouble, play);
}

start();
