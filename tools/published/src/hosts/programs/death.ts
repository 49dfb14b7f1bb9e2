import { type WorkerLike, wasmBackend } from "@saccade/kernels-wasm";
import { scope, setBackend, zeros } from "@saccade/tensor";

/** Prepended to the worker's code: every kernel calls `die`, which does not return, and is given the memory. */
export function deadly(die: string): string {
  return `{
    const { Instance } = WebAssembly;
    WebAssembly.Instance = function (module, imports) {
      const names = Object.keys(new Instance(module, imports).exports);
      const die = () => { const { memory } = imports.env; ${die} };
      return { exports: Object.fromEntries(names.map((name) => [name, die])) };
    };
  }\n`;
}

/** Computes without a pause until the worker dies with a task in hand, and gives the error's name and message. */
export async function death(worker: () => WorkerLike): Promise<string> {
  setBackend(await wasmBackend({ threads: 2, worker }));
  const x = zeros([2 ** 20]);
  try {
    for (;;) scope(() => void x.square());
  } catch (error) {
    return String(error);
  }
}
