/** Who sits where, and how things stand, in words. */

import { el, moment } from "./dom.js";

const LETTERS = "ABCD";

/** What to call a seat: as boards do, and who has it. */
export function nameOf(game, seat) {
  if (seat < 0) return "Dice";
  const { account, ai, invited, you, state } = game.seats[seat];
  const name = ai ? `the computer (level ${ai})` : account ?? invited ?? (state === "open" ? "an open seat" : "somebody invited");
  return you ? "you" : name;
}

/** Against whom. */
export function others(game) {
  const names = game.seats.flatMap((each, seat) => (each.you ? [] : [nameOf(game, seat)]));
  return names.length ? "against " + new Intl.ListFormat(document.documentElement.lang).format(names) : "alone";
}

/** Whose turn it is, or how it has ended; and whether it is ours. */
export function standing(game) {
  if (game.status === "inviting") return myInvitation(game) ? "You are invited" : "Waiting for the others to accept";
  if (game.status === "cancelled") return "It was cancelled";
  if (game.status === "active") return game.to_move === game.your_seat ? "Your turn" : `${capital(nameOf(game, game.to_move))} to move`;
  if (game.winners?.includes(game.your_seat)) return game.winners.length > 1 ? "You share the win" : "You have won";
  const names = game.winners?.map((seat) => nameOf(game, seat)) ?? [];
  return names.length ? `${capital(names.join(" and "))} won` : "Nobody has won";
}

export const isMyTurn = (game) => game.status === "active" && game.your_seat !== null && game.to_move === game.your_seat;
export const myInvitation = (game) => game.status === "inviting" && game.seats.some((each) => each.you && each.state === "invited");
export const capital = (words) => words[0].toUpperCase() + words.slice(1);

/** The time of the turn, or nothing where there is none. */
export const deadline = (game) => (game.status === "active" && game.deadline ? el("span", { class: "due" }, "due ", moment(game.deadline)) : null);

/** Everybody at the table with their points. */
export function players(game) {
  return el("ul", { class: "players" }, game.seats.map((each, seat) => el("li", { class: game.status === "active" && game.to_move === seat ? "to-move" : null },
    el("b", {}, LETTERS[seat]), el("span", {}, capital(nameOf(game, seat))), el("span", { class: "points" }, game.scores ? String(game.scores[seat]) : ""))));
}
