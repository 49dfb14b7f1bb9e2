import type { LaunchOptions } from "@playwright/test";

const { CHROMIUM } = process.env;

/** How Chromium starts: without a sandbox or a GPU, and asking nothing of the network. */
export const launchOptions: LaunchOptions = {
  ...(CHROMIUM === undefined ? {} : { executablePath: CHROMIUM }),
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};
