// Serves the built site as a static host does: clean addresses, and the headers that threads need.
// node scripts/serve.mjs [--port n]
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { pipeline } from "node:stream";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createGzip } from "node:zlib";
import { isolation } from "@saccade/offline/headers";

const { values } = parseArgs({ options: { port: { type: "string", default: "4700" } } });
const root = fileURLToPath(new URL("../.vitepress/dist/", import.meta.url));
const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
  ".txt": "text/plain; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".webmanifest": "application/manifest+json",
};

/** The file of a path: itself, with .html, or index.html in it; null if there is none. */
async function fileOf(path) {
  for (const ending of ["", ".html", "/index.html"]) {
    const file = join(root, normalize(path) + ending);
    if (file.startsWith(root) && (await stat(file).catch(() => null))?.isFile()) return file;
  }
  return null;
}

/** The path of a request; null if it is malformed. */
function pathOf(url = "/") {
  try {
    return decodeURIComponent(url.replace(/[?#].*$/s, ""));
  } catch {
    return null;
  }
}

createServer(async (request, response) => {
  const path = pathOf(request.url);
  const file = path === null ? null : await fileOf(path);
  const shown = file ?? join(root, "404.html");
  const type = types[extname(shown)] ?? "application/octet-stream";
  const gzip = /text|json|svg|wasm/.test(type) && /\bgzip\b/.test(String(request.headers["accept-encoding"]));
  response.writeHead(file === null ? 404 : 200, {
    "Content-Type": type,
    ...(gzip ? { "Content-Encoding": "gzip", Vary: "Accept-Encoding" } : {}),
    ...isolation,
    "Cache-Control": path?.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
  });
  // A reader may leave in the middle of a file.
  pipeline([createReadStream(shown), ...(gzip ? [createGzip()] : []), response], () => {});
}).listen(Number(values.port), "localhost", () => console.log(`http://localhost:${values.port}/`));
