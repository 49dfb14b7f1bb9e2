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

const withTwo: Expected = { threads: 2, note: two };
const withOne = (note: RegExp): Expected => ({ threads: 1, note });

const of = (site: Case["site"], page: string, name: string, expected: Expected): Case => ({
  ...{ name, site, page },
  ...expected,
});

function ofBundler([bundler, findsWorker]: [string, boolean]): readonly Case[] {
  const page = `${bundler}/plain`;
  return [
    {
      ...of("plain", page, `${bundler}: not isolated, one thread`, withOne(notIsolated)),
      ...(bundler !== "vite" && { implied: "the page's headers decide, as on vite's" }),
    },
    {
      ...of("isolated", page, `${bundler}: isolated, two threads`, withTwo),
      ...(findsWorker && { implied: "the same worker's file passes a strict policy" }),
    },
    {
      ...(findsWorker
        ? of("strict", page, `${bundler}: worker-src 'self', two threads`, withTwo)
        : of("strict", page, `${bundler}: worker-src 'self', one thread`, withOne(refused))),
      ...(bundler === "rollup" && { implied: "the policy decides, as on esbuild's" }),
    },
  ];
}

export const cases: readonly Case[] = [
  ...Object.entries(bundlers).flatMap(ofBundler),
  of("strict", "vite/named-worker", "vite: worker-src 'self', the program names the worker", withTwo),
  of("strict", "webpack/named-worker", "webpack: worker-src 'self', the program names the worker", withTwo),
  of("strict", "esbuild/served-worker", "esbuild: worker-src 'self', the worker's file is served", withTwo),
  of("isolated", "esbuild/in-worker", "esbuild: a program in a Worker, two threads", withTwo),
  {
    ...of("plain", "cdn/plain", "CDN: not isolated, one thread", withOne(notIsolated)),
    implied: "the page's headers decide, as on vite's",
  },
  of("isolated", "cdn/plain", "CDN: isolated, two threads", withTwo),
  of("strict", "cdn/plain", "CDN: worker-src 'self', one thread", withOne(elsewhere)),
  of("strict", "cdn/served-worker", "CDN: worker-src 'self', the worker's file is served", withTwo),
  of("isolated", "map-cdn", "CDN, by an import map: two threads", withTwo),
  of("inline", "map-own", "no bundler: worker-src 'self', two threads", withTwo),
  of("isolated", "esbuild/page-death", "a worker that dies in a task is an error", died),
  of(
    "isolated",
    "esbuild/no-shared-memory",
    "no SharedArrayBuffer: one thread",
    withOne(/this host has no SharedArrayBuffer, which newer ones have/),
  ),
  of("isolated", "esbuild/no-module-workers", "no module workers: two threads", withTwo),
  of(
    "strict",
    "esbuild/no-module-workers",
    "no module workers, worker-src 'self': one thread",
    withOne(/module workers are not supported/),
  ),
  of("noWasm", "esbuild/plain", "a policy without 'wasm-unsafe-eval' is an error with the cure", {
    error:
      /^UnsupportedHostError: .*allow WebAssembly with script-src 'wasm-unsafe-eval'. setBackend\(referenceBackend\(\)\) works/,
  }),
];
