/**
 * Plays one game to its end by the client that openapi-generator makes for TypeScript, and prints its scores. Games that
 * SUNDIAL_GAMES names are looked at before, of whatever ruleset they are.
 */

import { Configuration, EventsApi, GamesApi, MovesApi, PositionsApi, SeasonsRuleset } from "./client/index.js";

const { SUNDIAL_URL: basePath, SUNDIAL_TOKEN: accessToken } = process.env;
const configuration = new Configuration({ basePath, accessToken });
const [games, moves, events] = [new GamesApi(configuration), new MovesApi(configuration), new EventsApi(configuration)];
const positions = new PositionsApi(configuration);
for (const gameId of process.env.SUNDIAL_GAMES?.split(" ") ?? []) {
  const [shown, there] = [await games.showGame({ gameId }), await positions.showPosition({ gameId })];
  console.log(shown.ruleset, there.setup.game, there.position.ruleset);
}
const gameRequest = { ruleset: SeasonsRuleset.Seasons, seats: [{ me: true as const }, { ai: 1 }] };
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
