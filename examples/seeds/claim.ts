import type { Shape, Tensor } from "@saccade/tensor";
import { formatShape, sameShape } from "@saccade/tensor/backend";

// The documents' statements beside the results.

/** Says that a shape is the one the document claims. @throws Error when it is not. */
export function claim(what: string, shape: Shape, expected: Shape): void {
  if (!sameShape(shape, expected)) {
    throw new Error(`${what} is ${formatShape(shape)}, the document says ${formatShape(expected)}`);
  }
  say(`✓ ${what} ${formatShape(shape)}`);
}

/** Says that something holds. @throws Error when it does not. */
export function check(what: string, holds: boolean): void {
  if (!holds) throw new Error(`check failed: ${what}`);
  say(`✓ ${what}`);
}

/** The correct statement. */
export function mended(text: string): void {
  say(`↪ ${text}`);
}

export function heading(text: string): void {
  say(`\n${text}\n${"─".repeat(text.length)}`);
}

/** Prints as the cell does. */
export function say(text: string | Tensor): void {
  process.stdout.write(`${text}\n`);
}

/** The largest difference between two tensors of one shape. */
export function distance(a: Tensor, b: Tensor): number {
  return a.sub(b).abs().max().item();
}
