import type { BlockId, Command, GpuCounts } from "./commands.ts";
import type { DeviceFacts } from "./device-facts.ts";
import type { Words } from "./port.ts";

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
