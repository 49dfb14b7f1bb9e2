import type { Inputs } from "../program.ts";
import type { Reply, Timing } from "../protocol.ts";

/** Requests to the worker of a tab. */
export type TabRequest =
  | {
      readonly do: "prepare";
      readonly workload: string;
      readonly case: string;
      readonly inputs: Inputs;
      /** The URL of the case's files. */
      readonly folder: string;
    }
  | Timing
  | { readonly do: "facts" };

/** Its answers. */
export interface TabReply extends Pick<Reply, "error" | "seconds" | "flops"> {
  /** Prepare: the program's results; null if the player has none for the case. */
  readonly outputs?: readonly Float32Array[] | null;
  readonly facts?: Readonly<Record<string, number | string>>;
}
