import type { Backend } from "./kernel.ts";

/** Set after the warning: once per process, even if the package is loaded twice. Define it to suppress the warning. */
const told: symbol = Symbol.for("saccade.slow");

/**
 * Measures the time spent in the default backend. After one second it warns once, and names the faster backends. Returns a
 * function that stops the measurement.
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
