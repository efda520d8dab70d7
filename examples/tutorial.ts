/**
 * The steps of docs/api.md in TypeScript: signs in, plays a game against the computer to its end, and keeps its record.
 *
 *     cd clients/typescript && npm ci && npm run build     # in a checkout, from its folder
 *     cp ../../examples/tutorial.ts examples && npm run compile
 *     SUNDIAL_URL=http://127.0.0.1:8000 node dist/examples/tutorial.js ann@example.net
 *
 * It needs clients/typescript, as above or installed beside your own code, and the code that is mailed. `sundial verify game.json` checks the dice.
 */

import { writeFile } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import { Refused, type Sundial, answer, connect } from "sundial-client";

const URL = process.env.SUNDIAL_URL ?? "http://127.0.0.1:8000";
const [email = "ann@example.net"] = process.argv.slice(2);

const sundial = connect(URL, await signedIn(email));
console.log(answer(await sundial.GET("/api/v1/me")).email);
const seats = [{ me: true }, { ai: 1 }];
const wish = { ruleset: "seasons" as const, seats, shuffle_seats: false };
const game = answer(await sundial.POST("/api/v1/games", { body: wish }));
const params = { path: { game_id: game.id } };
console.log(answer(await sundial.GET("/api/v1/games/{game_id}/board.txt", { params, parseAs: "text" })));
await firstMove(sundial);
await playOn(sundial);
console.log(JSON.stringify((await shown(sundial)).scores));
const record = answer(await sundial.GET("/api/v1/games/{game_id}/record", { params }));
await writeFile("game.json", JSON.stringify(record));

/** A token, for the code that is mailed. */
async function signedIn(email: string): Promise<string> {
  const stranger = connect(URL);
  answer(await stranger.POST("/api/v1/sign-in", { body: { email } }));
  console.log(`The code that was mailed (as long as no mail server is set up, to ${URL}/mailbox):`);
  const typed = createInterface({ input: process.stdin });
  const code = (await typed[Symbol.asyncIterator]().next()).value.trim();
  typed.close();
  return answer(await stranger.POST("/api/v1/tokens", { body: { email, code, name: "tutorial" } })).token;
}

async function shown(sundial: Sundial) {
  return answer(await sundial.GET("/api/v1/games/{game_id}", { params }));
}

async function move(sundial: Sundial, version: number, move: string) {
  const body = { version, move };
  const played = answer(await sundial.POST("/api/v1/games/{game_id}/moves", { params, body }));
  return "log" in played ? JSON.stringify(played.log) : "only tried out";
}

async function legalActions(sundial: Sundial): Promise<string[]> {
  return answer(await sundial.GET("/api/v1/games/{game_id}/legal-actions", { params })).actions;
}

/** Looks where a move leads, plays it, sends it again (nothing is played twice), and is refused for an old version. */
async function firstMove(sundial: Sundial): Promise<void> {
  const { version } = await shown(sundial);
  const body = { version, move: "place max-15" };
  console.log(await legalActions(sundial));
  console.log(answer(await sundial.POST("/api/v1/games/{game_id}/previews", { params, body })).board);
  console.log(await move(sundial, version, "place max-15"));
  console.log(await move(sundial, version, "place max-15"));
  try {
    await move(sundial, 0, "place min-9");
  } catch (refusal) {
    if (!(refusal instanceof Refused)) throw refusal;
    console.log(refusal.problem.code);
  }
}

/** Plays the first action that is legal each time; `GET /events` waits until something has happened. */
async function playOn(sundial: Sundial): Promise<void> {
  let after = "0";
  for (let game = await shown(sundial); game.status === "active"; game = await shown(sundial)) {
    if (game.to_move === game.your_seat) {
      const [first] = await legalActions(sundial);
      await move(sundial, game.version, first as string);
    } else {
      const query = { game: game.id, after, wait: 25 };
      after = String(answer(await sundial.GET("/api/v1/events", { params: { query } })).next);
    }
  }
}
