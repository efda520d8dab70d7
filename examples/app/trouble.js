/** What can go wrong, in words for people. */

export class Trouble extends Error {
  constructor(...words) {
    super(words.join(" "));
    this.words = words.filter(Boolean);
  }
}

/** Nobody has answered, or only that it can be asked again; nothing is known of what was asked for. */
export class Unreachable extends Trouble {
  constructor(origin, seconds = null) {
    super(`${origin} does not answer just now.`, seconds ? `Try again in ${seconds} seconds.` : "Try again in a moment.");
    this.seconds = Number(seconds) || null;
  }
}

/** A problem of RFC 9457, as Sundial tells it. */
export class Refusal extends Trouble {
  constructor(status, problem) {
    super(problem.detail ?? problem.title ?? `That was answered with ${status}.`, problem.advice, ...details(problem));
    this.status = status;
    this.problem = problem;
  }
}

function details({ errors = [], legal = [], request_id }) {
  const wrong = errors.map((each) => [each.pointer, each.detail].filter(Boolean).join(": "));
  return [...wrong, legal.length > 0 && `Possible there: ${legal.join("; ")}.`, request_id && `(Request ${request_id})`];
}
