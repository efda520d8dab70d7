/** Signing in by OAuth 2.1: authorisation code with PKCE, by an app that nobody has registered and that has no secret. */

import { Trouble, Unreachable } from "./trouble.js";
import { forgetWish, keep, keepWish, leave, session, wish } from "./session.js";

const METADATA = "/.well-known/oauth-authorization-server"; // RFC 8414
const SCOPE = "games:read games:play";
const HERE = location.origin + location.pathname;
/** A site is called by its own address; a program on somebody's own machine has any name. */
const APP = location.protocol === "https:" ? HERE : "Three screens";

/** What a Sundial says of itself; Trouble if there is none, or if it is another one than it seems. */
export async function discover(address) {
  const origin = originOf(address);
  const answer = await asked(origin, METADATA, { headers: { Accept: "application/json" } });
  const told = answer.ok ? await answer.json().catch(() => null) : null;
  if (!told?.issuer) throw new Trouble(`There is no Sundial at ${origin}.`);
  if (told.issuer !== origin) throw new Trouble(`The Sundial at ${origin} calls itself ${told.issuer}. Connect to that address.`);
  const endpoints = [told.authorization_endpoint, told.token_endpoint, told.revocation_endpoint];
  if (endpoints.some((each) => new URL(each).origin !== origin)) throw new Trouble(`${origin} leads elsewhere.`);
  if (!told.code_challenge_methods_supported?.includes("S256")) throw new Trouble(`${origin} knows no PKCE.`);
  return told;
}

/** Leads to the page on which somebody says yes or no. */
export async function begin(address) {
  const told = await discover(address);
  const verifier = random(), state = random();
  const { issuer, token_endpoint, revocation_endpoint } = told;
  const named = told.authorization_response_iss_parameter_supported === true;
  keepWish({ issuer, token_endpoint, revocation_endpoint, named, verifier, state });
  const asks = new URL(told.authorization_endpoint);
  asks.search = new URLSearchParams({
    response_type: "code", client_id: APP, redirect_uri: HERE, scope: SCOPE, state,
    code_challenge: await challengeOf(verifier), code_challenge_method: "S256",
  });
  location.assign(asks);
}

/** Takes the answer out of the address, so that it stands in no history, and keeps what it is good for. */
export function takeAnswer() {
  const answer = new URLSearchParams(location.search);
  if (!answer.has("state")) return;
  history.replaceState(null, "", location.pathname);
  const made = wish();
  // RFC 9207: whoever says who they are in their answers says so in each of them
  const fits = made && !made.code && answer.get("state") === made.state
    && (made.named || answer.has("iss") ? answer.get("iss") === made.issuer : true);
  if (!fits) throw new Trouble("That answer does not belong to a sign-in that was begun in this tab, so nothing was done with it.");
  if (!answer.has("code")) {
    forgetWish();
    throw new Trouble(...refusalOf(answer.get("error"), answer.get("error_description")));
  }
  keepWish({ ...made, code: answer.get("code") });
}

/** Changes the code for a token, if there is one; Unreachable may be tried again for a minute. Whether there is a session now. */
export async function finish() {
  const { issuer, token_endpoint, revocation_endpoint, verifier, code } = wish() ?? {};
  if (!code) return false;
  const form = { grant_type: "authorization_code", client_id: APP, redirect_uri: HERE, code, code_verifier: verifier };
  const answer = await asked(token_endpoint, "", { method: "POST", body: new URLSearchParams(form) });
  if (answer.status === 429 || answer.status >= 500) throw new Unreachable(issuer, answer.headers.get("Retry-After"));
  const told = await answer.json().catch(() => ({}));
  forgetWish();
  if (!answer.ok) throw new Trouble(...refusalOf(told.error, told.error_description));
  keep({ issuer, revocation_endpoint, token: told.access_token });
  return true;
}

/** Revokes the token (RFC 7009) and forgets it, also if nobody can be told. */
export async function signOut() {
  const { issuer, revocation_endpoint, token } = session();
  const form = new URLSearchParams({ token, client_id: APP });
  const answer = await asked(revocation_endpoint, "", { method: "POST", body: form }).catch(() => null);
  if (answer?.ok) leave("You are signed out, and the token is good for nothing any more.");
  else leave("This tab has forgotten the token, but the Sundial could not be told.", `Revoke it at ${issuer}/me/tokens.`);
}

function originOf(address) {
  const whole = address.includes("://") ? address : `https://${address}`;
  if (!URL.canParse(whole) || !/^https?:\/\//i.test(whole)) throw new Trouble("That is no address of a Sundial.");
  return new URL(whole).origin;
}

async function asked(base, path, request) {
  try {
    return await fetch(base + path, { credentials: "omit", cache: "no-store", ...request });
  } catch {
    throw new Unreachable(new URL(base).origin);
  }
}

function refusalOf(error, description) {
  if (error === "access_denied") return ["You said no, so this app was not let in.", "Connect again if you have changed your mind."];
  if (error === "invalid_grant") return ["The answer was good for a minute, and once.", "Connect again."];
  return ["This app was not let in.", [error, description].filter(Boolean).join(": ")];
}

const base64url = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)));

async function challengeOf(verifier) {
  return base64url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))));
}
