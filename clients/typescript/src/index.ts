/** A typed client for Sundial: openapi-fetch on the types of openapi.yaml, with a `fetch` that has patience. */

import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./openapi.js";
import { type Patience, patient } from "./patience.js";

export type { components, operations, paths } from "./openapi.js";
export { type Patience, patient } from "./patience.js";

type Schemas = components["schemas"];
export type Event = Schemas["Event"];
/** Once you have looked at `ruleset`, the type of `position` is known. */
export type Game = Schemas["Game"];
export type GameSummary = Schemas["GameSummary"];
export type LegalActions = Schemas["LegalActions"];
export type Problem = Schemas["Problem"] | Schemas["RuleProblem"];
export type SeatWish = Schemas["SeatWish"];
export type Sundial = Client<paths>;

/** A Sundial, as one token sees it. */
export function connect(url: string, token?: string, patience: Patience = { seconds: 60 }): Sundial {
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  return createClient<paths>({ baseUrl: url, headers, fetch: patient(patience) });
}

/** A refusal (RFC 9457). `problem.code` never changes; `detail` and `advice` are for people. */
export class Refused extends Error {
  override readonly name = "Refused";

  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(`${problem.code}: ${problem.detail}`);
  }
}

/** What was asked for, or Refused. */
export function answer<Data>(result: { data?: Data; error?: Problem; response: Response }): NonNullable<Data> {
  if (result.data !== undefined && result.data !== null) return result.data;
  const nothing = { code: `http-${result.response.status}`, detail: "There is no answer." } as Problem;
  throw new Refused(result.response.status, result.error ?? nothing);
}
