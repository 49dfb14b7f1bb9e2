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
  | Timing
  /** Asked after the last sample, when everything is warm. */
  | { readonly do: "facts" };

/** Of what is prepared. */
export type Timing =
  | { readonly do: "warm"; readonly seconds: number }
  | { readonly do: "sample"; readonly iterations: number }
  /** Of a player on WebGPU: what its device reaches at most, see gpu/peak.ts. */
  | { readonly do: "peak"; readonly seconds: number };

/** Its first message, when its library runs. */
export interface Ready {
  readonly facts: Readonly<Record<string, string>>;
}

/** Its answers; one per line, after {@link answerMark}. Libraries may print other lines between them. */
export interface Reply {
  readonly error?: string;
  /** Prepare: the player has no program for the case. */
  readonly absent?: boolean;
  /** Facts that the program reports about itself. */
  readonly facts?: Readonly<Record<string, number>>;
  readonly seconds?: number;
  /** Peak: float operations a second. */
  readonly flops?: number;
}

export const answerMark = "@bench ";
