/** Plays one game to its end by the client that openapi-generator makes for TypeScript, and prints its scores. */

import { Configuration, EventsApi, GamesApi, MovesApi, SeasonsGameRequestRulesetEnum } from "./client/index.js";

const { SUNDIAL_URL: basePath, SUNDIAL_TOKEN: accessToken } = process.env;
const configuration = new Configuration({ basePath, accessToken });
const [games, moves, events] = [new GamesApi(configuration), new MovesApi(configuration), new EventsApi(configuration)];
const gameRequest = { ruleset: SeasonsGameRequestRulesetEnum.Seasons, seats: [{ me: true as const }, { ai: 1 }] };
let game = await games.setUpGame({ gameRequest });
const gameId = game.id;
for (let after = 0; game.status === "active"; game = await games.showGame({ gameId })) {
  if (game.toMove === game.yourSeat) {
    const [move] = (await moves.listLegalActions({ gameId })).actions;
    await moves.playMove({ gameId, moveRequest: { version: game.version, move } });
  } else {
    after = (await events.listEvents({ game: gameId, after: String(after), wait: 25 })).next;
  }
}
console.log(game.id, game.status, JSON.stringify(game.scores));
