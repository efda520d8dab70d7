// Step through an analysis without page loads: the curve is a slider, and each move is a page of its own.
"use strict";
{
  const KEYS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
  const slider = document.querySelector(".curve [type=range]");
  const list = document.querySelector(".review .scroll.tall");
  const links = [...list.querySelectorAll(".turns a")];
  const pages = new Map();
  let isLoading = false;

  /** Fetch the page of a move once; null on failure. */
  function pageOf(link) {
    if (!link) return null;
    if (!pages.has(link)) {
      pages.set(link, fetch(link.href, { credentials: "same-origin" }).then(async (answer) =>
        (answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null)).catch(() => null));
    }
    return pages.get(link);
  }

  const wanted = () => links[slider.value];

  /** Mark the wanted move on the curve and in the list. */
  function point() {
    for (const link of links) {
      link.parentElement.classList.toggle("here", link === wanted());
      if (link === wanted()) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
    }
    document.querySelector(".curve .cursor").setAttribute("d", `M${wanted().dataset.x} 2v136`);
    slider.setAttribute("aria-valuetext", [...wanted().querySelectorAll(":scope > span")].map((each) => each.textContent).join(", "));
    list.scrollTop = wanted().offsetTop - list.clientHeight / 2;
  }

  function fill(page) {
    const step = document.activeElement.closest(".steps a")?.rel;
    for (const part of document.querySelectorAll(".review [data-part]")) {
      part.replaceChildren(...page.querySelector(`[data-part=${part.dataset.part}]`).childNodes);
    }
    if (step) (document.querySelector(`.steps [rel=${step}]`) ?? slider).focus({ preventScroll: true });
  }

  /** Show the wanted move; while one is fetched, the slider may move on. */
  async function show() {
    point();
    if (isLoading) return;
    isLoading = true;
    let shown = null;
    while (shown !== wanted()) {
      shown = wanted();
      const page = await pageOf(shown);
      if (!page) {
        location.assign(shown.href);
        return;
      }
      if (shown === wanted()) fill(page.cloneNode(true));
    }
    isLoading = false;
    history.replaceState(null, "", shown.href);
    pageOf(links[links.indexOf(shown) + 1]);
  }

  function go(number) {
    slider.value = Math.min(Math.max(number, 0), links.length - 1);
    show();
  }

  document.documentElement.classList.add("scripted");
  slider.addEventListener("input", show);
  document.addEventListener("click", (event) => {
    const link = event.target.closest(".review :is(.turns, .steps) a");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go(links.findIndex(({ href }) => href === link.href));
  });
  document.addEventListener("keydown", (event) => {
    const by = KEYS[event.key];
    if (!by || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, .scroll pre")) return;
    event.preventDefault();
    go(Number(slider.value) + by);
  });
  point();
}
