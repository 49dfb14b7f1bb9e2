// The messages between the machine and the device's side: commands, their form in words for a worker, and the worker's
// answers.

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

/** Commands that are mostly numbers, and come by the thousand. */
type Small = Exclude<Command, { readonly kind: "program" | "bundle" }>;

const kinds = ["make", "drop", "write", "run", "replay", "unbundle"] as const;
/** Where messages end: long enough to cost little, short enough for the driver to begin early. */
const fullWords = 1 << 13;
/** Larger writes travel by themselves. */
export const mostInlineWords = 1 << 10;

/** Commands as one array of words, which travels to a worker much faster than objects do. */
export class Encoder {
  #words: Uint32Array<ArrayBuffer> = new Uint32Array(2 * fullWords);
  #length = 0;

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  get isFull(): boolean {
    return this.#length >= fullWords;
  }

  add(command: Small): void {
    this.#put(kinds.indexOf(command.kind));
    if (command.kind === "run") {
      this.#put(command.program);
      this.#list(command.blocks);
      this.#list(command.words);
      for (const n of command.groups) this.#put(n);
    } else if ("bundle" in command) {
      this.#put(command.bundle);
      if (command.kind === "unbundle") return;
      this.#put(command.from);
      this.#put(command.to);
    } else {
      this.#put(command.block);
      // Bytes may be 2³² and more.
      if (command.kind === "make") this.#put(command.bytes / 4);
      if (command.kind === "write") this.#list(command.words);
    }
  }

  #put(n: number): void {
    this.#words[this.#length++] = n;
  }

  #list(list: ArrayLike<number>): void {
    this.#put(list.length);
    this.#words.set(list, this.#length);
    this.#length += list.length;
  }

  /** Returns and clears the words. */
  take(): Uint32Array<ArrayBuffer> {
    const words = this.#words.slice(0, this.#length);
    this.#length = 0;
    return words;
  }
}

/** Calls `each` with the commands that an {@link Encoder} wrote. */
export function decode(words: Uint32Array, each: (command: Small) => void): void {
  let at = 0;
  const next = (): number => words[at++]!;
  const list = (): Uint32Array => {
    const length = next();
    at += length;
    return words.subarray(at - length, at);
  };
  const command = (): Small => {
    const kind = kinds[next()]!;
    if (kind === "make") return { kind, block: next(), bytes: next() * 4 };
    if (kind === "write") return { kind, block: next(), words: list() };
    if (kind === "drop") return { kind, block: next() };
    if (kind === "replay") return { kind, bundle: next(), from: next(), to: next() };
    if (kind === "unbundle") return { kind, bundle: next() };
    const [program, blocks, own] = [next(), [...list()], list()];
    return { kind, program, blocks, words: own, groups: [next(), next(), next()] };
  };
  while (at < words.length) each(command());
}

/** Properties of a device that interest programs, or that kernels depend on. */
export interface DeviceFacts {
  /** The adapter's description of itself. */
  readonly adapter: string;
  /** Whether it is a program that runs on the CPU. Shared memory and barriers cost far more there than what they save. */
  readonly isSoftware: boolean;
  /** The most bytes of one tensor. */
  readonly mostBytes: number;
  /** The most workgroups in one dim of a dispatch. */
  readonly mostGroups: number;
  /** The most tensors that one kernel reads and writes. */
  readonly mostBlocks: number;
}

/** The way to the driver: in this thread, or in a worker, whose answers this thread can wait for. */
export interface Port {
  readonly facts: DeviceFacts;
  /** @throws BackendError once it was closed, or its device failed. */
  checkOpen(): void;
  post(command: Command): void;
  read(block: BlockId, words: number): Promise<Words>;
  /** Where this thread can wait for the driver. */
  readSync?(block: BlockId, words: number): Words;
  /** Otherwise: host work between commands. Commands posted meanwhile run after it. */
  between?(work: (driver: HostDriver) => Promise<void>): void;
  counts(): Promise<GpuCounts>;
  close(): void;
}

export type Words = Uint32Array<ArrayBuffer>;

/** The part of a driver that work of the host needs. */
export interface HostDriver {
  do(command: Command): void;
  read(block: BlockId, words: number): Promise<Words>;
}

/** A message to a worker that owns the device. */
export type Request =
  | {
      readonly kind: "start";
      readonly dawn: string | null;
      /** The counter that the worker advances while it lives. */
      readonly counter: SharedArrayBuffer;
      /** Whether it is asked to leave: see `Leave`. */
      readonly leave: SharedArrayBuffer;
    }
  /** Commands that an {@link Encoder} wrote, or one that it does not write. */
  | { readonly kind: "do"; readonly words: Uint32Array<ArrayBuffer> }
  | { readonly kind: "doOne"; readonly command: Command }
  | { readonly kind: "read"; readonly id: number; readonly block: BlockId; readonly words: number }
  | {
      readonly kind: "readInto";
      readonly block: BlockId;
      readonly into: SharedArrayBuffer;
      /** {@link waitWords} words: the state, the length of a text of an error, then the text. */
      readonly state: SharedArrayBuffer;
    }
  | { readonly kind: "counts"; readonly id: number }
  /** Gives the device back and ends the worker, where that cannot be done from outside. */
  | { readonly kind: "close" };

/** A message from the worker. */
export type Answer =
  | { readonly kind: "started"; readonly facts: DeviceFacts }
  | { readonly kind: "notStarted"; readonly why: string }
  | { readonly kind: "words"; readonly id: number; readonly words: Words }
  | { readonly kind: "counted"; readonly id: number; readonly counts: GpuCounts }
  | { readonly kind: "failed"; readonly id: number; readonly why: string };

export const waitWords = 512;
export const waiting = 0;
export const isRead = 1;
export const hasFailed = 2;
