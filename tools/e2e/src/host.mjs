import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** The path of Chromium. Without one, prints a note and exits without a failure. */
export function findChromium() {
  const places = [
    process.env["CHROMIUM"],
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
  ];
  const found = places.find((path) => path && existsSync(path));
  if (found !== undefined) return found;
  console.log(
    "skipped: no Chromium found. Install one (apt-get install chromium), or give its path in CHROMIUM.",
  );
  process.exit(0);
}

/** A free port. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "localhost", () => {
      const { port } = server.address();
      server.close(() => resolve(String(port)));
    });
  });
}

/** Starts a program that serves a site and takes --port, and waits until it reports that it is ready. */
export async function serveOn(program) {
  const port = await freePort();
  const server = spawn(process.execPath, [fileURLToPath(program), "--port", port]);
  await once(server.stdout, "data");
  return { root: `http://localhost:${port}`, end: () => server.kill() };
}
