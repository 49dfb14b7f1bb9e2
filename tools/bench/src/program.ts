/** An array as it goes from process to process. */
export interface Block {
  readonly shape: readonly number[];
  readonly data: Float32Array | Int32Array;
}

export type Inputs = Readonly<Record<string, Block>>;

/** All results of a case, row-major, in the order of its workload. */
export type Outputs = readonly ArrayLike<number>[];

export type Facts = Readonly<Record<string, number>>;

/** One case on one library, ready to be timed. */
export interface Program {
  /** Computes once; called before the first `run`. */
  outputs(): Outputs | Promise<Outputs>;
  /** One iteration; everything is computed when it returns, or after `settle` where the program has that. */
  run(): void | Promise<void>;
  /** On a GPU, `run` only hands commands over: waits until they are done, by reading 4 bytes that they computed last. */
  settle?(): Promise<void>;
  /** Measurements other than time, such as peak memory. */
  readonly facts?: () => Facts | Promise<Facts>;
}
