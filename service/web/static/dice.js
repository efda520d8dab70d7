"use strict";
// A word for the dice: of the browser's own where nobody has typed one. A game that was just set up is begun with it,
// and a form that sets one up says beforehand that there will be one.

const BYTES = 16;

function randomWord() {
  const drawn = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(drawn, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

document.addEventListener("formdata", (event) => {
  if (event.formData.get("word")?.trim() === "") event.formData.set("word", randomWord());
  if (event.formData.get("dice") === "") event.formData.set("dice", "own");
});

const begin = document.getElementById("begin");
if (begin && location.hash === "#begin") begin.querySelector("form").requestSubmit();
