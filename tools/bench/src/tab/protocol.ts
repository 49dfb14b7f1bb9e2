import type { Inputs } from "../program.ts";

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
  | { readonly do: "warm"; readonly seconds: number }
  | { readonly do: "sample"; readonly iterations: number }
  | { readonly do: "peak"; readonly seconds: number }
  | { readonly do: "facts" };

/** Its answers. */
export interface TabReply {
  readonly error?: string;
  /** Prepare: the program's results; null if the player has none for the case. */
  readonly outputs?: readonly Float32Array[] | null;
  readonly seconds?: number;
  readonly flops?: number;
  readonly facts?: Readonly<Record<string, number | string>>;
}
