import { keepOne } from "@saccade/contract";

const key: symbol = Symbol.for("saccade.tensor");

/**
 * Warns if this package is loaded twice: each copy rejects tensors of the other. This happens with a CDN that bundles
 * each entry point separately, and with two versions in `node_modules`.
 */
export function warnOfSecondCopy(): void {
  if (key in globalThis) {
    console.warn(
      `saccade: @saccade/tensor is loaded twice, and tensors of one copy are unknown to the other; ${keepOne}.`,
    );
    return;
  }
  Object.defineProperty(globalThis, key, { value: true, configurable: true });
}
