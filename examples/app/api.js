/** Requests to the API: with the token, refused in words. */

import { leave, session } from "./session.js";
import { Refusal, Unreachable } from "./trouble.js";

const PREFIX = "/api/v1";

/** The answer to a request; Refusal, or Unreachable. Whoever has no good token any more is led to the sign-in. */
export async function ask(path, { method = "GET", body, headers = {}, accept = "application/json", signal } = {}) {
  const { issuer, token } = session();
  const sent = { Authorization: `Bearer ${token}`, Accept: accept, "Accept-Language": document.documentElement.lang, ...headers };
  if (body !== undefined) sent["Content-Type"] = "application/json";
  const answer = await fetch(issuer + PREFIX + path, { method, headers: sent, body: JSON.stringify(body), signal, credentials: "omit" })
    .catch((error) => { throw error.name === "AbortError" ? error : new Unreachable(issuer); });
  if (answer.ok) return answer;
  const problem = await answer.json().catch(() => ({}));
  if (answer.status === 401) leave(problem.detail ?? "The token is good for nothing any more.", "Connect again to play on.");
  if (answer.status === 503) throw new Unreachable(issuer, answer.headers.get("Retry-After"));
  throw new Refusal(answer.status, problem);
}

/** What a GET gives. */
export const get = async (path, request) => (await ask(path, request)).json();

/** Something that happens once, however often it has to be sent: the same wish has the same key until it is answered. */
export function once() {
  const keys = new Map();
  return async (path, body) => {
    const wish = JSON.stringify([path, body]);
    if (!keys.has(wish)) keys.set(wish, crypto.randomUUID());
    const answer = await ask(path, { method: "POST", body, headers: { "Idempotency-Key": keys.get(wish) } });
    keys.delete(wish);
    return answer.json();
  };
}

/** The address of a picture of a board for an <img>, to be revoked; an SVG there runs nothing and loads nothing. */
export async function picture(path, signal) {
  return URL.createObjectURL(await (await ask(path, { accept: "image/svg+xml", signal })).blob());
}

const NAMES = new Map();

/** The rulesets by their ids. */
export async function rulesets() {
  if (NAMES.size === 0) for (const each of (await get("/rulesets")).rulesets) NAMES.set(each.id, each);
  return NAMES;
}
