// In fast games, play a move of one action as soon as it is previewed; undo takes it back.
"use strict";
document.addEventListener("table:renewed", () => {
  const form = document.querySelector("#turn form.play");
  const isPicked = new URLSearchParams(location.search).has("pick");
  if (form && isPicked && !form.elements.move.value.includes(",")) form.requestSubmit();
});
