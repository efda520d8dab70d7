/**
 * Plays one game to its end by the client that oazapfts makes, and prints its scores. Games that SUNDIAL_GAMES names are
 * looked at before, of whatever ruleset they are.
 */

import { ok } from "@oazapfts/runtime";
import { defaults, listEvents, listLegalActions, playMove, setUpGame, showGame, showPosition } from "./client.js";

const { SUNDIAL_URL, SUNDIAL_TOKEN, SUNDIAL_GAMES } = process.env;
defaults.baseUrl = SUNDIAL_URL ?? "http://127.0.0.1:8000";
defaults.headers = { Authorization: `Bearer ${SUNDIAL_TOKEN}` };

for (const id of SUNDIAL_GAMES?.split(" ") ?? []) {
  const [shown, there] = [await ok(showGame(id)), await ok(showPosition(id))];
  console.log(shown.ruleset, there.setup.game, there.position.ruleset);
}
let game = await ok(setUpGame({ ruleset: "seasons", seats: [{ me: true }, { ai: 1 }] }));
const { id } = game;
for (let after = 0; game.status === "active"; game = await ok(showGame(id))) {
  if (game.to_move === game.your_seat) {
    const [move] = (await ok(listLegalActions(id))).actions;
    await ok(playMove(id, { version: game.version, move }));
  } else {
    after = (await ok(listEvents({ game: id, after: String(after), wait: 25 }))).next;
  }
}
console.log(game.id, game.status, JSON.stringify(game.scores));
