import type { DeviceFacts } from "./commands.ts";

/** The exports of `webgpu` (Dawn for Node). */
interface DawnModule {
  create(options: string[]): GPU;
}

const kept: { gpu?: GPU } = {};

/**
 * The host's GPU object: the browser's, or Dawn's in Node.
 *
 * @param dawn the address of the package `webgpu`; null in browsers
 */
async function gpuOf(dawn: string | null): Promise<GPU | undefined> {
  if (dawn === null) return globalThis.navigator?.gpu;
  const { create }: DawnModule = await import(/* @vite-ignore */ /* webpackIgnore: true */ dawn);
  // If it were collected, the process would abort.
  kept.gpu ??= create([]);
  return kept.gpu;
}

/** A device and its facts, or the reason for its absence. */
type Opened =
  | { readonly device: GPUDevice; readonly facts: DeviceFacts }
  | { readonly device: null; readonly why: string };

/** Asks for the fastest adapter, and for as much of it as it has. */
export async function openDevice(dawn: string | null): Promise<Opened> {
  try {
    const gpu = await gpuOf(dawn);
    if (gpu === undefined) return { device: null, why: "this host has no WebGPU" };
    const adapter = await gpu.requestAdapter({ powerPreference: "high-performance" });
    if (adapter === null) return { device: null, why: "WebGPU finds no GPU here (no adapter)" };
    const device = await deviceOf(adapter);
    const { info } = adapter;
    const { limits } = device;
    const words = [info.vendor, info.architecture, info.device, info.description];
    const name = words.filter((word) => word !== "").join(" ");
    const facts: DeviceFacts = {
      adapter: name,
      isSoftware: info.isFallbackAdapter === true || inSoftware.test(name),
      mostBytes: Math.min(limits.maxBufferSize, limits.maxStorageBufferBindingSize),
      mostGroups: limits.maxComputeWorkgroupsPerDimension,
      mostBlocks: limits.maxStorageBuffersPerShaderStage,
    };
    return { device, facts };
  } catch (error) {
    return { device: null, why: `WebGPU does not start: ${error instanceof Error ? error.message : error}` };
  }
}

/** Vulkan and Direct3D on the CPU. Not every host marks them as fallbacks. */
const inSoftware: RegExp = /swiftshader|llvmpipe|lavapipe|softpipe|basic render/i;

/** A device with all that the adapter has; with the limits of the standard where it refuses to give that. */
async function deviceOf(adapter: GPUAdapter): Promise<GPUDevice> {
  const { limits } = adapter;
  const requiredLimits = {
    maxBufferSize: limits.maxBufferSize,
    maxStorageBufferBindingSize: limits.maxStorageBufferBindingSize,
    maxStorageBuffersPerShaderStage: limits.maxStorageBuffersPerShaderStage,
    maxComputeWorkgroupStorageSize: limits.maxComputeWorkgroupStorageSize,
  };
  try {
    return await adapter.requestDevice({ requiredLimits });
  } catch {
    return adapter.requestDevice();
  }
}
