import type { Source } from "./calls.ts";

/** What rows are called. */
export interface RowNames {
  readonly queries: readonly string[];
  readonly keys: readonly string[];
}

/** Typed-in rows have numbers; sequences have words: one English sentence, and a French one that asks it. */
export function rowNamesOf(source: Source): RowNames {
  switch (source) {
    case "direct":
      return { queries: ["q1", "q2", "q3"], keys: ["k1", "k2", "k3", "k4"] };
    case "self":
      return { queries: english, keys: english };
    case "cross":
      return { queries: french, keys: english };
  }
}

const english = ["she", "reads", "a", "book"];
const french = ["elle", "lit", "un"];
