// Builds the site and drives it in Chromium: pnpm docs:test [Playwright's options]. Says so and skips where there is none.
import { spawnSync } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { findChromium, freePort } from "@saccade/e2e/host";

const chromium = findChromium();
const root = fileURLToPath(new URL("../../..", import.meta.url));
const shell = process.platform === "win32";
const run = (command, args, env = {}) => {
  const options = { cwd: root, stdio: "inherit", shell, env: { ...process.env, ...env } };
  const { status } = spawnSync(command, args, options);
  if (status !== 0) process.exit(status ?? 1);
};

run("turbo", ["run", "build", "--filter=@saccade/docs", "--output-logs=errors-only"]);
run(
  fileURLToPath(new URL("../node_modules/.bin/playwright", import.meta.url)),
  ["test", "--config", "apps/docs/e2e/playwright.config.ts", ...process.argv.slice(2)],
  { CHROMIUM: chromium, E2E_PORT: await freePort() },
);
