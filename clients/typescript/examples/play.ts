/**
 * Plays one game to its end and prints its scores.
 *
 *     SUNDIAL_URL=http://127.0.0.1:8000 SUNDIAL_TOKEN=sdl_… node dist/examples/play.js seasons
 */

import { type Game, type Sundial, answer, connect } from "../src/index.js";

const { SUNDIAL_URL = "http://127.0.0.1:8000", SUNDIAL_TOKEN } = process.env;
const ruleset = (process.argv[2] ?? "seasons") as Game["ruleset"];

const sundial = connect(SUNDIAL_URL, SUNDIAL_TOKEN);
const made = await sundial.POST("/api/v1/games", { body: { ruleset, seats: [{ me: true }, { ai: 1 }] } });
const game = await play(sundial, answer(made));
console.log(game.id, game.status, JSON.stringify(game.scores), JSON.stringify(game.winners));

/** The game once it is over. */
async function play(sundial: Sundial, { id: game_id }: Game): Promise<Game> {
  let after = "0";
  for (;;) {
    const game = answer(await sundial.GET("/api/v1/games/{game_id}", { params: { path: { game_id } } }));
    if (game.status === "finished" || game.status === "cancelled") return game;
    if (game.status === "active" && game.to_move === game.your_seat) {
      await move(sundial, game);
    } else {
      const query = { game: game_id, after, wait: 25 };
      after = String(answer(await sundial.GET("/api/v1/events", { params: { query } })).next);
    }
  }
}

/** Play any legal move, drawn action by action. */
async function move(sundial: Sundial, { id: game_id, version }: Game): Promise<void> {
  const path = { game_id };
  const actions: string[] = [];
  for (;;) {
    const query = { after: actions.join(", ") };
    const legal = answer(await sundial.GET("/api/v1/games/{game_id}/legal-actions", { params: { path, query } }));
    if (legal.complete) break;
    actions.push(legal.actions[Math.floor(Math.random() * legal.actions.length)] as string);
  }
  const body = { version, move: actions.join(", ") };
  answer(await sundial.POST("/api/v1/games/{game_id}/moves", { params: { path }, body }));
}
