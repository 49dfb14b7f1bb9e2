/** A block of GPU memory, as both sides of a port name it. */
export type BlockId = number;

/** The index of a kernel's source in the driver; the source itself is sent with the first call. */
export interface Program {
  readonly id: number;
  /** The op and what its source depends on, for labels and errors. */
  readonly name: string;
  /** How many blocks are bound, and which of them are written: bit i for block i. */
  readonly blocks: number;
  readonly written: number;
  readonly source: string;
}

/** Starts a kernel. */
export interface RunCommand {
  readonly kind: "run";
  readonly program: number;
  readonly blocks: readonly BlockId[];
  readonly words: ArrayLike<number>;
  readonly groups: readonly [number, number, number];
}

/** A command to the driver. All of it can be posted to a worker. */
export type Command =
  | RunCommand
  | { readonly kind: "make"; readonly block: BlockId; readonly bytes: number }
  | { readonly kind: "drop"; readonly block: BlockId }
  | { readonly kind: "write"; readonly block: BlockId; readonly words: Uint32Array }
  | { readonly kind: "program"; readonly program: Program }
  /** Keeps commands, whose blocks do not change, to be run again. */
  | { readonly kind: "bundle"; readonly bundle: number; readonly runs: readonly RunCommand[] }
  | { readonly kind: "replay"; readonly bundle: number; readonly from: number; readonly to: number }
  | { readonly kind: "unbundle"; readonly bundle: number };

/** Counts of the work so far. */
export interface GpuCounts {
  /** Kernels started. */
  dispatches: number;
  /** Command buffers handed to the GPU. */
  submissions: number;
  /** Bytes that went to the GPU. */
  bytesWritten: number;
  /** Bytes that came back. */
  bytesRead: number;
  /** Buffers that exist, pooled ones included. */
  buffers: number;
  /** The bytes of those buffers. */
  bufferBytes: number;
}
