import type { Attended, Spread } from "./calls.ts";

/** What the page shows before its worker has answered: what the settings it opens with give. */
export interface Start {
  readonly attended: Attended;
  readonly spread: Spread;
}
