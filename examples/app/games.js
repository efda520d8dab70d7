/** The second screen: one's games, and a new one. */

import { get, once, picture, rulesets } from "./api.js";
import { doing, el } from "./dom.js";
import { deadline, isMyTurn, myInvitation, others, standing } from "./seats.js";

const GROUPS = [
  ["Invitations", (game) => myInvitation(game)],
  ["Your turn", isMyTurn],
  ["Waiting for others", (game) => ["active", "inviting"].includes(game.status)],
  ["Over", () => true],
];
const PAGE = 12;
const send = once();

/** Shows the list, and keeps it true until the screen is left. */
export async function showGames(screen, live, signal) {
  document.title = "My games – Three screens";
  const lists = el("div", { class: "lists" });
  const rules = await rulesets();
  if (signal.aborted) return;
  screen.replaceChildren(el("h1", {}, "My games"), lists, newGame(rules));
  let shown = PAGE, waiting = null;
  const more = doing(async () => { shown += PAGE; await draw(); });
  const draw = async () => {
    const games = await listed(shown, signal);
    if (!signal.aborted) fill(lists, rules, games.slice(0, shown), games.length > shown ? more : null, draw, signal);
  };
  const soon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => draw().catch(() => {}), 200); // if it fails, so does the stream, and draws again
  };
  live.addEventListener("event", soon, { signal });
  live.addEventListener("open", soon, { signal });
  signal.addEventListener("abort", () => clearTimeout(waiting));
  await draw();
}

/** More games than so many, if there are; what is due next first. */
async function listed(many, signal) {
  const games = [];
  for (let cursor = ""; cursor !== null && games.length <= many;) {
    const page = await get(`/games?mine=true&sort=deadline&limit=50${cursor && `&cursor=${encodeURIComponent(cursor)}`}`, { signal });
    games.push(...page.games);
    cursor = page.next_cursor;
  }
  return games;
}

function fill(lists, rules, games, more, draw, signal) {
  const left = new Set(games);
  const groups = GROUPS.map(([title, belongs]) => {
    const here = [...left].filter(belongs);
    here.forEach((game) => left.delete(game));
    return here.length ? el("section", {}, el("h2", {}, title), el("ul", { class: "games" }, here.map((game) => card(game, rules, draw)))) : null;
  });
  const none = games.length ? null : el("p", {}, "None yet. Begin one below.");
  const button = more && el("button", { type: "button", click: more }, "Show more");
  const drawn = new Map([...lists.querySelectorAll("img[data-board]")].map((image) => [image.dataset.board, image]));
  lists.replaceChildren(...groups.filter(Boolean), ...[none, button].filter(Boolean));
  for (const place of lists.querySelectorAll("img[data-board]")) {
    const before = drawn.get(place.dataset.board);
    if (before) place.replaceWith(before);
    else drawInto(place, signal);
  }
}

function card(game, rules, draw) {
  const board = game.log_length || game.status === "active" ? `${game.id}/${game.log_length}` : null;
  return el("li", { class: "card" },
    el("a", { href: `#/games/${game.id}` },
      board ? el("img", { alt: "", width: 96, height: 96, "data-board": board }) : el("span", { class: "no-board" }),
      el("span", { class: "what" },
        el("b", {}, rules.get(game.ruleset)?.name ?? game.ruleset),
        el("span", {}, others(game)),
        el("span", {}, standing(game), " ", deadline(game)))),
    myInvitation(game) && el("p", { class: "row" },
      el("button", { type: "button", class: "main", click: doing(async () => { await send(`/games/${game.id}/join`, {}); await draw(); }) }, "Accept"),
      el("button", { type: "button", click: doing(async () => { await send(`/games/${game.id}/decline`, {}); await draw(); }) }, "Decline")));
}

/** Draws a board once it comes near to being seen. */
function drawInto(image, signal) {
  const near = new IntersectionObserver(async (entries) => {
    if (!entries.some((each) => each.isIntersecting)) return;
    near.disconnect();
    const [game, at] = image.dataset.board.split("/");
    const address = await picture(`/games/${game}/board.svg?at=${at}`, signal).catch(() => null);
    if (!address) return;
    image.addEventListener("load", () => URL.revokeObjectURL(address), { once: true });
    image.src = address;
  }, { rootMargin: "200px" });
  near.observe(image);
  signal.addEventListener("abort", () => near.disconnect());
}

function newGame(rules) {
  const choice = (id, label, options, chosen) => [el("label", { for: id }, label),
    el("select", { id }, options.map(([value, words]) => el("option", { value, selected: String(value) === String(chosen) }, words)))];
  const more = el("div", { class: "fields" });
  const ruleset = choice("ruleset", "Game", [...rules.values()].map(({ id, name }) => [id, name]), "seasons");
  const terms = () => {
    const { seats, options, summary } = rules.get(ruleset[1].value);
    more.replaceChildren(el("p", { class: "hint" }, summary),
      ...choice("seats", "Players", seats.map((count) => [count, String(count)]), seats.includes(2) ? 2 : seats[0]),
      ...Object.entries(options).flatMap(([name, each]) => choice(`option-${name}`, each.label, Object.entries(each.values), each.default)));
  };
  ruleset[1].addEventListener("change", terms);
  terms();
  const level = choice("level", "The computer plays", [1, 2, 3, 4, 5].map((each) => [each, `at level ${each}`]), 1);
  const begin = doing(async () => {
    const chosen = rules.get(ruleset[1].value);
    const value = (id) => document.getElementById(id).value;
    const computers = Array.from({ length: value("seats") - 1 }, () => ({ ai: Number(value("level")) }));
    const options = Object.fromEntries(Object.keys(chosen.options).map((name) => [name, value(`option-${name}`)]));
    const { id } = await send("/games", { ruleset: chosen.id, options, seats: [{ me: true }, ...computers] });
    location.hash = `#/games/${id}`;
  });
  return el("form", { class: "card new", submit: begin }, el("h2", {}, "A new game against the computer"),
    el("div", { class: "fields" }, ruleset), more, el("div", { class: "fields" }, level), el("button", { class: "main" }, "Begin"));
}
