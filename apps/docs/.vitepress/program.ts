import { readFile } from "node:fs/promises";
import ts from "typescript";
import type { Plugin } from "vite";

/**
 * `import program from "./x.ts?program"` gives the program as JavaScript that a page can run: imports are calls of
 * `require`, types are gone.
 */
export function programs(): Plugin {
  return {
    name: "saccade-programs",
    enforce: "pre",
    async load(id) {
      const [file, query] = id.split("?");
      if (query !== "program") return null;
      this.addWatchFile(file!);
      return `export default ${JSON.stringify(compile(await readFile(file!, "utf8")))}`;
    },
  };
}

/** What the page's runner takes: a CommonJS body, in which `await` may stand anywhere. */
export function compile(source: string): string {
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  return outputText;
}
