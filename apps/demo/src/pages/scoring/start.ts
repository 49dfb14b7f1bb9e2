import type { Attended } from "@saccade/figures/attention";
import type { Spread } from "./calls.ts";

/** The page's content before its worker has answered: the result of the first settings. */
export interface Start {
  readonly attended: Attended;
  readonly spread: Spread;
}
