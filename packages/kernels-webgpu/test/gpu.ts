import { existsSync } from "node:fs";
import { expect } from "vitest";
import { WorkerPort } from "../src/gpu/worker-port.ts";
import type { WebGPUBackend } from "../src/index.ts";
import { makeBackend } from "../src/webgpu-backend.ts";
import { secondPort } from "./second-port.ts";

// Where there is no GPU, Chromium's SwiftShader serves as one.
const swiftShader = "/usr/lib/chromium/vk_swiftshader_icd.json";
if (existsSync(swiftShader)) process.env["VK_ICD_FILENAMES"] ??= swiftShader;

const port = await WorkerPort.start(import.meta.resolve("webgpu"));

/** A backend, or why this host has none: tests that need one are skipped there, and say so. */
export const gpu: WebGPUBackend | string = typeof port === "string" ? port : makeBackend(port);

/**
 * The same device as if it were hardware with the limits of the standard: workgroups share memory, and a kernel binds
 * eight buffers.
 */
const asHardware =
  typeof port === "string"
    ? port
    : makeBackend(secondPort(port), { ...port.facts, isSoftware: false, mostBlocks: 8 });

if (typeof gpu === "string") console.warn(`skipped: ${gpu}`);

export function backend(): WebGPUBackend {
  if (typeof gpu === "string") return expect.fail(gpu);
  return gpu;
}

export function hardware(): WebGPUBackend {
  if (typeof asHardware === "string") return expect.fail(asHardware);
  return asHardware;
}

/** How many dispatches a program takes. */
export async function dispatchesOf(run: () => unknown, on: WebGPUBackend = backend()): Promise<number> {
  const { dispatches } = { ...(await on.counts()) };
  run();
  return (await on.counts()).dispatches - dispatches;
}

/** How many ops ran on the host so far. */
export const onHost = (): number => [...backend().onHost.values()].reduce((sum, n) => sum + n, 0);

/** Both, for suites that run on each. In the short suite the first is enough. */
export const devices: readonly { place: string; backend: () => WebGPUBackend; tags: string[] }[] = [
  { place: "on the GPU", backend, tags: [] },
  { place: "on the GPU as hardware with the limits of the standard", backend: hardware, tags: ["all"] },
];
