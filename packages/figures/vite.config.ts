import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { isolatedDeclarationSync } from "rolldown/experimental";
import { defaultClientConditions, defineConfig, type Plugin } from "vite";

const sheets = resolve("src/embed/sheets.ts"); // of the folder that is built
const end = ".sheet.js";

/**
 * A module that imports a style sheet adds it to those of the shadow roots: `:root` is the element there, and a rem is its own, since
 * that of a page may be of any size.
 */
function shadowSheets(): Plugin {
  return {
    name: "shadow-sheets",
    enforce: "pre",
    async resolveId(source, importer, options) {
      if (!source.endsWith(".css")) return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return found && { id: `\0${found.id}${end}`, moduleSideEffects: true };
    },
    load(id) {
      if (!id.startsWith("\0") || !id.endsWith(end)) return null;
      const text = readFileSync(id.slice(1, -end.length), "utf8");
      return `import { addSheet } from ${JSON.stringify(sheets)};\naddSheet(${JSON.stringify(inShadow(text))});`;
    },
  };
}

function inShadow(text: string): string {
  return text
    .replaceAll(/\/\*.*?\*\//gs, "")
    .replaceAll(/:root:lang/g, ":host:lang")
    .replaceAll(/:root\[data-theme=("\w+")\]/g, ":host([theme=$1])")
    .replaceAll(/:root(\[\w+\])/g, ":host($1)")
    .replaceAll(":root", ":host")
    .replaceAll(/^(?!.*@media).*$/gm, (line) => line.replaceAll(/(-?[\d.]+)rem\b/g, "calc($1 * var(--rem))"))
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Kilobytes of the script and one element, compressed, without the library that a figure computes with. */
const most = 60;
/** It has 100 kB of recorded weights. */
const mostOf: Readonly<Record<string, number>> = { "two-aligners/figure": 150 };
const isLibrary = (id: string): boolean => /packages\/(?!figures\/)[\w-]+\/src\//.test(id);

/** Prints how much a page with one element loads, and fails where it is too much. */
function sizes(): Plugin {
  return {
    name: "sizes",
    writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const reached = (file: string, found: Set<string>): Set<string> => {
        if (found.has(file)) return found;
        found.add(file);
        for (const other of chunks.find(({ fileName }) => fileName === file)?.imports ?? [])
          reached(other, found);
        return found;
      };
      const kilobytes = (files: Set<string>, isCounted: (ids: readonly string[]) => boolean): number =>
        chunks
          .filter(({ fileName, moduleIds }) => files.has(fileName) && isCounted(moduleIds))
          .reduce((sum, { code }) => sum + gzipSync(code).length / 1000, 0);
      const table = chunks.flatMap(({ facadeModuleId, fileName }) => {
        const [, name] = /src\/([\w-]+\/(?:figure|attention)).tsx$/.exec(facadeModuleId ?? "") ?? [];
        if (name === undefined) return [];
        const files = reached(fileName, reached("saccade-figures.js", new Set()));
        const own = kilobytes(files, (ids) => !ids.every(isLibrary));
        return [{ name, own, all: kilobytes(files, () => true) }];
      });
      for (const { name, own, all } of table.sort((a, b) => a.all - b.all))
        console.log(`${name}: ${own.toFixed(1)} kB gz, ${all.toFixed(1)} with what it computes with`);
      const large = table.filter(({ name, own }) => own > (mostOf[name] ?? most)).map(({ name }) => name);
      if (large.length > 0) this.error(`above ${most} kB: ${large.join(", ")}`);
    },
  };
}

/** The declarations of the script: of the files that its types are in. */
function declarations(): Plugin {
  const files = { "element.ts": "saccade-figures.d.ts", "embed/embedded.ts": "embed/embedded.d.ts" };
  return {
    name: "declarations",
    generateBundle() {
      for (const [source, fileName] of Object.entries(files)) {
        const path = fileURLToPath(new URL(`src/${source}`, import.meta.url));
        const { code, errors } = isolatedDeclarationSync(path, readFileSync(path, "utf8"));
        if (errors.length > 0) this.error(errors.map(({ message }) => message).join("\n"));
        this.emitFile({
          type: "asset",
          fileName,
          source: code.replaceAll(/^import ".*\.css";\n/gm, "").replaceAll('.ts"', '.js"'),
        });
      }
    },
  };
}

// One script and its chunks, with all that they need: a page needs no other package.
export default defineConfig({
  base: "./",
  publicDir: false,
  resolve: { conditions: ["@saccade/source", ...defaultClientConditions] },
  plugins: [shadowSheets(), declarations(), sizes()],
  worker: { format: "es" },
  build: {
    target: "es2022",
    modulePreload: false,
    assetsInlineLimit: 0, // a policy may refuse data: addresses
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      input: { "saccade-figures": "src/element.ts" },
      preserveEntrySignatures: "strict",
      checks: { bundlerTimings: false },
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "chunks/[name]-[hash].js",
        assetFileNames: "chunks/[name]-[hash][extname]",
      },
    },
  },
});
