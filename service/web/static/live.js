// What every page hears while somebody signed in has it open: in how many games it is their turn, which its title says,
// and which of their games have changed, which the page of a game (table.js) and lists of games (lists.js) look at.
"use strict";
{
  const AGAIN = 30_000;
  const table = () => document.querySelector(".game[data-live]");
  const beside = new BroadcastChannel("sundial-live");
  let toMove = null;
  let stream = null;
  let queue = null;

  /** Say in the title in how many games it is one's turn, before whatever else the page is called. */
  function count(number) {
    const title = document.title.replace(/^\(\d+\) /, "");
    document.title = number ? `(${number}) ${title}` : title;
  }

  function heard(news) {
    const isMore = toMove !== null && news.to_move > toMove;
    toMove = news.to_move;
    count(toMove);
    beside.postMessage(toMove);
    document.dispatchEvent(new CustomEvent("live:heard", { detail: { isMore, toMove, games: news.games } }));
  }

  function listen() {
    const shown = table();
    const asked = shown ? `?${new URLSearchParams({ game: shown.dataset.game, version: shown.dataset.version })}` : "";
    stream = new EventSource(`/live${asked}`);
    stream.onmessage = (message) => heard(JSON.parse(message.data));
    stream.onerror = () => {
      if (stream?.readyState !== EventSource.CLOSED) return;
      stream = null;
      setTimeout(() => { if (!stream && !document.hidden) listen(); }, AGAIN);
    };
  }

  function rest() {
    stream?.close();
    stream = null;
  }

  /** Pages that nobody sees hold no connection, for browsers have few; but one game, and one that is none, hold theirs. */
  function hide() {
    rest();
    queue = new AbortController();
    const { signal } = queue;
    navigator.locks?.request(table() ? "sundial-live-table" : "sundial-live", { signal }, () => new Promise((done) => {
      listen();
      signal.addEventListener("abort", done);
    })).catch(() => {});
  }

  beside.onmessage = ({ data }) => count(data);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      hide();
      return;
    }
    queue?.abort();
    if (!stream) listen();
  });
  if (document.hidden) hide();
  else listen();
}
