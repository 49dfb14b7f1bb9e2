import { isolation } from "@saccade/offline/headers";
import { defaultClientConditions, defineConfig, type Plugin } from "vite";
import manifest from "./package.json" with { type: "json" };
import { book } from "./scripts/book.mjs";
import { sharedPages } from "./scripts/pages.ts";
import { sharedWorkers } from "./scripts/shared-workers.mjs";

// The policy of the built page. The development server injects its own scripts and styles, so it has no policy.
const policy: Readonly<Record<string, string>> = {
  "default-src": "'none'",
  "script-src": "'self' 'wasm-unsafe-eval'",
  "worker-src": "'self'",
  "connect-src": "'self'",
  "style-src": "'self'",
  "img-src": "'self' blob:",
  "font-src": "'self'",
  "base-uri": "'none'",
  "form-action": "'none'",
};

function contentSecurityPolicy(): Plugin {
  const content = Object.entries(policy)
    .map(([name, sources]) => `${name} ${sources}`)
    .join("; ");
  return {
    name: "content-security-policy",
    apply: "build",
    transformIndexHtml: () => [
      { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content }, injectTo: "head-prepend" },
    ],
  };
}

// From the packages' sources, so that a fresh clone need not build them first.
export default defineConfig({
  base: "./",
  resolve: {
    conditions: ["@saccade/source", ...defaultClientConditions],
    // For the figures' sources too: their package has none of its own where development tools are not installed, as for `pnpm demo`.
    dedupe: Object.keys(manifest.dependencies),
  },
  plugins: [contentSecurityPolicy(), book(), sharedPages(), sharedWorkers()],
  json: { namedExports: false }, // a file of texts that is loaded later has one export, not one for each text
  build: {
    target: "es2022",
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0, // a data: address would break the policy
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { bundlerTimings: false }, // on a busy machine a build would list the slowest plugins
      // What every page needs, in one file instead of one each.
      output: {
        codeSplitting: {
          groups: [
            { name: "base", test: /[/]@?preact[/]|figures[/]src[/]messages/ },
            // A page's texts in Chinese are one file, and those of frame and figures another.
            { name: (id) => `zh-${/pages[/]([^/]+)/.exec(id)?.[1] ?? "frame"}`, test: /[/.]zh[.]json$/ },
          ],
        },
      },
    },
  },
  // The port of `pnpm demo`, where the book looks for the demo.
  server: { headers: isolation, port: 4173 },
});
