// Writes what follows from the ops' sources. Run it after a new op, and after a change of an op's signature or docstring:
// pnpm methods
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { posix } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";

const source = new URL("../src/", import.meta.url);

/** The files of a folder that declare ops, each with their names: each `export const xOp` that no host-ops.ts exports. */
function opsOf(folder: string): readonly (readonly [path: string, names: readonly string[]])[] {
  const files = readdirSync(new URL(`${folder}/`, source), { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".ts"))
    .sort();
  const host = files
    .filter((path) => path.endsWith("host-ops.ts"))
    .flatMap((path) => exportsOf(`${folder}/${path}`).map(({ name }) => name));
  const declared = (path: string): string[] =>
    Array.from(read(`${folder}/${path}`).matchAll(/^export const (\w+)Op\b/gm), ([, name]) => name!);
  const names = (path: string): string[] => declared(path).filter((name) => !host.includes(name));
  return files.map((path) => [path, names(path).sort()] as const).filter(([, some]) => some.length > 0);
}

/** All ops of a folder by name. */
function tableOf(folder: string, what: string): string {
  const lines = opsOf(folder).map(([path, names]) => {
    return `export { ${names.map((name) => `${name}Op as ${name}`).join(", ")} } from "./${path}";`;
  });
  return `${mark(what)}${lines.join("\n")}\n`;
}

function namesOfOps(): string {
  const all = opsOf("ops").flatMap(([, names]) => names);
  return (
    `${mark("Their names alone: the table would put every op into the bundle of a page with one of its own.")}` +
    `export const builtInNames: readonly string[] = /* @__PURE__ */ "${all.sort().join(" ")}".split(" ");\n`
  );
}

/** Folders of ops whose functions are exported by the package, and files there whose functions are not. */
const folders = ["elementwise", "indexing", "linear", "random", "reduce", "views"];
const internal = ["linear/linear.ts", "random/generator.ts"];

/**
 * The functions of a folder that are no methods: those with an example in their docstring, and the types of their files.
 * Bundlers drop the ones that a program does not use.
 */
function functionsOf(folder: string): string {
  const methods = exportsOf("ops/methods.ts").map(({ name }) => name);
  const lines = readdirSync(new URL(`ops/${folder}/`, source))
    .sort()
    .flatMap((file) => {
      if (!file.endsWith(".ts") || internal.includes(`${folder}/${file}`)) return [];
      const text = read(`ops/${folder}/${file}`);
      const found = Array.from(
        text.matchAll(/^export (?:function|const) (\w+)|^export \{ (\w+ as \w+) \};/gm),
      );
      const names = found
        .filter(({ 1: name, index }) => name === undefined || docBefore(text, index).includes("@example"))
        .map(([, name, alias]) => name ?? alias!.split(" as ")[1]!)
        .filter((name) => !methods.includes(name));
      if (names.length === 0) return [];
      const types = Array.from(
        text.matchAll(/^export (?:interface|type) (\w+)/gm),
        ([, name]) => `type ${name}`,
      );
      return [`export { ${[...new Set([...types, ...names])].join(", ")} } from "./${file}";`];
    });
  return `${mark("Functions that are no methods.")}${lines.join("\n")}\n`;
}

const mark = (what: string): string =>
  `// Generated from the ops by scripts/methods.ts; do not edit. After a change of an op: pnpm methods\n// ${what}\n`;

/** The generated files in src/, and the text that each must have. */
export const generated: Readonly<Record<string, () => string>> = {
  "methods.gen.ts": generate,
  "ops/table.gen.ts": () => tableOf("ops", "All ops by name that backends may have kernels of."),
  "ops/names.gen.ts": namesOfOps,
  ...Object.fromEntries(
    folders.map((folder) => [`ops/${folder}/functions.gen.ts`, () => functionsOf(folder)]),
  ),
  "linalg/host-ops.gen.ts": () => tableOf("linalg", "Ops that run on the host on every backend."),
  "special/host-ops.gen.ts": () => tableOf("special", "Ops that run on the host on every backend."),
};

interface Signature {
  /** The docstring with its comment marks, or "". */
  readonly doc: string;
  readonly generics: string;
  readonly params: readonly string[];
  readonly result: string;
}

/** A source file's text and the file that each type comes from which it imports or declares. */
interface SourceFile {
  readonly text: string;
  readonly types: ReadonlyMap<string, string>;
}

/**
 * The types of the ops as methods of tensors: `sum(x, dim)` becomes `x.sum(dim)`, with its documentation, which a mapped type
 * over the ops would lose.
 */
export function generate(): string {
  const imports = new Map<string, Set<string>>();
  const methods: string[] = [];
  for (const { op, name, path } of exportsOf("ops/methods.ts")) {
    const file = readSource(path);
    for (const signature of signaturesOf(op, file.text, path)) {
      const params = signature.params.slice(1).map(asDeclared);
      const types = [signature.generics, ...params, signature.result].join(" ");
      for (const [type] of types.matchAll(/\b[A-Z]\w*/g)) addImport(imports, type, file, `${path}: ${op}`);
      const names = signature.params.map(asDeclared).map((param) => param.slice(0, param.indexOf(":")));
      methods.push(
        `${commented(signature.doc, `As a function: \`${op}(${names.join(", ")})\`.`)}\n` +
          `    ${name}${signature.generics}(${params.join(", ")}): ${signature.result};`,
      );
    }
  }
  const lines = [...imports].sort().map(([path, names]) => {
    return `import type { ${[...names].sort().join(", ")} } from "${path}";`;
  });
  return [
    `${mark("The ops as methods of tensors.")}${lines.join("\n")}`,
    "",
    'declare module "./tensor.ts" {',
    "  interface Tensor {",
    methods.join("\n"),
    "  }",
    "}",
    "",
  ].join("\n");
}

/** The names in `export { a, b as c } from "./file.ts"`. */
function exportsOf(path: string): { op: string; name: string; path: string }[] {
  const found: { op: string; name: string; path: string }[] = [];
  for (const [, names, from] of read(path).matchAll(/export \{([^}]*)\} from "(.*)";/g)) {
    for (const entry of names!.split(",").map((text) => text.trim())) {
      if (entry === "") continue;
      const [op, name = op] = entry.split(" as ");
      found.push({ op: op!, name: name!, path: posix.join(posix.dirname(path), from!) });
    }
  }
  return found;
}

function readSource(path: string): SourceFile {
  const text = read(path);
  const types = new Map<string, string>();
  for (const [, names, from] of text.matchAll(/^import (?:type )?\{([^}]*)\} from "(.*)";/gm)) {
    const file = from!.startsWith(".") ? posix.join(posix.dirname(path), from!) : from!;
    for (const name of names!.split(",")) types.set(name.trim().replace(/^type /, ""), file);
  }
  for (const [, name] of text.matchAll(/^export (?:interface|type|class) (\w+)/gm)) types.set(name!, path);
  return { text, types };
}

function addImport(imports: Map<string, Set<string>>, type: string, file: SourceFile, where: string): void {
  const from = file.types.get(type);
  if (from === undefined) {
    if (builtIn.has(type)) return;
    throw new Error(`${where}: type ${type} is neither imported nor exported there; export it.`);
  }
  const path = from.startsWith("@") ? from : `./${from}`;
  if (path === "./tensor.ts") return;
  imports.set(path, (imports.get(path) ?? new Set()).add(type));
}

const builtIn = new Set(["Record", "Readonly", "ReadonlyArray", "Array", "T", "N"]);

/** The overloads of a function, or the only signature of one, which may be a constant. */
function signaturesOf(op: string, text: string, path: string): readonly Signature[] {
  const overloads: Signature[] = [];
  let whole: Signature | null = null;
  for (const match of text.matchAll(new RegExp(`^export (?:function ${op}\\b|const ${op}: )`, "gm"))) {
    const start = match.index + match[0].length;
    const open = text.indexOf("(", start);
    const close = closing(text, open);
    const tail = /^(?::| =>) ([\s\S]*?)( \{\n|;\n| =)/.exec(text.slice(close + 1));
    if (tail === null) throw new Error(`${path}: ${op} has no result type.`);
    const signature = {
      doc: docBefore(text, match.index),
      generics: text.slice(start, open),
      params: splitParams(text.slice(open + 1, close)),
      result: tail[1]!,
    };
    if (tail[2] === ";\n") overloads.push(signature);
    else whole = signature;
  }
  if (whole === null) throw new Error(`${path}: no function ${op}.`);
  const signatures = overloads.length > 0 ? overloads : [whole];
  if (signatures[0]!.doc === "") throw new Error(`${path}: ${op} has no docstring.`);
  return signatures;
}

function docBefore(text: string, at: number): string {
  const before = text.slice(0, at);
  return before.endsWith("*/\n") ? before.slice(before.lastIndexOf("/**")).trim() : "";
}

/** Where the bracket at `open` is closed. */
function closing(text: string, open: number): number {
  for (let at = open, depth = 0; at < text.length; at++) {
    if ("([{".includes(text[at]!)) depth++;
    else if (")]}".includes(text[at]!) && --depth === 0) return at;
  }
  throw new Error("a bracket is not closed");
}

/** Parameters, split at the commas outside brackets. */
function splitParams(list: string): readonly string[] {
  const params: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < list.length; at++) {
    const c = list[at]!;
    if ("([{<".includes(c)) depth++;
    else if (")]}".includes(c) || (c === ">" && list[at - 1] !== "=")) depth--;
    else if (c === "," && depth === 0) {
      params.push(list.slice(start, at));
      start = at + 1;
    }
  }
  params.push(list.slice(start));
  return params.map((param) => param.trim().replaceAll(/\s+/g, " ")).filter((param) => param !== "");
}

/** `dim: number = 0` as `dim?: number`; `{ a = 1 }: Options = {}` as `options?: Options`. */
function asDeclared(param: string): string {
  const destructured = param.startsWith("{");
  const colon = destructured ? param.indexOf(":", closing(param, 0)) : param.indexOf(":");
  const name = destructured ? "options" : param.slice(0, colon);
  const [type, value] = param.slice(colon + 1).split(/ = (?![^(]*\) =>)/);
  return `${name}${value === undefined || name.endsWith("?") ? "" : "?"}: ${type!.trim()}`;
}

/** A docstring with one more line after its description, indented. */
function commented(doc: string, line: string): string {
  const text = doc.replaceAll(/^\/\*\*|\*\/$/g, "").replaceAll(/\{@link (\w+)\}/g, "`$1`");
  const lines = text
    .split("\n")
    .map((part) => part.replace(/^ *\* ?/, "").trim())
    .join("\n")
    .replaceAll(/ (?=@(?:example|throws) )/g, "\n")
    .trim()
    .split("\n");
  if (lines.length === 1 && !lines[0]!.includes("@"))
    return `    /** ${lines[0]} ${line} */`.replace("  */", " */");
  const tag = lines.findIndex((part) => part.startsWith("@"));
  if (tag < 0) lines.push(line);
  else lines.splice(lines[tag - 1] === "" ? tag - 1 : tag, 0, line);
  return ["    /**", ...lines.map((part) => (part === "" ? "     *" : `     * ${part}`)), "     */"].join(
    "\n",
  );
}

function read(path: string): string {
  return readFileSync(new URL(path, source), "utf8");
}

if (argv[1] === fileURLToPath(import.meta.url))
  for (const [path, text] of Object.entries(generated)) writeFileSync(new URL(path, source), text());
