/** Requests to a player process, a JSON object a line. */
export type Request =
  | {
      readonly do: "prepare";
      readonly workload: string;
      readonly case: string;
      /** For PyTorch, which has its own programs. */
      readonly program?: string;
      readonly options?: Readonly<Record<string, number | boolean | string>>;
      /** Files of arrays; see block-file.ts. */
      readonly inputs: string;
      readonly outputs: string;
      /** Where the case's own files are, if it has any. */
      readonly folder?: string;
    }
  | { readonly do: "warm"; readonly seconds: number }
  | { readonly do: "sample"; readonly iterations: number }
  /** Of a player on WebGPU: what its device reaches at most, see gpu/peak.ts. */
  | { readonly do: "peak"; readonly seconds: number }
  /** Asked after the last sample, when everything is warm. */
  | { readonly do: "facts" };

/** Its first message, when its library runs. */
export interface Ready {
  readonly facts: Readonly<Record<string, string>>;
}

/** Its answers; in a line each, after {@link answerMark}. Libraries print lines of their own between them. */
export interface Reply {
  readonly error?: string;
  /** Prepare: the player has no program for the case. */
  readonly absent?: boolean;
  /** Facts: what the program says about itself. */
  readonly facts?: Readonly<Record<string, number>>;
  readonly seconds?: number;
  /** Peak: float operations a second. */
  readonly flops?: number;
}

export const answerMark = "@bench ";
