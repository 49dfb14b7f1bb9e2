// The time from a process's start to its first result, of each package as it is built and alone, beside an empty program and
// jax-js; and the files that it loads. After pnpm build: pnpm bench:starts [NAME…]
import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { median } from "./statistics.ts";

const rounds = 9;
const own = dirname(dirname(fileURLToPath(import.meta.url)));

const product = "ones([64, 64]).matmul(ones([64, 64])).dataSync()[0]";
const ones = 'import { ones } from "@saccade/tensor";';
const backend = (options: string): string =>
  `import { ones, setBackend, wasmBackend } from "saccade"; setBackend(await wasmBackend(${options})); console.log(${product});`;

/** Programs, each of which prints its first result. */
const programs: Readonly<Record<string, string>> = {
  empty: "console.log(1);",
  saccade: `import { ones } from "saccade"; console.log(${product});`,
  "saccade, wasm": backend("{ threads: 1 }"),
  "saccade, 2 threads": backend("{ threads: 2 }"),
  contract:
    'import { options, whole } from "@saccade/contract"; console.log(options("f", { n: whole(1) }, { example: "f({ n: 2 })" })({}).n);',
  tensor: `${ones} console.log(${product});`,
  autograd: `${ones} import { grad } from "@saccade/autograd"; console.log(grad((x) => x.square().sum())(ones([2])).dataSync()[0]);`,
  nn: `${ones} import { Linear } from "@saccade/nn"; console.log(new Linear(2, 1).forward(ones([1, 2])).dataSync()[0]);`,
  train: 'import { Trainer } from "@saccade/train"; console.log(Trainer.name);',
  attention: `${ones} import { MultiheadAttention } from "@saccade/attention"; const x = ones([1, 2, 8]);
    console.log(new MultiheadAttention(8, 2).forward(x, x, x).output.dataSync()[0]);`,
  models:
    'import { GPT } from "@saccade/models"; console.log(new GPT({ vocabSize: 256, maxLen: 64, dModel: 32, numLayers: 2, numHeads: 4 }).numLayers);',
  datasets:
    'import { sinData } from "@saccade/datasets"; console.log(sinData({ n: 2 }).xTrain.dataSync()[0]);',
  "kernels-wasm": `import { wasmBackend } from "@saccade/kernels-wasm"; import { ones, setBackend } from "@saccade/tensor";
    setBackend(await wasmBackend({ threads: 1 })); console.log(${product});`,
  "kernels-webgpu":
    'import { webgpuBackend } from "@saccade/kernels-webgpu"; console.log(webgpuBackend.name);',
  lens: 'import { runWithCache } from "@saccade/lens"; console.log(runWithCache.name);',
  onnx: 'import { exportOnnx } from "@saccade/onnx"; console.log(exportOnnx.name);',
  plot: 'import { terminalHeatmap } from "@saccade/plot"; console.log(terminalHeatmap([[1]]));',
  pretrained: 'import { loadPretrained } from "@saccade/pretrained"; console.log(loadPretrained.name);',
  "jax-js": `import { defaultDevice, init, numpy } from "@jax-js/jax"; await init("wasm"); defaultDevice("wasm");
    console.log(numpy.matmul(numpy.ones([64, 64]), numpy.ones([64, 64])).dataSync()[0]);`,
};

mkdirSync(join(own, "dist"), { recursive: true });
const folder = mkdtempSync(join(own, "dist/starts-"));
try {
  install();
  const asked = process.argv.slice(2);
  const names = Object.keys(programs).filter(
    (name) => asked.length === 0 || name === "empty" || asked.includes(name),
  );
  const times = new Map(names.map((name) => [name, [] as Times[]]));
  for (let round = 0; round < rounds; round++) for (const name of names) times.get(name)!.push(start(name));
  const middle = (name: string, of: keyof Times): number => median(times.get(name)!.map((one) => one[of]));
  for (const name of names) {
    const figures = (["passed", "computed"] as const).map((of) => {
      const ms = middle(name, of);
      return `${of}${ms.toFixed(0).padStart(6)} ms, beyond empty${(ms - middle("empty", of)).toFixed(0).padStart(6)} ms`;
    });
    console.log(`${name.padEnd(20)}${figures.join("; ")}; ${files(name)} files`);
  }
} finally {
  rmSync(folder, { recursive: true });
}

/** Writes the programs next to the built packages. */
function install(): void {
  mkdirSync(join(folder, "node_modules/@saccade"), { recursive: true });
  const packages = join(own, "../../packages");
  for (const name of readdirSync(packages)) {
    const scope = name === "saccade" ? "" : "@saccade";
    symlinkSync(join(packages, name), join(folder, "node_modules", scope, name), "junction");
  }
  const usage = "const { user, system } = process.cpuUsage(); console.log((user + system) / 1000);";
  for (const [name, code] of Object.entries(programs))
    writeFileSync(join(folder, `${name}.mjs`), `${code}\n${usage}`);
}

/** Milliseconds of a process, and of processors in it, which depends less on what else the machine does. */
interface Times {
  readonly passed: number;
  readonly computed: number;
}

function start(name: string, env: Readonly<Record<string, string>> = {}): Times {
  const options = { encoding: "utf8", env: { ...process.env, ...env } } as const;
  const begin = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, `${name}.mjs`)], options);
  if (status !== 0) throw new Error(`${name}: ${stderr}`);
  return { passed: performance.now() - begin, computed: Number(stdout.trim().split("\n").at(-1)) };
}

/** How many files a program loads, itself left out. */
function files(name: string): number {
  const coverage = join(folder, "coverage", name);
  start(name, { NODE_V8_COVERAGE: coverage });
  const urls = new Set<string>();
  for (const file of readdirSync(coverage)) {
    const { result }: { result: { url: string }[] } = JSON.parse(readFileSync(join(coverage, file), "utf8"));
    for (const { url } of result) if (url.startsWith("file:")) urls.add(url);
  }
  return urls.size - 1;
}
