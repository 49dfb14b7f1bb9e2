// pnpm definitions: every mechanism as one document, in the order of the guide's page that shows them.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = "apps/docs/guide/definitions.md";
const isCode = (line) => /\S/.test(line) && !/^\s*(\/\/|\/\*|\*)/.test(line);

/** The files of the page, in its order, each with its code: no blank lines, no comments. */
export function definitions() {
  const text = readFileSync(root + page, "utf8");
  const files = text.matchAll(/^<<< @\/\.\.\/\.\.\/(packages\/\S+\.ts)$/gm);
  return Array.from(files, ([, file]) => ({ file, ...read(root + file) }));
}

/** A file's text, and its code. */
export function read(path) {
  const source = readFileSync(path, "utf8");
  return { source, code: source.split("\n").filter(isCode) };
}

/** The exported functions of a file's code, with the lines that each takes. */
export function mechanisms({ file, code }) {
  const starts = code.flatMap((line, i) => (/^export function/.test(line) ? [i] : []));
  return starts.map((start) => ({
    file,
    name: /function\*? (\w+)/.exec(code[start])[1],
    lines: code.indexOf("}", start) + 1 - start,
  }));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const all = definitions();
  for (const { file, source } of all) console.log(`// ${file}\n\n${source.trim()}\n`);
  const lines = all.reduce((sum, { code }) => sum + code.length, 0);
  const count = all.flatMap(mechanisms).length;
  console.log(`// ${all.length} files, ${count} functions, ${lines} lines of code`);
}
