// The GPU, loaded only when the reader asks for it.
import { type WebGPUBackend, webgpuBackend } from "@saccade/kernels-webgpu";

/** @throws NoGPUError where there is none. */
export async function startGPU(): Promise<WebGPUBackend> {
  if (!self.crossOriginIsolated) {
    throw new Error("this page has no shared memory, which training on a GPU needs");
  }
  const worker = (): Worker => new Worker(new URL("./gpu-thread.ts", import.meta.url), { type: "module" });
  return webgpuBackend({ worker });
}

/** Why a GPU was not started, as a clause in English. */
export function whyNoGPU(error: unknown): string {
  const { why, message }: { why?: unknown; message?: unknown } = Object(error);
  return String(why ?? message ?? error);
}
