import type { Backend } from "./kernel.ts";

/** Says it once a process, also if the package is loaded twice. A program that defines it is told nothing. */
const told: symbol = Symbol.for("saccade.slow");

/**
 * Measures the work of the backend of programs that set none; after a second of it, says once how to be faster. The
 * object stays the same: tensors of two backends cannot be combined.
 *
 * @returns a function that ends it.
 */
export function slowDefault(backend: Backend, now: () => number = () => performance.now()): () => void {
  const { run } = backend;
  const stop = (): void => {
    backend.run = run;
  };
  let spent = 0;
  backend.run = (op, inputs, outputs, attrs) => {
    const start = now();
    run(op, inputs, outputs, attrs);
    spent += now() - start;
    if (spent < 1000) return;
    stop();
    if (told in globalThis) return;
    Object.defineProperty(globalThis, told, { value: true, configurable: true });
    console.warn(
      "saccade: this program computes on the reference backend, the default. The kernels of @saccade/kernels-wasm are " +
        "about eight times as fast: setBackend(await wasmBackend()). To keep this one, setBackend(referenceBackend()).",
    );
  };
  return stop;
}
