// Compiles assembly/index.ts into the kernels' module, and src/worker.ts, and writes them as ES modules:
//   node scripts/build-wasm.mjs            src/generated/*.gen.ts
//   node scripts/build-wasm.mjs --check    exits 1 when the committed modules are not what the sources give
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import zopfli from "@gfx/zopfli";
import asc from "assemblyscript/asc";
import { transform } from "esbuild";
import { unravel } from "./unravel.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const generated = join(root, "src", "generated");

const header = "// Made by scripts/build-wasm.mjs from assembly/. Do not edit.\n";

/** Compiles the relaxed module and returns its bytes. */
async function compile() {
  const outFile = "relaxed.wasm";
  let binary;
  const { error, stderr } = await asc.main(
    [
      "assembly/index.ts",
      ...["--outFile", outFile, "--baseDir", root],
      ...["--optimizeLevel", "3", "--shrinkLevel", "1", "--converge", "--noAssert"],
      ...["--runtime", "stub", "--enable", "simd,relaxed-simd"],
      ...["--importMemory", "--initialMemory", "1", "--maximumMemory", "65536"],
    ],
    {
      readFile: (file, base) => readFile(join(base, file), "utf8").catch(() => null),
      writeFile: (file, contents) => {
        if (file === outFile) binary = contents;
      },
      listFiles: () => [],
    },
  );
  if (error || binary === undefined) throw new Error(`asc: ${error?.message}\n${stderr}`);
  return binary;
}

// The flags of the imported memory's limits: 1, "has a maximum". With 3, "and is shared", the same module runs on
// shared memory: it has no atomic instructions and no static data.
function limitsFlags(bytes) {
  const text = Buffer.from("\x03env\x06memory\x02\x01", "latin1");
  const at = Buffer.from(bytes).indexOf(text);
  if (at < 0) throw new Error("the module's memory import is not where it was");
  return at + text.length - 1;
}

/** The module's streams, and the plain variant as src/weave.ts makes it of these. */
async function compileStreams() {
  const weaver = await importTypeScript(join(root, "src", "weave.ts"));
  const streams = unravel(await compile(), weaver);
  const plain = weaver.weave(streams, true);
  if (!WebAssembly.validate(plain)) throw new Error("src/weave.ts does not make a valid module");
  return { streams, plain };
}

/** Imports a TypeScript file that itself imports nothing. */
async function importTypeScript(path) {
  const { code } = await transform(await readFile(path, "utf8"), { loader: "ts" });
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}

/** The module's streams as a text: zopfli's deflate, a twentieth smaller than zlib's. */
async function moduleText(streams) {
  const packed = await zopfli.deflateAsync(Buffer.concat(streams), { numiterations: 15 });
  const lines = [
    "export interface PackedModule {",
    "  /** The byte of the module that says 1 or, for shared memory, 3. */",
    "  readonly flagsAt: number;",
    "  /** How many bytes the streams of src/weave.ts have. */",
    "  readonly lengths: readonly number[];",
    "  /** The streams, concatenated: deflated (raw), in base64. */",
    "  readonly text: string;",
    "}\n",
    "export const packedModule: PackedModule = {",
    `  flagsAt: ${limitsFlags(streams[0])},`,
    `  lengths: [${streams.map(({ length }) => length).join(", ")}],`,
    `  text: "${Buffer.from(packed).toString("base64")}",`,
    "};",
  ];
  return `${header}\n${lines.join("\n")}\n`;
}

/** The parameters' names of every exported function of assembly/, by the function's name; one name may be in two files. */
async function parameterNames() {
  const folder = join(root, "assembly");
  const found = new Map();
  for (const file of await readdir(folder)) {
    const text = await readFile(join(folder, file), "utf8");
    for (const [, name, list] of text.matchAll(/^export function (\w+)\(([^)]*)\)/gm)) {
      const names = list.split(",").map((parameter) => parameter.split(":")[0].trim());
      found.set(name, [...(found.get(name) ?? []), names.filter((parameter) => parameter !== "")]);
    }
  }
  return found;
}

/** The functions of assembly/unary.ts that are whole ops: of one tensor, without parameters. */
async function plainFunctions() {
  const [source, names] = await Promise.all(
    ["assembly/unary.ts", "../tensor/src/ops/names.gen.ts"].map((path) => readFile(join(root, path), "utf8")),
  );
  const ops = new Set(/"(.*)"/.exec(names)[1].split(" "));
  const found = source.matchAll(/^export function (\w+)\(x: usize, y: usize, n: usize\): void/gm);
  return Array.from(found, ([, name]) => name).filter((name) => ops.has(name));
}

/**
 * The types of the exports, so that a call with a wrong name or count of arguments does not compile, and which of the
 * arguments is the address of scratch.
 */
async function typesText(bytes) {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 65536 });
  const { instance, module } = await WebAssembly.instantiate(bytes, { env: { memory } });
  const declared = await parameterNames();
  const functions = WebAssembly.Module.exports(module)
    .filter(({ kind }) => kind === "function")
    .map(({ name }) => {
      const count = instance.exports[name].length;
      const parameters = declared.get(name)?.find((names) => names.length === count);
      if (parameters === undefined) throw new Error(`assembly/ declares no ${name} of ${count} parameters`);
      return { name, parameters };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const lines = functions.map(({ name, parameters }) => {
    return `  readonly ${name}: (${parameters.map((parameter) => `${parameter}: number`).join(", ")}) => number;`;
  });
  const scratch = functions.filter(({ parameters }) => parameters.includes("scratch"));
  const places = scratch.map(({ name, parameters }) => `  ${name}: ${parameters.indexOf("scratch")},`);
  return [
    header,
    "/** The functions that the module exports; those without a result give undefined. */",
    `export interface KernelExports {\n${lines.join("\n")}\n}\n`,
    "/** The functions of one tensor without parameters that are whole ops. */",
    `export const plainFunctions = ${JSON.stringify(await plainFunctions())} as const;\n`,
    "/** Which argument is the address of scratch, counted from 0. */",
    `export const scratchArguments: { readonly [Name in keyof KernelExports]?: number } = {\n${places.join("\n")}\n};\n`,
  ].join("\n");
}

/** The worker's code as a text, for hosts that start it from there. */
async function workerText() {
  const source = await readFile(join(root, "src", "worker.ts"), "utf8");
  const { code } = await transform(source, { loader: "ts", minify: true, format: "iife", target: "es2022" });
  return `${header}\n/** src/worker.ts, without its types. */\nexport const workerCode: string = ${JSON.stringify(code)};\n`;
}

/** Every generated file: its path and its text. */
export async function build() {
  const files = new Map();
  const { streams, plain } = await compileStreams();
  files.set(join(generated, "module.gen.ts"), await moduleText(streams));
  files.set(join(generated, "exports.gen.ts"), await typesText(plain));
  files.set(join(generated, "worker.gen.ts"), await workerText());
  return files;
}

/** The generated files that are missing or differ from what the sources give. */
export async function stale() {
  const files = await build();
  const out = [];
  for (const [path, text] of files) {
    const found = await readFile(path, "utf8").catch(() => "");
    if (found !== text) out.push(path);
  }
  return out;
}

async function main() {
  if (process.argv.includes("--check")) {
    const paths = await stale();
    for (const path of paths)
      console.error(`not what assembly/ gives: ${path}; run node scripts/build-wasm.mjs`);
    process.exitCode = paths.length > 0 ? 1 : 0;
    return;
  }
  const files = await build();
  await mkdir(generated, { recursive: true });
  for (const [path, text] of files) await writeFile(path, text);
  for (const [path, text] of files) console.log(`${path}: ${text.length} bytes, ${gzipSync(text).length} gz`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
