const key: symbol = Symbol.for("saccade.tensor");

/**
 * Warns if this package is loaded twice: each copy rejects tensors of the other. This happens with a CDN that bundles
 * each entry point separately, and with two versions in `node_modules`.
 */
export function warnOfSecondCopy(): void {
  if (key in globalThis) {
    console.warn(
      "saccade: @saccade/tensor is loaded twice, and tensors of one copy are unknown to the other. Keep one version " +
        "(npm ls @saccade/tensor); from a CDN, load all packages through one import map of their files, or from esm.sh.",
    );
    return;
  }
  Object.defineProperty(globalThis, key, { value: true, configurable: true });
}
