// Serves dist. Options: --port N (the next free one is taken when it is in use), --host H, --open, and --no-isolation,
// which leaves the headers off that give a page threads, as a plain static host would; --base /some/path/ serves there.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { isolation } from "@saccade/offline/headers";
import { preview } from "vite";
import { book } from "./book.mjs";

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "4173" },
    host: { type: "string", default: "localhost" },
    base: { type: "string", default: "/" },
    open: { type: "boolean", default: false },
    "no-isolation": { type: "boolean", default: false },
  },
});

const root = fileURLToPath(new URL("..", import.meta.url));
if (!existsSync(`${root}/dist/index.html`)) {
  console.error("There is no build yet: run pnpm demo, or pnpm build.");
  process.exit(1);
}

const port = Number(values.port);
if (!Number.isInteger(port) || port < 1 || port > 65535) {
  console.error(`--port takes a whole number from 1 to 65535, not ${JSON.stringify(values.port)}.`);
  process.exit(1);
}

const server = await preview({
  root,
  configFile: false,
  plugins: [book()],
  base: values.base,
  appType: "mpa",
  logLevel: "warn",
  preview: {
    port,
    host: values.host,
    strictPort: false,
    open: values.open && hasDesktop(),
    headers: values["no-isolation"] ? {} : isolation,
  },
});
const address = server.resolvedUrls?.local[0] ?? `http://localhost:${port}/`;
console.log(`Saccade is at ${address}  (Ctrl-C ends it)`);

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    server.httpServer.closeAllConnections?.();
    server.close().finally(() => process.exit(0));
  });
}

function hasDesktop() {
  if (process.env["CI"] || process.env["SSH_CONNECTION"]) return false;
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  return process.platform === "darwin" || process.platform === "win32" || Boolean(DISPLAY || WAYLAND_DISPLAY);
}
