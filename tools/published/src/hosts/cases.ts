import type { sites } from "./server.ts";

/** Threads with the expected note about them, or an error. */
export type Expected = { readonly threads: number; readonly note: RegExp } | { readonly error: RegExp };

export type Case = Expected & {
  readonly name: string;
  readonly site: keyof typeof sites;
  /** The page's folder and name. */
  readonly page: string;
  /** The other case that fails with this one; --long tries both. */
  readonly implied?: string;
};

/** The result of a worker that ends during a task. */
export const died: Expected = { error: /^WorkerError: .* a worker died: it ended while it computed/ };

export const two: RegExp = /^2 threads on shared memory$/;

const notIsolated = /Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp/;
const cure = "Content Security Policy refuses.*copy @saccade/kernels-wasm/worker to this site";
const refused = new RegExp(`it could not be loaded.*${cure}`);
const elsewhere = new RegExp(`cannot be accessed from origin.*${cure}`);

/** Bundlers that know `new Worker(new URL(…))` put the worker's file next to the program. */
const bundlers = { vite: true, webpack: true, rollup: false, esbuild: false };

/** Pages by bundler. */
export const bundled: Readonly<Record<keyof typeof bundlers, readonly string[]>> = {
  vite: ["plain", "named-worker", "attached-methods"],
  webpack: ["plain", "named-worker", "attached-methods"],
  rollup: ["plain", "runtime", "attached-methods"],
  esbuild: [
    "plain",
    "served-worker",
    "in-worker",
    "worker-program",
    "runtime",
    "page-death",
    "attached-methods",
    "no-shared-memory",
    "no-module-workers",
  ],
};

function ofBundler([bundler, findsWorker]: [string, boolean]): readonly Case[] {
  const page = `${bundler}/plain`;
  const [notIsolatedName, strictName] = [
    `${bundler}: not isolated, one thread`,
    `${bundler}: worker-src 'self', ${findsWorker ? "two threads" : "one thread"}`,
  ];
  return [
    {
      ...{ name: notIsolatedName, site: "plain", page, threads: 1, note: notIsolated },
      ...(bundler !== "vite" && { implied: "the page's headers decide, as on vite's" }),
    },
    {
      ...{ name: `${bundler}: isolated, two threads`, site: "isolated", page, threads: 2, note: two },
      ...(findsWorker && { implied: "the same worker's file passes a strict policy" }),
    },
    {
      ...{ name: strictName, site: "strict", page },
      ...(findsWorker ? { threads: 2, note: two } : { threads: 1, note: refused }),
      ...(bundler === "rollup" && { implied: "the policy decides, as on esbuild's" }),
    },
  ];
}

export const cases: readonly Case[] = [
  ...Object.entries(bundlers).flatMap(ofBundler),
  {
    name: "vite: worker-src 'self', the program names the worker",
    site: "strict",
    page: "vite/named-worker",
    threads: 2,
    note: two,
  },
  {
    name: "webpack: worker-src 'self', the program names the worker",
    site: "strict",
    page: "webpack/named-worker",
    threads: 2,
    note: two,
  },
  {
    name: "esbuild: worker-src 'self', the worker's file is served",
    site: "strict",
    page: "esbuild/served-worker",
    threads: 2,
    note: two,
  },
  {
    name: "esbuild: a program in a Worker, two threads",
    site: "isolated",
    page: "esbuild/in-worker",
    threads: 2,
    note: two,
  },
  {
    name: "CDN: not isolated, one thread",
    site: "plain",
    page: "cdn/plain",
    threads: 1,
    note: notIsolated,
    implied: "the page's headers decide, as on vite's",
  },
  { name: "CDN: isolated, two threads", site: "isolated", page: "cdn/plain", threads: 2, note: two },
  {
    name: "CDN: worker-src 'self', one thread",
    site: "strict",
    page: "cdn/plain",
    threads: 1,
    note: elsewhere,
  },
  {
    name: "CDN: worker-src 'self', the worker's file is served",
    site: "strict",
    page: "cdn/served-worker",
    threads: 2,
    note: two,
  },
  { name: "CDN, by an import map: two threads", site: "isolated", page: "map-cdn", threads: 2, note: two },
  {
    name: "no bundler: worker-src 'self', two threads",
    site: "inline",
    page: "map-own",
    threads: 2,
    note: two,
  },
  { name: "a worker that dies in a task is an error", site: "isolated", page: "esbuild/page-death", ...died },
  {
    name: "no SharedArrayBuffer: one thread",
    site: "isolated",
    page: "esbuild/no-shared-memory",
    threads: 1,
    note: /this host has no SharedArrayBuffer, which newer ones have/,
  },
  {
    name: "no module workers: two threads",
    site: "isolated",
    page: "esbuild/no-module-workers",
    threads: 2,
    note: two,
  },
  {
    name: "no module workers, worker-src 'self': one thread",
    site: "strict",
    page: "esbuild/no-module-workers",
    threads: 1,
    note: /module workers are not supported/,
  },
  {
    name: "a policy without 'wasm-unsafe-eval' is an error with the cure",
    site: "noWasm",
    page: "esbuild/plain",
    error:
      /^UnsupportedHostError: .*allow WebAssembly with script-src 'wasm-unsafe-eval'. setBackend\(referenceBackend\(\)\) works/,
  },
];
