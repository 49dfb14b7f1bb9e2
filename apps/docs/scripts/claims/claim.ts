import type { Lang, Title } from "../../.vitepress/pages.ts";
import type { Claimed } from "./statistics.ts";

export type { Lang, Title };

/** A number of a seed, made of figures that a program measured: one, the first less the second, or their ratio. */
export type Quantity =
  | { readonly figure: string }
  | { readonly difference: readonly [string, string] }
  | { readonly ratio: readonly [string, string] };

/** One measurement, with the range in which the claim puts its result. */
export interface Test {
  /** What is measured. */
  readonly shows: Title;
  /** The example that measures it. */
  readonly program: string;
  readonly value: Quantity;
  readonly claimed: Claimed;
}

/** What is said of attention. */
export interface Claim {
  readonly says: Title;
  readonly tests: readonly Test[];
}

export interface Topic {
  readonly title: Title;
  readonly claims: readonly Claim[];
  /** What the numbers do not say. */
  readonly remark?: Title;
}
