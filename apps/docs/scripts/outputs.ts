import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

// The output of the programs in a folder of code/ is in its outputs.txt, a region for each, which pages include. A program for PyTorch
// that prints other numbers than ours has a region, too: that of train.py is "train-py".

/** The folder of the programs. */
export const code: string = fileURLToPath(new URL("../code/", import.meta.url));

const region = /^#region (.+)\n([\s\S]*?)^#endregion \1\n/gm;
const fileOf = (program: string): string => join(code, dirname(program), "outputs.txt");
const nameOf = (program: string): string => basename(program, ".ts").replace(/\.py$/, "-py");
const programOf = (name: string): string =>
  name.endsWith("-py") ? name.replace(/-py$/, ".py") : `${name}.ts`;

function outputsIn(file: string): Map<string, string> {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  return new Map([...text.matchAll(region)].map(([, name = "", output = ""]) => [name, output]));
}

/**
 * The recorded output of a program, a path in code/; undefined if there is none.
 *
 * @example outputOf("book/bias/counts.ts")
 */
export function outputOf(program: string): string | undefined {
  return outputsIn(fileOf(program)).get(nameOf(program));
}

/** Records a program's output, and forgets those of programs that are gone. */
export function recordOutput(program: string, output: string): void {
  const file = fileOf(program);
  const outputs = outputsIn(file).set(nameOf(program), output.replace(/\n?$/, "\n"));
  const regions = [...outputs]
    .filter(([name]) => existsSync(join(dirname(file), programOf(name))))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, text]) => `#region ${name}\n${text}#endregion ${name}\n`);
  writeFileSync(file, regions.join("\n"));
}
