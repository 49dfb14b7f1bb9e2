import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { examplesOf, idOf } from "./coverage.ts";
import { packages, root } from "./entries.ts";
import { runExamples } from "./examples.ts";
import type { Documented } from "./symbols.ts";

/** Replaces "// ?" in the docstrings by the value of the statement before it. The author checks that it is right. */
export async function fillIn({ symbols }: Documented, only?: string): Promise<void> {
  for (const folder of packages.filter((name) => only === undefined || name === only)) {
    const mine = symbols.filter(({ entry }) => entry.folder === folder);
    const open = mine.flatMap(examplesOf).filter(({ code }) => code.includes("// ?"));
    for (const { id, values, problems } of (await runExamples([{ folder, examples: open }]))[0]!) {
      const name = id.replace(/[. ].*$/, "");
      const file = mine.find((symbol) => id.startsWith(idOf(symbol)) && name !== "")?.file;
      if (file === undefined) throw new Error(`no file of ${id}`);
      const path = join(root, file);
      let text = readFileSync(path, "utf8");
      for (const { text: statement, expected, actual } of values) {
        if (expected !== "?") continue;
        const value = actual
          .replaceAll(/\s+/g, " ")
          .replaceAll(/(\d)\.(?=[,\]) ])/g, "$1")
          .replaceAll(/, {2,}/g, ", ");
        if (!text.includes(`${statement} // ?`)) console.log(`${id}: not found: ${statement}`);
        text = text.replace(`${statement} // ?`, () => `${statement} // ${value}`);
        console.log(`${id}\n  ${statement} // ${value}`);
      }
      if (values.length === 0) console.log(`${id}: ${problems.join("\n")}`);
      writeFileSync(path, text);
    }
  }
}
