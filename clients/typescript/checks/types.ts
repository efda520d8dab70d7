/** Never run: that this compiles says that the types know what the document says, and refuse what it does not. */

import { type Event, type Game, type SeatWish, type Sundial, answer } from "../src/index.js";

export function namesOfSectors(game: Game): string[] {
  if (game.ruleset === "seasons") return game.position?.sectors.map((sector) => sector.name) ?? [];
  // @ts-expect-error  only Seasons of the Sun has sectors
  return game.position?.sectors ?? [];
}

// @ts-expect-error  there is no such member
export const wish: SeatWish = { robot: 3 };

export function whoseTurn(event: Event): number | undefined {
  if (event.type !== "turn.started") return undefined;
  // @ts-expect-error  a seat is a number
  const _text: string = event.data.seat;
  return event.data.seat;
}

export async function refused(sundial: Sundial): Promise<void> {
  // @ts-expect-error  there is no such path
  await sundial.GET("/api/v1/gmaes");
  // @ts-expect-error  a game needs seats
  await sundial.POST("/api/v1/games", { body: { ruleset: "dawn" } });
  const seats = [{ me: true as const }, { ai: 3 }];
  // @ts-expect-error  there is no such version
  await sundial.POST("/api/v1/games", { body: { ruleset: "seasons", seats, options: { version: "long" } } });
  const params = { path: { game_id: "abc" } };
  // @ts-expect-error  a version is a number
  await sundial.POST("/api/v1/games/{game_id}/moves", { params, body: { version: "17", move: "c4" } });
  const { error } = await sundial.POST("/api/v1/games/{game_id}/moves", { params, body: { version: 17, move: "c4" } });
  if (error !== undefined && "happened" in error) error.happened?.map((entry) => entry.action);
  if (error !== undefined && "legal" in error) error.legal?.map((action) => action.length);
  answer(await sundial.GET("/api/v1/games/{game_id}", { params })).seats.map((seat) => seat.account);
}
