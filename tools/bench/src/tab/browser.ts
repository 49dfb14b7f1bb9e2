import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";
import { UnavailableError } from "../unavailable.ts";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const always = ["--no-sandbox", "--disable-quic", "--no-first-run"];

/** Flags of Chromium for players that need no GPU. */
export const withoutGPU: readonly string[] = ["--disable-gpu"];
/** The machine's GPU, by Vulkan on Linux; Chromium falls back to SwiftShader without one. */
export const withGPU: readonly string[] = [
  "--enable-unsafe-webgpu",
  "--enable-features=Vulkan",
  "--use-angle=vulkan",
  "--ignore-gpu-blocklist",
];
/** For a Chromium that does not. */
export const withSwiftShader: readonly string[] = [
  "--enable-unsafe-webgpu",
  "--use-webgpu-adapter=swiftshader",
];

/** @throws UnavailableError where there is no Chromium */
export async function launchBrowser(flags: readonly string[]): Promise<Browser> {
  const executablePath = [process.env["CHROMIUM"], ...places].find((path) => path && existsSync(path));
  if (executablePath === undefined)
    throw new UnavailableError("there is no Chromium (apt-get install chromium, or its path in CHROMIUM)");
  return chromium.launch({ executablePath, args: [...always, ...flags] });
}
