/** Sending a request again as long as that is safe, and telling refusals from answers. */

/** How long to go on trying: seconds of pauses in all. */
export interface Patience {
  seconds: number;
}

type Send = (request: Request) => Promise<Response>;
type Sleep = (milliseconds: number) => Promise<void>;

/** Nothing was done, and later it may be. */
const UNDONE = [408, 429, 503];
/** A proxy has lost the answer. */
const UNKNOWN = [502, 504];
const FIRST_PAUSE = 0.25;
const LONGEST_PAUSE = 15;
/** Longer than any answer takes, those to `wait` included. */
const TIMEOUT = 90_000;
const STREAMS = /\/events\/stream(\?|$)/;
/** Where writes have no Idempotency-Key. */
const WITHOUT_KEYS = /\/(sign-in|tokens|webhooks|bots)(\/|$)/;

/**
 * A `fetch` that sends a request again after a pause, at least as long as `Retry-After` says, when the connection is
 * lost or the answer is 408, 429, 502, 503 or 504: where that can do nothing twice. So it gives writes an Idempotency-Key.
 */
export function patient({ seconds }: Patience, send: Send = fetch, sleep: Sleep = pause): Send {
  return async (request) => {
    const again = withKey(request);
    let waited = 0;
    for (let failures = 0; ; failures += 1) {
      const outcome = await attempt(send, again);
      const wait = pauseAfter(outcome, again, failures);
      if (wait === undefined || waited + wait > seconds) {
        if (outcome instanceof Response) return outcome;
        throw outcome;
      }
      waited += wait;
      await sleep(wait * 1000);
    }
  };
}

async function attempt(send: Send, request: Request): Promise<Response | Error> {
  try {
    const signals = STREAMS.test(request.url) ? [] : [AbortSignal.timeout(TIMEOUT)];
    const signal = AbortSignal.any([request.signal, ...signals]);
    return await whole(await send(new Request(request.clone(), { signal })));
  } catch (lost) {
    return lost instanceof Error ? lost : new Error(String(lost));
  }
}

/** The answer with all that belongs to it, so that what breaks off in the middle is noticed here; streams have no end. */
async function whole(answer: Response): Promise<Response> {
  if (answer.body === null || STREAMS.test(answer.url)) return answer;
  return new Response(await answer.arrayBuffer(), answer);
}

function withKey(request: Request): Request {
  const keyed = new Request(request);
  const takesKey = request.method === "POST" && !WITHOUT_KEYS.test(new URL(request.url).pathname);
  if (takesKey && !keyed.headers.has("Idempotency-Key")) keyed.headers.set("Idempotency-Key", crypto.randomUUID());
  return keyed;
}

/** Seconds to wait before the request may be sent again; undefined if it may not. */
function pauseAfter(outcome: Response | Error, request: Request, failures: number): number | undefined {
  if (request.signal.aborted) return undefined;
  const repeatable = request.method !== "POST" || request.headers.has("Idempotency-Key");
  const lost = outcome instanceof Error || UNKNOWN.includes(outcome.status);
  if (lost ? !repeatable : !UNDONE.includes(outcome.status)) return undefined;
  const asked = outcome instanceof Error ? 0 : Number(outcome.headers.get("Retry-After") ?? 0) || 0;
  return asked + Math.min(FIRST_PAUSE * 2 ** failures, LONGEST_PAUSE) * (0.5 + Math.random() / 2);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}
