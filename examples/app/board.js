/** A board whose fields can be tapped: the picture of the API, copied into a shadow of its own, what may be in it by name. */

const SVG = "http://www.w3.org/2000/svg";
const ELEMENTS = new Set("svg g rect circle ellipse path line polyline polygon text tspan title desc defs use pattern radialGradient linearGradient stop clipPath".split(" "));
const STYLE = /<style[^>]*>([^<]*)<\/style>/g;
const NEVER = /^(on|style$|xlink)/i;
/** Our own policy has text made into documents in one place, and this is it: a document that is never shown, and runs nothing. */
const TRUSTED = globalThis.trustedTypes?.createPolicy("pictures", { createHTML: (text) => text });

/** The picture with a style sheet, and what it says for who hears it. What could run or load something is left out. */
function read(text) {
  const styles = [];
  const bare = text.replace(STYLE, (_, style) => { styles.push(style); return ""; }); // our policy lets no element bring styles
  const root = new DOMParser().parseFromString(TRUSTED?.createHTML(bare) ?? bare, "image/svg+xml").documentElement;
  const said = (tag) => root.querySelector(`:scope > ${tag}`)?.textContent ?? "";
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles.join("\n"));
  return { drawn: copy(root), sheet, words: `${said("title")}. ${said("desc")}` };
}

function copy(node) {
  if (node.nodeType === Node.TEXT_NODE) return document.createTextNode(node.data);
  if (node.namespaceURI !== SVG || !ELEMENTS.has(node.localName)) return "";
  const made = document.createElementNS(SVG, node.localName);
  for (const { name, value } of node.attributes) {
    const isHere = name !== "href" || value.startsWith("#");
    if (!NEVER.test(name) && isHere && name !== "xmlns") made.setAttribute(name, value);
  }
  made.append(...[...node.childNodes].map(copy));
  return made;
}

/** Shows a picture in an element; `chosen` is called with the word of the notation that was tapped. */
export function drawBoard(place, text, chosen) {
  const { drawn, sheet, words } = read(text);
  const shadow = place.shadowRoot ?? place.attachShadow({ mode: "open" });
  sheet.insertRule("svg { display: block; width: 100%; height: auto; max-height: max(24rem, 100vh - 15.5rem); }");
  sheet.insertRule("[data-tap] { cursor: pointer; }");
  sheet.insertRule("[data-tap]:hover { filter: brightness(1.08); }");
  shadow.adoptedStyleSheets = [sheet];
  shadow.replaceChildren(drawn);
  place.setAttribute("role", "img");
  place.setAttribute("aria-label", words);
  drawn.setAttribute("aria-hidden", "true");
  drawn.addEventListener("click", (event) => {
    const tapped = event.target.closest("[data-tap]");
    if (tapped) chosen(tapped.dataset.word);
  });
}

/** Marks what can be tapped: the words that lead on. */
export function markBoard(place, leadsOn) {
  for (const each of place.shadowRoot?.querySelectorAll("[data-word]") ?? []) {
    const can = leadsOn(each.dataset.word);
    each.toggleAttribute("data-tap", can);
    const sign = each.querySelector(".may");
    if (sign) sign.setAttribute("display", can ? "inline" : "none");
  }
}
