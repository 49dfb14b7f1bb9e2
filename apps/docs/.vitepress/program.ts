import { readFile } from "node:fs/promises";
import ts from "typescript";
import type { Plugin } from "vite";
import { programFrom } from "./runner/lines.ts";
import type { Program } from "./runner/messages.ts";
import { withoutRegions } from "./runner/regions.ts";

/**
 * `import program from "./x.ts?program"` gives a program as a page's runner takes it: JavaScript whose imports are calls of
 * `require`, and its lines.
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

/** A program for the page's runner. The marks of the parts that pages show are no lines of it, as in the editor. */
function compile(source: string): Program {
  const { outputText, sourceMapText } = ts.transpileModule(withoutRegions(source), {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, sourceMap: true },
  });
  return programFrom(outputText, sourceMapText ?? '{"mappings":""}');
}
