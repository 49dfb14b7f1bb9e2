import type { Backend } from "./kernel.ts";

/** Says it once a process, also if the package is loaded twice. A program that defines it is told nothing. */
const told: symbol = Symbol.for("saccade.slow");

/**
 * The backend of programs that set none. After a second of work it says once how to be faster; until then it measures
 * its work, afterwards it runs as `backend` does.
 */
export function slowDefault(backend: Backend, now: () => number = () => performance.now()): Backend {
  let spent = 0;
  const own: Backend = {
    ...backend,
    run(op, inputs, outputs, attrs) {
      const start = now();
      backend.run(op, inputs, outputs, attrs);
      spent += now() - start;
      if (spent >= 1000) tell();
    },
  };
  const tell = (): void => {
    own.run = backend.run;
    if (told in globalThis) return;
    Object.defineProperty(globalThis, told, { value: true, configurable: true });
    console.warn(
      "saccade: this program computes on the reference backend, the default. The kernels of @saccade/kernels-wasm are " +
        "about eight times as fast: setBackend(await wasmBackend()). To keep this one, setBackend(referenceBackend()).",
    );
  };
  return own;
}
