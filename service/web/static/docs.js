// Show the API's description in the system's colour scheme.
"use strict";
const place = document.getElementById("api");
const dark = matchMedia("(prefers-color-scheme: dark)");
const paint = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", paint);
paint();
// The page has its own main element.
new MutationObserver(() => place.querySelector("main:not([role])")?.setAttribute("role", "none"))
  .observe(place, { childList: true, subtree: true });
SwaggerUIBundle({
  url: place.dataset.url,
  domNode: place,
  docExpansion: "none", // of more than a hundred operations it shows a few otherwise, and stops
  defaultModelsExpandDepth: 0,
  deepLinking: true,
  validatorUrl: null,
});
