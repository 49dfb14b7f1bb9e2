const key: symbol = Symbol.for("saccade.tensor");

/**
 * Warns when a second copy of this package starts: tensors of one copy are no tensors to the other. A CDN that bundles
 * each entry by itself, or two versions in `node_modules`, load it twice.
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
