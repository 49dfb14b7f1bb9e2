// The mean of a product on the GPU, or on the reference backend where the host has none.
import { NoGPUError, webgpuBackend } from "@saccade/kernels-webgpu";
import { type Backend, manualSeed, ones, referenceBackend, setBackend } from "@saccade/tensor";

export async function main(): Promise<object> {
  setBackend(await gpuOrReference());
  manualSeed(0);
  const [mean] = await ones([4, 8])
    .matmul(ones([8, 2]))
    .mean()
    .data();
  return { mean };
}

async function gpuOrReference(): Promise<Backend> {
  try {
    return await webgpuBackend();
  } catch (error) {
    if (error instanceof NoGPUError) return referenceBackend();
    throw error;
  }
}
