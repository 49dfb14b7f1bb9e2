import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const isolation = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
} as const;

/** Scripts of this site and of one other origin; workers only of this site. */
function policy(scripts: string): string {
  return `default-src 'none'; script-src 'self' http://localhost:*${scripts}; worker-src 'self'`;
}

/** The headers that a site sends, by the first part of its path. */
export const sites: Readonly<
  Record<"plain" | "isolated" | "strict" | "noWasm" | "inline" | "cdn", Record<string, string>>
> = {
  plain: {},
  isolated: isolation,
  strict: { ...isolation, "Content-Security-Policy": policy(" 'wasm-unsafe-eval'") },
  /** Strict, and without WebAssembly. */
  noWasm: { ...isolation, "Content-Security-Policy": policy("") },
  /** Strict, but with inline scripts, and so with import maps. */
  inline: { ...isolation, "Content-Security-Policy": policy(" 'wasm-unsafe-eval' 'unsafe-inline'") },
  cdn: { "Access-Control-Allow-Origin": "*" },
};

const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
};

export interface Server {
  readonly origin: string;
  /** The addresses that were asked for. */
  readonly asked: string[];
  close(): void;
}

/** Serves a folder once a site: /SITE/FILE. */
export async function serve(folder: string): Promise<Server> {
  const asked: string[] = [];
  const server = createServer(async ({ url = "" }, response) => {
    asked.push(url);
    const [, site = "", ...rest] = decodeURIComponent(new URL(url, "http://localhost").pathname).split("/");
    const path = join(folder, normalize(`/${rest.join("/")}`));
    const headers = Object.entries(sites).find(([name]) => name === site)?.[1];
    const body = headers && (await readFile(path).catch(() => null));
    if (!headers || !body) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      "Content-Type": types[extname(path)] ?? "application/octet-stream",
      ...headers,
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://localhost:${port}`, asked, close: () => server.close() };
}
