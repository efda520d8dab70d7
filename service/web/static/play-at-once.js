// In fast games, play a move of one action as soon as it is picked and previewed; undo takes it back.
"use strict";
document.addEventListener("table:renewed", ({ detail }) => {
  const form = document.querySelector("#turn form.play");
  if (form && /[?&]pick=/.test(detail) && !form.elements.move.value.includes(",")) form.requestSubmit();
});
