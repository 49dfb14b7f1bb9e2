// WebGPU in Node: the package `webgpu` (Dawn).
import { existsSync } from "node:fs";
import { UnavailableError } from "../unavailable.ts";
import { findAdapter } from "./adapter.ts";

/** Where Chromium has the drivers' description of its own SwiftShader, by which Dawn finds it, too. */
const swiftShaders = [
  "/usr/lib/chromium/vk_swiftshader_icd.json",
  "/usr/lib/chromium-browser/vk_swiftshader_icd.json",
  "/opt/google/chrome/vk_swiftshader_icd.json",
];

const kept: GPU[] = [];

/**
 * Dawn with an adapter: the machine's GPU; where it has none, SwiftShader, for every library of this process.
 * @throws UnavailableError where there is neither
 */
export async function openNodeGPU(): Promise<{ gpu: GPU; adapter: GPUAdapter }> {
  const { create, globals } = await import("webgpu").catch(() => {
    throw new UnavailableError("the package webgpu (Dawn for Node) is not installed");
  });
  Object.assign(globalThis, globals);
  const look = async (): Promise<{ gpu: GPU; adapter: GPUAdapter } | null> => {
    const gpu = create([]);
    kept.push(gpu); // if it were collected, the process would abort
    const adapter = await findAdapter(gpu);
    return adapter === null ? null : { gpu, adapter };
  };
  const found = await look();
  if (found !== null) return found;
  const driver = swiftShaders.find((path) => existsSync(path));
  if (driver !== undefined) {
    process.env["VK_ICD_FILENAMES"] = driver; // read when Vulkan starts, in our worker, too
    const fallback = await look();
    if (fallback !== null) return fallback;
  }
  throw new UnavailableError(
    "WebGPU finds no GPU, and no SwiftShader (apt-get install libvulkan1 chromium; VK_ICD_FILENAMES names others)",
  );
}

/** Puts WebGPU where libraries that were written for pages look for it. */
export function installNavigator(gpu: GPU): void {
  Object.defineProperty(globalThis, "navigator", { value: { gpu, userAgent: "node" }, configurable: true });
}
