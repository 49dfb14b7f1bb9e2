import { setBackend } from "@saccade/tensor";
import { type Computer, useThreads } from "./backend.ts";

interface Wanted {
  /** The plain build of the kernels also where the browser has relaxed SIMD. */
  readonly plain?: boolean | undefined;
  /** The GPU, where there is one. */
  readonly gpu?: boolean | undefined;
}

/** Puts a worker on the GPU, if that is wanted and there is one, else on the processor's threads. */
export async function useDevice({ plain, gpu = false }: Wanted): Promise<Computer> {
  if (!gpu) return useThreads({ plain });
  const { startGPU, whyNoGPU } = await import("./gpu.ts");
  try {
    const backend = await startGPU();
    setBackend(backend);
    const { adapter, isSoftware } = backend;
    return { backend: "webgpu", threads: 1, kernels: "webgpu", note: "", gpu: { adapter, isSoftware } };
  } catch (error) {
    return { ...(await useThreads({ plain })), gpu: { missing: whyNoGPU(error) } };
  }
}
