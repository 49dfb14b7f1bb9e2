import { wasmBackend } from "@saccade/kernels-wasm";
import { webgpuBackend } from "@saccade/kernels-webgpu";
import { type Backend, referenceBackend } from "@saccade/tensor";

/** Every backend that cases run on where none is named. */
export const backends: Readonly<Record<string, () => Promise<Backend>>> = {
  reference: async () => referenceBackend(),
  wasm: () => wasmBackend(),
  "wasm-2": () => wasmBackend({ threads: 2 }),
};

/** Every backend by the name that `--backend` takes: not every host has a GPU. */
export const named: Readonly<Record<string, () => Promise<Backend>>> = {
  ...backends,
  webgpu: () => webgpuBackend(),
};
