import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize, sep } from "node:path";

const headers = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cache-Control": "no-store",
} as const;

const types: Readonly<Record<string, string>> = {
  ".mjs": "text/javascript",
  ".wasm": "application/wasm",
  ".json": "application/json",
};

const page =
  '<!doctype html><meta charset="utf-8"><title>bench</title><link rel="icon" href="data:,"><script type="module" src="/bundle/tab/page.mjs"></script>';

/** Serves a page that may use threads, and folders under names: /NAME/FILE. Gives the origin and how to stop. */
export async function serveTab(
  folders: ReadonlyMap<string, string>,
): Promise<{ origin: string; close: () => void }> {
  const server = createServer(({ url = "" }, response) => {
    const path = decodeURIComponent(new URL(url, "http://localhost").pathname);
    if (path === "/") {
      response.writeHead(200, { ...headers, "Content-Type": "text/html" }).end(page);
      return;
    }
    const [, name = "", ...rest] = path.split("/");
    const folder = folders.get(name);
    const file = folder && join(folder, normalize(sep + rest.join(sep)));
    if (!file || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404, headers).end();
      return;
    }
    const type = types[extname(file)] ?? "application/octet-stream";
    response.writeHead(200, { ...headers, "Content-Type": type, "Content-Length": statSync(file).size });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://localhost:${port}`, close: () => server.close() };
}
