import { spawnSync } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { findChromium, freePort } from "./host.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/**
 * Builds an app of the workspace, unless `build` is false, and drives it in Chromium, with Playwright's options of the command line. Each name in
 * `ports` becomes a variable with a free port. Ends the process when something fails, or when there is no Chromium.
 */
export async function driveApp(app, ports, { build = true } = {}) {
  const chromium = findChromium();
  if (build) run("turbo", ["run", "build", `--filter=@saccade/${app}`, "--output-logs=errors-only"]);
  // Tests import packages too, from their sources.
  const NODE_OPTIONS = `${process.env["NODE_OPTIONS"] ?? ""} --conditions=@saccade/source`;
  const env = { CHROMIUM: chromium, NODE_OPTIONS };
  for (const name of ports) env[name] = await freePort();
  run(
    fileURLToPath(new URL("../node_modules/.bin/playwright", import.meta.url)),
    ["test", "--config", `apps/${app}/e2e/playwright.config.ts`, ...process.argv.slice(2)],
    env,
  );
}

function run(command, args, env = {}) {
  const shell = process.platform === "win32";
  const options = { cwd: root, stdio: "inherit", shell, env: { ...process.env, ...env } };
  const { status } = spawnSync(command, args, options);
  if (status !== 0) process.exit(status ?? 1);
}
