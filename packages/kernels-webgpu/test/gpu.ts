import { existsSync } from "node:fs";
import { expect } from "vitest";
import { makeBackend } from "../src/backend.ts";
import { WorkerPort } from "../src/gpu/worker-port.ts";
import { type WebGPUBackend, webgpuBackend } from "../src/index.ts";

// Where there is no GPU, Chromium's SwiftShader serves as one.
const swiftShader = "/usr/lib/chromium/vk_swiftshader_icd.json";
if (existsSync(swiftShader)) process.env["VK_ICD_FILENAMES"] ??= swiftShader;

/** A backend, or why this host has none: tests that need one are skipped there, and say so. */
export const gpu: WebGPUBackend | string = await webgpuBackend().catch((error: Error) => error.message);

/**
 * What the tests ask of the same device as if it were hardware with the limits of the standard: workgroups share memory,
 * and a kernel binds eight buffers.
 */
export async function asHardware(): Promise<WebGPUBackend> {
  const port = await WorkerPort.start(import.meta.resolve("webgpu"));
  if (typeof port === "string") return expect.fail(port);
  return makeBackend(port, { ...port.facts, isSoftware: false, mostBlocks: 8 });
}

if (typeof gpu === "string") console.warn(`skipped: ${gpu}`);

export function backend(): WebGPUBackend {
  if (typeof gpu === "string") return expect.fail(gpu);
  return gpu;
}
