// Compiles assembly/index.ts into the variants of the kernels and writes them as ES modules:
//   node scripts/build-wasm.mjs            src/generated/*.gen.ts and dist/*.wasm
//   node scripts/build-wasm.mjs --check    exits 1 when the committed modules are not what the sources give
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import asc from "assemblyscript/asc";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const generated = join(root, "src", "generated");

/** The variants: each is the same source with other instructions allowed. */
export const variants = [
  { name: "plain", features: "simd" },
  { name: "relaxed", features: "simd,relaxed-simd" },
];

const header = "// Made by scripts/build-wasm.mjs from assembly/. Do not edit.\n";

/** Compiles one variant and returns the module's bytes. */
export async function compile({ name, features }) {
  const outFile = `${name}.wasm`;
  let binary;
  const { error, stderr } = await asc.main(
    [
      "assembly/index.ts",
      ...["--outFile", outFile, "--baseDir", root],
      ...["--optimizeLevel", "3", "--shrinkLevel", "0", "--converge", "--noAssert"],
      ...["--runtime", "stub", "--importMemory", "--enable", features],
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

function moduleText(name, bytes) {
  const packed = deflateRawSync(bytes, { level: 9 }).toString("base64");
  const lines = [
    `/** The ${name} variant: a WebAssembly module of ${bytes.length} bytes, deflated (raw), in base64. */`,
    `export const ${name}: string =\n  "${packed}";`,
  ];
  return `${header}\n${lines.join("\n")}\n`;
}

/** The types of the exports, so that a call with a wrong name or count of arguments does not compile. */
async function typesText(bytes) {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const env = { memory, abort: () => {} };
  const { instance, module } = await WebAssembly.instantiate(bytes, { env });
  const lines = WebAssembly.Module.exports(module)
    .filter(({ kind }) => kind === "function")
    .map(({ name }) => {
      const count = instance.exports[name].length;
      const parameters = Array.from({ length: count }, (_, i) => `p${i}: number`).join(", ");
      return `  readonly ${name}: (${parameters}) => number;`;
    });
  const about = "/** The functions that every variant exports; those without a result give undefined. */";
  return `${header}\n${about}\nexport interface KernelExports {\n${lines.sort().join("\n")}\n}\n`;
}

/** Every generated file: its path and its text, and the raw modules. */
export async function build() {
  const files = new Map();
  const raw = new Map();
  for (const variant of variants) {
    const bytes = await compile(variant);
    raw.set(join(root, "dist", `${variant.name}.wasm`), bytes);
    files.set(join(generated, `${variant.name}.gen.ts`), moduleText(variant.name, bytes));
  }
  const [plain] = raw.values();
  files.set(join(generated, "exports.gen.ts"), await typesText(plain));
  return { files, raw };
}

/** The generated files that are missing or differ from what the sources give. */
export async function stale() {
  const { files } = await build();
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
  const { files, raw } = await build();
  await mkdir(generated, { recursive: true });
  await mkdir(join(root, "dist"), { recursive: true });
  for (const [path, text] of files) await writeFile(path, text);
  for (const [path, bytes] of raw) await writeFile(path, bytes);
  for (const [path, bytes] of raw) {
    console.log(`${path}: ${bytes.length} bytes, ${deflateRawSync(bytes, { level: 9 }).length} deflated`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
