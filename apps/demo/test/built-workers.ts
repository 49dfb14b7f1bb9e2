import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, defaultClientConditions, type Plugin } from "vite";

const app = fileURLToPath(new URL("..", import.meta.url));
const base = "/built-workers/";

/**
 * Gives the app's workers as built files. From source a worker fetches some hundred modules each time it starts, and a
 * page starts one for each test.
 */
export function builtWorkers(): Plugin {
  return {
    name: "built-workers",
    configureServer(server) {
      const built = buildWorkers();
      server.middlewares.use(async (request, response, next) => {
        const url = request.url ?? "";
        const source = /^\/src\/(.*)\.ts\?worker_file/.exec(url)?.[1];
        if (source === undefined && !url.startsWith(base)) return next();
        const content =
          source === undefined
            ? (await built).get(url.slice(base.length).split("?")[0] ?? "")
            : `import "${base}${source}.js";`;
        if (content === undefined) return next();
        if (!url.includes(".safetensors")) response.setHeader("Content-Type", "text/javascript");
        if (source === undefined) response.setHeader("Cache-Control", "max-age=3600");
        response.end(content);
      });
    },
  };
}

/** The files by name, from the packages' source. */
async function buildWorkers(): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const files = readdirSync(`${app}src`, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => /(^|\/|-)(worker|thread)\.ts$/.test(name));
  const input = Object.fromEntries(files.map((name) => [name.replace(/\.ts$/, ""), `${app}src/${name}`]));
  const result = await build({
    configFile: false,
    root: app,
    base,
    publicDir: false,
    logLevel: "warn",
    resolve: { conditions: ["@saccade/source", ...defaultClientConditions] },
    worker: { format: "es" },
    build: {
      write: false,
      minify: false,
      target: "esnext",
      modulePreload: false,
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      rolldownOptions: { input, output: { entryFileNames: "[name].js" } },
    },
  });
  if (Array.isArray(result) || !("output" in result)) throw new Error("the workers have more than one build");
  return new Map(
    result.output.map((file) => [file.fileName, file.type === "chunk" ? file.code : file.source]),
  );
}
