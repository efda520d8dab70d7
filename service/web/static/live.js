// The event stream of every page of a signed-in viewer: the numbers of games with their turn and of games with offers
// or unread chat, shown in title and menu, and the games that changed, for the page of a game (table.js) and lists of games (lists.js).
"use strict";
{
  const SILENCE = 45_000; // the server says every 15 seconds that it is there
  const PAUSE = 30_000; // from one question to the next of a page that got no stream, as there are too many
  const DOUBT = 5_000; // a restart of the server takes less
  const { down } = document.currentScript.dataset;
  let { session } = document.currentScript.dataset;
  const mark = document.createElement("p");
  const table = () => document.querySelector(".game[data-live]");
  let toMove = null;
  let stream = null;
  let silence = 0;
  let doubt = 0;
  let seen = null; // how far a page has come by asking
  let queue = null;
  let beside = null;

  /** Show in title and menu what waits for the viewer. */
  function count({ to_move: turns, inbox: unread }) {
    const title = document.title.replace(/^\([\d+]+\) /, "");
    document.title = turns || unread ? `(${turns || ""}${unread ? `+${unread}` : ""}) ${title}` : title;
    const [counted, box] = ["to-move", "inbox"].map((each) => document.querySelector(`nav [data-${each}]`));
    if (!box) return;
    counted.textContent = turns ? ` (${turns})` : "";
    box.hidden = !unread;
    box.querySelector("b").textContent = unread;
  }

  function share(news) {
    count(news);
    beside?.postMessage(news);
  }

  function heard(news) {
    const isMore = toMove !== null && news.to_move > toMove;
    const known = Number(document.querySelector("nav [data-inbox] b")?.textContent);
    toMove = news.to_move;
    share(news);
    const hasMail = news.inbox > known; // perhaps from before the stream began
    document.dispatchEvent(new CustomEvent("live:heard", { detail: { isMore, toMove, hasMail, games: news.games } }));
  }

  function address() {
    const shown = table();
    const asked = shown ? { session, game: shown.dataset.game, version: shown.dataset.version } : { session };
    return `/live?${new URLSearchParams(asked)}`;
  }

  /** Say that the page is not live, unless it is again within some time. */
  function mistrust(time = DOUBT) {
    doubt ||= setTimeout(() => { mark.textContent = down; }, time);
  }

  function trust() {
    clearTimeout(doubt);
    doubt = 0;
    mark.textContent = "";
  }

  function listen() {
    rest();
    mistrust();
    stream = new EventSource(address());
    stream.onopen = () => {
      hear();
      if (seen !== null) look().finally(() => { seen = null; }).catch(() => {});
    };
    stream.onerror = ({ target }) => {
      mistrust();
      if (target.readyState !== EventSource.CLOSED) return; // it tries again by itself
      clearTimeout(silence);
      silence = setTimeout(() => (seen === null ? listenAnew() : listen()), PAUSE);
      look().catch(() => {});
    };
    stream.addEventListener("alive", hear);
    stream.onmessage = (message) => {
      hear();
      heard(JSON.parse(message.data));
    };
    wait();
  }

  /** Poll once for events since the last ones. */
  async function look() {
    const headers = seen === null ? {} : { "Last-Event-ID": seen };
    const answer = await fetch(address(), { credentials: "same-origin", headers });
    if (!answer.ok) return;
    trust();
    const told = Object.fromEntries((await answer.text()).split("\n").map((line) => line.split(/: (.*)/, 2)));
    seen = told.id;
    if (!told.event) heard(JSON.parse(told.data));
  }

  function hear() {
    trust();
    wait();
  }

  /** Wait for the next heartbeat, because a connection may die silently. */
  function wait() {
    clearTimeout(silence);
    silence = setTimeout(listenAnew, SILENCE);
  }

  /** Reconnect, and let the page reload what it may have missed. */
  function listenAnew() {
    listen();
    document.dispatchEvent(new Event("live:anew"));
  }

  function rest() {
    clearTimeout(silence);
    stream?.close();
    stream = null;
  }

  /** Let only one hidden page with a game and one without keep a stream, because browsers have few connections. */
  function hide() {
    rest();
    trust();
    queue = new AbortController();
    const { signal } = queue;
    navigator.locks?.request(table() ? "sundial-live-table" : "sundial-live", { signal }, () => new Promise((done) => {
      listen();
      signal.addEventListener("abort", done);
    })).catch(() => {});
  }

  /** Check the session of a page restored from memory; if it ended, reload. */
  async function ask() {
    const answer = await fetch(`/live?${new URLSearchParams({ session })}`, { credentials: "same-origin" });
    if (answer.status === 401) location.reload();
    else document.documentElement.style.display = "";
  }

  /** Share the count with other open pages; a message to a page kept in memory discards it. */
  function hearBeside() {
    beside = new BroadcastChannel("sundial-live");
    beside.onmessage = ({ data }) => count(data);
  }

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      if (beside) hide();
      return;
    }
    queue?.abort();
    listenAnew();
  });
  document.addEventListener("live:session", ({ detail }) => {
    session = detail ?? session;
    listenAnew();
  });
  document.addEventListener("here:read", ({ detail }) => share(detail));
  window.addEventListener("offline", () => {
    trust();
    mistrust(0);
  });
  window.addEventListener("online", () => { if (stream) listenAnew(); });
  document.addEventListener("submit", ({ target }) => { // the page is kept in memory once its session has ended
    if (target.matches("[data-leaves]")) document.documentElement.style.display = "none";
  });
  window.addEventListener("pagehide", () => {
    beside.close();
    beside = null;
    rest();
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    ask().catch(() => {});
    hearBeside();
    listenAnew();
  });
  window.addEventListener("load", () => { navigator.serviceWorker?.register("/sw.js").catch(() => {}); });
  mark.className = "not-live";
  mark.setAttribute("role", "status");
  document.body.append(mark);
  hearBeside();
  if (document.hidden) hide();
  else listen();
}
