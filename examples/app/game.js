/** The third screen: a game, what has happened in it, and one's move. */

import { ask, get, once, rulesets } from "./api.js";
import { drawBoard, markBoard } from "./board.js";
import { doing, el, moment, tell } from "./dom.js";
import { chooseMove } from "./move.js";
import { capital, deadline, isMyTurn, myInvitation, nameOf, players, standing } from "./seats.js";

const send = once();

/** Shows a game, and keeps it true until the screen is left. */
export async function showGame(screen, id, live, signal) {
  const table = new Table(screen, id, signal);
  const again = (event) => {
    if (!event.detail || event.detail.game === id) table.load().catch(() => {}); // if it fails, so does the stream, and asks again
  };
  live.addEventListener("event", again, { signal });
  live.addEventListener("open", again, { signal });
  await table.begin();
}

class Table {
  #screen; #id; #signal;
  #head = el("div", { class: "head" });
  #board = el("div", { class: "board" });
  #turn = el("section", { class: "card turn", "aria-label": "Your move" });
  #log = el("ol", { class: "log", reversed: true });
  #looking = Promise.resolve();
  #next = null;
  #game = null;
  #drawn = "";
  #move = null;
  #at = null;

  constructor(screen, id, signal) {
    this.#screen = screen;
    this.#id = id;
    this.#signal = signal;
  }

  async begin() {
    this.rules = await rulesets();
    await this.load();
    this.#screen.replaceChildren(el("p", {}, el("a", { href: "#/" }, "← My games")), el("div", { class: "game" },
      this.#head, this.#board, el("div", { class: "side" }, this.#turn,
        el("section", { class: "card" }, el("h2", { id: "happened" }, "What happened"), el("p", { class: "nothing" }, "Nothing yet."),
          el("div", { class: "scroll", tabindex: 0, role: "region", "aria-labelledby": "happened" }, this.#log)))));
  }

  /** Looks at everything again; who asks meanwhile waits for another look. */
  load() {
    this.#next ??= this.#looking.catch(() => {}).then(() => {
      this.#next = null;
      this.#looking = this.#show();
      return this.#looking;
    });
    return this.#next;
  }

  /** A move that is being chosen stays, unless the game has gone on. */
  async #show() {
    const signal = this.#signal;
    const [game, { log }] = await Promise.all([get(`/games/${this.#id}`, { signal }), get(`/games/${this.#id}/log`, { signal })]);
    const state = `${game.version} ${game.status}`;
    this.#game = game;
    this.#drawHead();
    this.#drawLog(log);
    if (state === this.#drawn) return;
    this.#move = null;
    await Promise.all([this.#look(), this.#drawTurn()]);
    this.#drawn = state;
  }

  #drawHead() {
    const game = this.#game, name = this.rules.get(game.ruleset)?.name ?? game.ruleset;
    document.title = `${isMyTurn(game) ? "Your turn – " : ""}${name} – Three screens`;
    this.#head.replaceChildren(el("h1", {}, name), el("p", { role: "status", class: isMyTurn(game) ? "mine" : null }, standing(game), " ", deadline(game) ?? ""), players(game));
  }

  #drawLog(log) {
    const entries = log.toReversed().map((entry) => el("li", { value: entry.number + 1 },
      el("button", { type: "button", class: "entry", click: doing(() => this.#look(entry.number + 1 < log.length ? entry.number + 1 : null)) },
        el("b", {}, capital(nameOf(this.#game, entry.seat))), " ", entry.action), " ", moment(entry.at)));
    this.#log.replaceChildren(...entries);
    this.#point();
  }

  /** Says in the log which board is shown: the one after the newest entry is the board as it is now. */
  #point() {
    const shown = this.#at ?? this.#log.firstElementChild?.value;
    for (const entry of this.#log.children) entry.firstChild.setAttribute("aria-pressed", String(entry.value === shown));
  }

  /** Shows the board after so many entries of the log, or as it is now. */
  async #look(at = null) {
    if (this.#game.status === "inviting" || !this.#game.started_at) return;
    const path = `/games/${this.#id}/board.svg${at === null ? "" : `?at=${at}`}`;
    const text = await (await ask(path, { accept: "image/svg+xml", signal: this.#signal })).text();
    this.#at = at;
    drawBoard(this.#board, text, (word) => this.#move?.tap(word));
    this.#mark();
    this.#point();
  }

  /** Only on the board as it is now can anything be chosen. */
  #mark() {
    markBoard(this.#board, (word) => this.#at === null && (this.#move?.leadsOn(word) ?? false));
  }

  async #drawTurn() {
    const game = this.#game, turn = this.#turn;
    turn.hidden = !(isMyTurn(game) || myInvitation(game));
    turn.replaceChildren();
    if (myInvitation(game)) {
      const answer = (how) => doing(async () => { await send(`/games/${this.#id}/${how}`, {}); await this.load(); });
      turn.append(el("p", { class: "row" }, el("button", { type: "button", class: "main", click: answer("join") }, "Accept"), el("button", { type: "button", click: answer("decline") }, "Decline")));
    }
    if (!isMyTurn(game)) return;
    const legal = async (after) => {
      const found = await get(`/games/${this.#id}/legal-actions?after=${encodeURIComponent(after)}`, { signal: this.#signal });
      if (found.version !== game.version) this.load();
      return found;
    };
    const preview = async (move) => (await ask(`/games/${this.#id}/previews`, { method: "POST", body: { version: game.version, move } })).json();
    this.#move = chooseMove(turn, { legal, preview, play: (move) => this.#play(move), marked: () => this.#mark() });
    await this.#move.begin();
  }

  /** Plays a move that answers the version that is shown; what was played meanwhile is told. */
  async #play(move) {
    try {
      await send(`/games/${this.#id}/moves`, { version: this.#game.version, move });
    } catch (error) {
      if (error.problem?.code !== "stale-version") throw error;
      const happened = error.problem.happened.map(({ seat, action }) => `${capital(nameOf(this.#game, seat))}: ${action}`);
      tell(["The game has gone on, so your move was not played.", `Meanwhile: ${happened.join("; ")}.`].join(" "));
    }
    await this.load();
  }
}
