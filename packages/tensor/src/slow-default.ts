import type { Backend } from "./kernel.ts";

/** Says it once a process, also if the package is loaded twice. A program that defines it is told nothing. */
const told: symbol = Symbol.for("saccade.slow");

/**
 * Measures the work of the backend of a program that set none, and after a second of it says once how to be faster.
 * Returns a function that ends the measuring.
 */
export function watchDefault(backend: Backend, now: () => number = () => performance.now()): () => void {
  const { run } = backend;
  const end = (): void => {
    backend.run = run;
  };
  let spent = 0;
  backend.run = (...call) => {
    const start = now();
    run(...call);
    spent += now() - start;
    if (spent < 1000) return;
    end();
    if (told in globalThis) return;
    Object.defineProperty(globalThis, told, { value: true, configurable: true });
    console.warn(
      "saccade: this program computes on the reference backend, the default. @saccade/kernels-wasm is about eight times " +
        "as fast: setBackend(await wasmBackend()); to keep this one, setBackend(referenceBackend()).",
    );
  };
  return end;
}
