/** The first screen: which Sundial to connect to. */

import { doing, el, tell } from "./dom.js";
import { begin, finish } from "./oauth.js";
import { last, news, wish } from "./session.js";

const DEFAULT = "http://127.0.0.1:8000";

/** Asks for the address of a Sundial; tells what went wrong before, and tries a code again that is good yet. */
export function showSignIn(screen, trouble, play) {
  const known = new URLSearchParams(location.search).get("sundial") ?? last() ?? DEFAULT;
  const address = el("input", { id: "address", type: "url", required: true, value: known, autocomplete: "url", inputmode: "url", spellcheck: "false" });
  screen.replaceChildren(el("div", { class: "narrow" },
    el("h1", {}, "Play on a Sundial"),
    (news() ?? []).map((each) => el("p", { class: "news" }, each)),
    el("p", {}, "This app plays for you on the Sundial where your games are. You sign in there, and say there whether you let it in; it never sees your mail address, nor the code that you are mailed."),
    el("form", { class: "card", novalidate: true, submit: doing(() => begin(address.value.trim())) },
      el("label", { for: "address" }, "Address of the Sundial"),
      address,
      el("p", { class: "hint" }, "It will ask to see your games and to play them, and for nothing else."),
      el("button", { class: "main" }, "Connect to Sundial")),
  ));
  const again = el("button", { type: "button", click: doing(async () => { if (await finish()) play(); }) }, "Try again");
  if (trouble) tell(trouble, wish()?.code ? again : null);
}
