// Point at a thing on a board, and read who gets points for it: the sentences of "The board in words" about it.
"use strict";

{
  let at = null;

  /** Return the sentences about a word; a bare letter or number among their places is a column or row. */
  function about(part) {
    const { word } = part.dataset;
    const names = [word, word[0], word.slice(1)];
    return [...part.closest(".board").querySelectorAll("[data-at]")]
      .filter((each) => each.dataset.at.split(" ").some((place) => names.includes(place)));
  }

  /** Show the reasons of a part of a board, and light what they are about. */
  function show(part) {
    at = part;
    for (const lit of document.querySelectorAll(".lit")) lit.classList.remove("lit");
    for (const line of document.querySelectorAll("[data-reasons]")) line.textContent = "";
    if (!part) return;
    const told = about(part);
    const text = told.map((each) => each.textContent).join(" ");
    part.closest(".board").querySelector("[data-reasons]").textContent = text;
    if (text && part.hasAttribute("tabindex")) part.setAttribute("aria-description", text);
    const places = new Set(told.length === 1 ? told[0].dataset.at.split(" ") : []);
    if (places.size < 2) return;
    for (const each of part.closest("svg").querySelectorAll("[data-word]")) {
      if (places.has(each.dataset.word)) each.classList.add("lit");
    }
  }

  for (const kind of ["pointerover", "click", "focusin"]) {
    document.addEventListener(kind, ({ target, pointerType }) => {
      const part = target.closest(".board > svg [data-word]");
      if (part !== at && (kind !== "pointerover" || pointerType === "mouse")) show(part);
    });
  }
}
