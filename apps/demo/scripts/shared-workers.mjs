// A plugin of Vite's build: workers are entries of the page's own build, so that pages and workers share chunks, and each
// module is there once. Vite alone bundles every worker by itself, with a copy of all that it needs.
import { basename, dirname, extname } from "node:path";

// What Vite itself knows: new Worker(new URL("./worker.ts", import.meta.url), …). In comments it is an example.
const starts =
  /^((?!\s*(?:\*|\/\/)).*\bnew Worker\(\s*)new URL\(\s*(["'])(.+?)\2,\s*import\.meta\.url\s*\)/gm;

export function sharedWorkers() {
  /** The files of workers, with all that they import, at once or later. */
  const ofWorkers = new Set();
  return {
    name: "shared-workers",
    apply: "build",
    enforce: "pre",
    // A worker has no document to put preloads into.
    config: () => ({
      build: {
        modulePreload: {
          resolveDependencies: (_, files, { hostId }) => (ofWorkers.has(hostId) ? [] : files),
        },
      },
    }),
    transform: {
      filter: { code: /\bnew Worker\(\s*new URL\(|\bwindow\.dispatchEvent\(/ },
      async handler(code, id) {
        // Vite's function around import(), which tells the window of a failure.
        if (id.endsWith("vite/preload-helper.js"))
          return code.replace("window.dispatchEvent", "dispatchEvent");
        let changed = code;
        for (const [all, before, , file] of code.matchAll(starts)) {
          const worker = await this.resolve(file, id);
          if (worker === null) this.error(`The worker ${file} of ${id} does not exist.`);
          const reference = this.emitFile({ type: "chunk", id: worker.id, name: nameOf(worker.id) });
          changed = changed.replace(all, () => `${before}import.meta.ROLLUP_FILE_URL_${reference}`);
        }
        return changed === code ? null : { code: changed, map: null };
      },
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter(({ type }) => type === "chunk");
      const isWorker = ({ isEntry, facadeModuleId }) => isEntry && !facadeModuleId.endsWith(".html");
      for (const chunk of chunks) {
        if (!isWorker(chunk)) {
          const worker = chunk.imports.find((file) => isWorker(bundle[file]));
          if (worker !== undefined)
            this.error(`${chunk.name} imports the worker ${worker}, and would run it.`);
          continue;
        }
        reach(bundle, chunk.fileName, ["imports", "dynamicImports"], ofWorkers);
        // All are fetched when the worker starts, not each when the one that imports it has come.
        for (const file of reach(bundle, chunk.fileName, ["imports"]))
          if (file !== chunk.fileName && !chunk.imports.includes(file))
            chunk.code += `import"./${basename(file)}";\n`;
      }
      for (const file of ofWorkers)
        if (bundle[file].viteMetadata?.importedCss.size > 0)
          this.error(`A worker imports ${file}, which has styles: ${Object.keys(bundle[file].modules)}`);
    },
  };
}

/** A file and all that it imports in these ways. */
function reach(bundle, file, ways, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const way of ways) for (const next of bundle[file][way]) reach(bundle, next, ways, found);
  return found;
}

/** worker.ts is named after its folder too, such as worker-opening. */
function nameOf(path) {
  const name = basename(path, extname(path));
  return name === "worker" ? `worker-${basename(dirname(path))}` : name;
}
