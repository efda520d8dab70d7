/** The part of the third screen in which a move is put together: actions one after the other, each piece by piece. */

import { doing, el } from "./dom.js";
import { choices, having } from "./pieces.js";

/**
 * Fills a place with what there is to choose. `legal` says what may follow a beginning, `preview` and `play` take a whole
 * move, `marked` is called when other words of the board lead on.
 */
export function chooseMove(place, { legal, preview, play, marked }) {
  let actions = [], left = [], found = { actions: [], complete: false };
  const move = () => actions.join(", ");
  const written = el("p", { class: "written" });
  const offered = el("div", { class: "offered", role: "group", "aria-label": "Next" });
  const buttons = el("p", { class: "row" });
  const seen = el("div", {});
  place.replaceChildren(el("h2", {}, "Your move"), written, offered, buttons, seen);

  async function go(next) {
    actions = next;
    found = await legal(move());
    left = found.actions;
    draw();
  }

  async function choose(fewer) {
    if (fewer.length === 1) return go([...actions, fewer[0]]);
    left = fewer;
    return draw();
  }

  function draw() {
    const focused = offered.contains(document.activeElement) || buttons.contains(document.activeElement);
    const begun = actions.length > 0 || left.length < found.actions.length;
    written.textContent = actions.length ? move() : "Tap the board, or choose here.";
    offered.replaceChildren(...[...choices(left)].map(([label, fewer]) => el("button", { type: "button", click: doing(() => choose(fewer)) }, label)));
    buttons.replaceChildren(...[
      found.complete && el("button", { type: "button", class: "main", click: doing(() => play(move())) }, "Play"),
      found.complete && el("button", { type: "button", click: doing(look) }, "Preview"),
      begun && el("button", { type: "button", click: doing(() => go([])) }, "Begin again"),
    ].filter(Boolean));
    seen.replaceChildren();
    marked();
    if (focused) (buttons.querySelector(".main") ?? offered.querySelector("button") ?? buttons.querySelector("button"))?.focus();
  }

  async function look() {
    const { board, scores, to_move } = await preview(move());
    seen.replaceChildren(el("h3", {}, "It would lead to"),
      el("pre", { tabindex: 0, role: "region", "aria-label": "The board after it" }, board),
      el("p", {}, `Points: ${scores.join(" – ")}. ${to_move === -1 ? "Then the dice are thrown." : ""}`));
  }

  return {
    begin: () => go([]),
    leadsOn: (word) => having(left, word).length > 0 && having(left, word).length < Math.max(left.length, 2),
    tap: doing(async (word) => {
      const fewer = having(left, word);
      if (fewer.length) await choose(fewer);
    }),
  };
}
