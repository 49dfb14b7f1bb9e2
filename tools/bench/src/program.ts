/** An array as it goes from process to process. */
export interface Block {
  readonly shape: readonly number[];
  readonly data: Float32Array | Int32Array;
}

export type Inputs = Readonly<Record<string, Block>>;

/** Everything that a case computes, row-major, in the order that its workload says. */
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
  /** Facts beside time, such as a peak of memory. */
  readonly facts?: () => Facts | Promise<Facts>;
}
