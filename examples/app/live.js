/** What happens at one's tables, as it happens: server-sent events by `fetch`, for an EventSource can send no token. */

import { ask } from "./api.js";

const LONGEST_SILENCE = 40_000; // a sign of life comes every 15 seconds
const FIRST_WAIT = 1000, LONGEST_WAIT = 30_000;

/**
 * Dispatches "event" for each event, "open" when it begins to listen anew (look at everything again: what happened
 * before was not heard), and "line" with whether it listens.
 */
export class Live extends EventTarget {
  #last = null;
  #wait = FIRST_WAIT;

  /** Listens until the end of the page. */
  async run() {
    for (;;) {
      const silence = new AbortController();
      try {
        await this.#listen(silence);
      } catch (error) {
        if (error.problem?.code === "events-forgotten") this.#last = null;
        this.#wait = Math.max(this.#wait, (error.seconds ?? 0) * 1000);
      }
      this.#say("line", false);
      await new Promise((resolve) => {
        setTimeout(resolve, this.#wait * (1 + Math.random() / 4));
        addEventListener("online", resolve, { once: true });
      });
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    }
  }

  async #listen(silence) {
    const headers = this.#last === null ? {} : { "Last-Event-ID": this.#last };
    const request = { accept: "text/event-stream", headers, signal: silence.signal };
    const answer = await ask("/events/stream?after=latest", request);
    this.#wait = FIRST_WAIT;
    this.#say("line", true);
    this.#say("open");
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let held = "";
    for (;;) {
      const alarm = setTimeout(() => silence.abort(), LONGEST_SILENCE);
      const { value, done } = await reader.read().finally(() => clearTimeout(alarm));
      if (done) return;
      const frames = (held + value).split("\n\n");
      held = frames.pop();
      frames.forEach((frame) => this.#hear(frame));
    }
  }

  #hear(frame) {
    const lines = new Map(frame.split("\n").map((line) => line.split(/: ?(.*)/s, 2)));
    if (lines.has("id")) this.#last = lines.get("id");
    if (lines.has("data")) this.#say("event", JSON.parse(lines.get("data")));
  }

  #say(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
