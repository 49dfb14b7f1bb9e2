// Copies the built app into one folder for a classroom without internet: pnpm --filter @saccade/demo bundle [FOLDER]
// Build first (pnpm demo, or pnpm build). The folder works on any static host; its serve.py needs Python alone.
import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isolation } from "@saccade/offline/headers";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
const target = resolve(
  process.argv[2] ?? fileURLToPath(new URL("../../../out/saccade-offline", import.meta.url)),
);
if (!existsSync(`${dist}index.html`)) fail("There is no build yet: run pnpm build, then this again.");
if (existsSync(target) && readdirSync(target).length > 0 && !existsSync(`${target}/serve.py`)) {
  fail(`${target} is not empty and is no earlier bundle: name another folder.`);
}

rmSync(target, { recursive: true, force: true });
cpSync(dist, target, { recursive: true, filter: (path) => !path.includes("/.vite") });
// The bundle is the app without the book.
const page = readFileSync(`${dist}index.html`, "utf8").replace(/\s*<meta name="saccade-book".*/, "");
writeFileSync(`${target}/index.html`, page);
// A page is kept offline by the hashes of its files.
const list = JSON.parse(readFileSync(`${dist}offline.json`, "utf8"));
const digest = createHash("sha256").update(page).digest("base64");
list.files = list.files.map((file) =>
  file[0] === "index.html" ? [file[0], Buffer.byteLength(page), digest] : file,
);
writeFileSync(`${target}/offline.json`, JSON.stringify(list));
const headers = Object.entries(isolation)
  .map(([name, value]) => `            self.send_header("${name}", "${value}")`)
  .join("\n");
writeFileSync(
  `${target}/serve.py`,
  `# Serves this folder to a classroom: python3 serve.py [port]. Needs no internet, and Python 3.8 or newer.
import functools, http.server, os, socket, sys


class Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".wasm": "application/wasm",
    }

    # These two let a page use threads. Browsers heed them on this computer only, and complain elsewhere without https.
    def end_headers(self):
        if self.headers.get("Host", "").split(":")[0] in ("localhost", "127.0.0.1"):
${headers}
        super().end_headers()


port = int(sys.argv[1]) if len(sys.argv) > 1 else 8000
folder = os.path.dirname(os.path.abspath(__file__))
server = http.server.ThreadingHTTPServer(("", port), functools.partial(Handler, directory=folder))
print(f"On this computer: http://localhost:{port}/  On others: http://{socket.gethostname()}:{port}/", flush=True)
server.serve_forever()
`,
);
console.log(`${target}: serve it with python3 serve.py, or copy it to any web server.`);

function fail(message) {
  console.error(message);
  process.exit(1);
}
