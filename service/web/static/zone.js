// Fill in the browser's time zone, and show which one it is.
"use strict";
for (const field of document.querySelectorAll("input[data-zone]")) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const line = document.querySelector("[data-zone-line]");
  if (!zone) continue;
  field.value = zone;
  if (!line) continue;
  line.querySelector("b").textContent = zone;
  line.hidden = false;
}
