/** What `webgpu` (Dawn for Node) exports. */
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
  const { create }: DawnModule = await import(/* @vite-ignore */ dawn);
  // If it were collected, the process would abort.
  kept.gpu ??= create([]);
  return kept.gpu;
}

/** What a program may want to know of a device, and what kernels depend on. */
export interface DeviceFacts {
  /** The adapter, in its own words. */
  readonly adapter: string;
  /** Whether it is a program that runs on the CPU. Shared memory and barriers cost far more there than what they save. */
  readonly isSoftware: boolean;
  /** The most bytes of one tensor. */
  readonly mostBytes: number;
  /** The most workgroups in one dim of a dispatch. */
  readonly mostGroups: number;
  /** The most tensors that one kernel reads and writes. */
  readonly mostBlocks: number;
}

/** A device and its facts, or the reason why there is none. */
export type Opened =
  | { readonly device: GPUDevice; readonly facts: DeviceFacts }
  | { readonly device: null; readonly why: string };

/** Asks for the fastest adapter, and for as much of it as it has. */
export async function openDevice(dawn: string | null): Promise<Opened> {
  try {
    const gpu = await gpuOf(dawn);
    if (gpu === undefined) return { device: null, why: "this host has no WebGPU" };
    const adapter = await gpu.requestAdapter({ powerPreference: "high-performance" });
    if (adapter === null) return { device: null, why: "WebGPU finds no GPU here (no adapter)" };
    const { limits, info } = adapter;
    const device = await adapter.requestDevice({
      requiredLimits: {
        maxBufferSize: limits.maxBufferSize,
        maxStorageBufferBindingSize: limits.maxStorageBufferBindingSize,
        maxStorageBuffersPerShaderStage: limits.maxStorageBuffersPerShaderStage,
        maxComputeWorkgroupStorageSize: limits.maxComputeWorkgroupStorageSize,
      },
    });
    const words = [info.vendor, info.architecture, info.device, info.description].filter(
      (word) => word !== "",
    );
    const facts: DeviceFacts = {
      adapter: words.join(" "),
      isSoftware: info.isFallbackAdapter || /swiftshader|llvmpipe|basic render/i.test(words.join(" ")),
      mostBytes: Math.min(limits.maxBufferSize, limits.maxStorageBufferBindingSize),
      mostGroups: device.limits.maxComputeWorkgroupsPerDimension,
      mostBlocks: device.limits.maxStorageBuffersPerShaderStage,
    };
    return { device, facts };
  } catch (error) {
    return { device: null, why: `WebGPU does not start: ${error instanceof Error ? error.message : error}` };
  }
}
