// The modules that a page needs to run programs, made by Vite:
//   import html from "virtual:saccade-frame"     the document of the sandboxed frame
//   import url from "virtual:saccade-runtime"    the address of runtime.ts and all packages in one script
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { build, defaultClientConditions, type Plugin, type Rolldown } from "vite";
import entries from "./packages.json" with { type: "json" };
import { framePolicy, hashOf } from "./policy.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The frame's script, inlined in its document. */
export const frameScript: string = ts
  .transpileModule(readFileSync(here("./frame.ts"), "utf8"), {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, removeComments: true },
  })
  .outputText.replace(/^export \{\};?\s*$/m, "")
  .trim();

const frame = `<!doctype html><meta charset="utf-8">\
<meta http-equiv="Content-Security-Policy" content="${framePolicy(hashOf(frameScript))}">\
<script>${frameScript}</script>`;

/** `conditions` say where the packages come from: see config.ts. */
export function runner({ conditions }: { conditions: readonly string[] }): Plugin {
  const served = "/@saccade-runtime.js";
  let built: Promise<string> | null = null;
  return {
    name: "saccade-runner",
    resolveId: (name) => (/^virtual:saccade-(frame|runtime)$/.test(name) ? `\0${name}` : null),
    async load(name) {
      if (name === "\0virtual:saccade-frame") return `export default ${JSON.stringify(frame)}`;
      if (name !== "\0virtual:saccade-runtime") return null;
      if (this.environment.mode === "dev") return `export default ${JSON.stringify(served)}`;
      built ??= bundle(conditions);
      const asset = this.emitFile({ type: "asset", name: "runtime.js", source: await built });
      return `export default import.meta.ROLLUP_FILE_URL_${asset}`;
    },
    // Bundled for each run, since the packages' sources may have changed.
    configureServer({ middlewares }) {
      middlewares.use(served, (_, response, next) => {
        bundle(conditions).then((script) => {
          response.setHeader("Content-Type", "text/javascript; charset=utf-8");
          response.end(script);
        }, next);
      });
    },
  };
}

/** The entries that programs may import: `import packages from "virtual:saccade-packages"` has them by name. */
const packages: Plugin = {
  name: "saccade-packages",
  resolveId: (name) => (name === "virtual:saccade-packages" ? `\0${name}` : null),
  load(name) {
    if (name !== "\0virtual:saccade-packages") return null;
    const imports = entries.map((entry, i) => `import * as p${i} from ${JSON.stringify(entry)};`);
    const pairs = entries.map((entry, i) => `[${JSON.stringify(entry)}, p${i}]`);
    return `${imports.join("\n")}\nexport default new Map([${pairs.join(", ")}]);`;
  },
};

async function bundle(conditions: readonly string[]): Promise<string> {
  const outputs = (await build({
    configFile: false,
    logLevel: "error",
    root: here("../.."),
    publicDir: false,
    plugins: [packages],
    resolve: { conditions: [...conditions, ...defaultClientConditions] },
    // Programs print names of classes.
    build: {
      write: false,
      target: "es2022",
      lib: { entry: here("./runtime.ts"), formats: ["iife"], name: "runtime" },
      rolldownOptions: { output: { keepNames: true } },
    },
  })) as Rolldown.RolldownOutput | Rolldown.RolldownOutput[];
  const chunks = [outputs].flat().flatMap(({ output }) => output.filter((file) => file.type === "chunk"));
  if (chunks.length !== 1)
    throw new Error(`The runtime of programs has ${chunks.length} parts instead of one.`);
  return chunks[0]!.code;
}
