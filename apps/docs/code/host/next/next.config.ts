// next.config.ts: the headers that threads need, on every page.
const headers = [
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Cross-Origin-Embedder-Policy", value: "require-corp" },
];

export default {
  headers: async () => [{ source: "/(.*)", headers }],
};
