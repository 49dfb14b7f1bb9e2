// Nanoseconds an element of each kernel and of the reference, interleaved, medians: pnpm tsx bench/kernels.ts [FILTER]
import {
  type Backend,
  cat,
  embedding,
  fromData,
  randint,
  randn,
  referenceBackend,
  scope,
  setBackend,
  type Tensor,
} from "@saccade/tensor";
import { wasmBackend } from "../src/index.ts";

interface Workload {
  readonly name: string;
  readonly inputs: (backend: Backend) => readonly Tensor[];
  readonly run: (...xs: Tensor[]) => unknown;
  readonly elements: number;
}

const floats =
  (...shapes: number[][]) =>
  (backend: Backend): Tensor[] =>
    shapes.map((shape) => randn(shape, { backend }));

const n = 16384;
const unary = (name: string, run: (x: Tensor) => unknown): Workload => ({
  name,
  inputs: floats([n]),
  run: (x) => run(x!),
  elements: n,
});

const workloads: readonly Workload[] = [
  unary("exp", (x) => x.exp()),
  unary("tanh", (x) => x.tanh()),
  unary("sigmoid", (x) => x.sigmoid()),
  unary("gelu", (x) => x.gelu()),
  unary("gelu tanh", (x) => x.gelu({ approximate: "tanh" })),
  unary("log", (x) => x.log()),
  unary("relu", (x) => x.relu()),
  unary("square", (x) => x.square()),
  unary("dropout mask (rand < p)", (x) => x.lt(0.5)),
  { name: "add", inputs: floats([n], [n]), run: (a, b) => a!.add(b!), elements: n },
  { name: "mul by scalar", inputs: floats([n], []), run: (a, b) => a!.mul(b!), elements: n },
  {
    name: "add row (512, 32) + (32)",
    inputs: floats([512, 32], [32]),
    run: (a, b) => a!.add(b!),
    elements: n,
  },
  {
    name: "sub column (512, 32) - (512, 1)",
    inputs: floats([512, 32], [512, 1]),
    run: (a, b) => a!.sub(b!),
    elements: n,
  },
  {
    name: "add transposed (128, 128)",
    inputs: floats([128, 128], [128, 128]),
    run: (a, b) => a!.add(b!.t()),
    elements: n,
  },
  { name: "where", inputs: floats([n], [n]), run: (a, b) => a!.gt(0).where(a!, b!), elements: n },
  {
    name: "transpose (0,2,1,3) copy (8,128,8,64)",
    inputs: floats([8, 128, 8, 64]),
    run: (x) => x!.transpose(1, 2).clone(),
    elements: 524288,
  },
  {
    name: "matrix transpose copy (512, 512)",
    inputs: floats([512, 512]),
    run: (x) => x!.t().clone(),
    elements: 262144,
  },
  { name: "sum all", inputs: floats([n]), run: (x) => x!.sum(), elements: n },
  { name: "sum rows (1024, 512)", inputs: floats([1024, 512]), run: (x) => x!.sum(1), elements: 524288 },
  { name: "sum columns (1024, 512)", inputs: floats([1024, 512]), run: (x) => x!.sum(0), elements: 524288 },
  { name: "softmax (640, 200)", inputs: floats([640, 200]), run: (x) => x!.softmax(-1), elements: 128000 },
  { name: "softmax (640, 10)", inputs: floats([640, 10]), run: (x) => x!.softmax(-1), elements: 6400 },
  {
    name: "softmax (64, 128, 128)",
    inputs: floats([64, 128, 128]),
    run: (x) => x!.softmax(-1),
    elements: 1048576,
  },
  {
    name: "logSoftmax (640, 200)",
    inputs: floats([640, 200]),
    run: (x) => x!.logSoftmax(-1),
    elements: 128000,
  },
  {
    name: "cat (64, 32) x 2",
    inputs: floats([64, 32], [64, 32]),
    run: (a, b) => cat([a!, b!], 1),
    elements: 4096,
  },
  {
    name: "embedding 640 of (200, 32)",
    inputs: (backend) => [randn([200, 32], { backend }), randint(0, 200, [640], { backend })],
    run: (w, i) => embedding(w!, i!),
    elements: 20480,
  },
  { name: "rand", inputs: floats([1]), run: (x) => drawOn(x!.backend), elements: n },
  { name: "one element: add", inputs: floats([1], [1]), run: (a, b) => a!.add(b!), elements: 1 },
  { name: "one element: scalar beside", inputs: floats([1]), run: (a) => a!.add(1), elements: 1 },
  {
    name: "from data 2048",
    inputs: floats([1]),
    run: (x) => fromData(new Float32Array(2048), [2048], { backend: x!.backend }),
    elements: 2048,
  },
];

function drawOn(backend: Backend): Tensor {
  setBackend(backend);
  return randn([n]);
}

const median = (times: number[]): number => times.sort((a, b) => a - b)[times.length >> 1]!;

const wasm = await wasmBackend(process.argv.includes("--relaxed") ? { relaxed: true } : {});
const filter = process.argv.slice(2).find((word) => !word.startsWith("--")) ?? "";
console.log(`wasm ${wasm.variant}, Node ${process.version}; ns an element`);
for (const { name, inputs, run, elements } of workloads) {
  if (!name.includes(filter)) continue;
  const sides = [wasm, referenceBackend()].map((backend) => {
    const xs = inputs(backend);
    const repeats = Math.max(1, Math.round(2e5 / (elements + 200)));
    const once = (): number => {
      const start = performance.now();
      for (let i = 0; i < repeats; i++) scope(() => void run(...xs));
      return ((performance.now() - start) * 1e6) / repeats / elements;
    };
    const end = performance.now() + 150;
    while (performance.now() < end) once();
    return { once, times: [] as number[] };
  });
  for (let round = 0; round < 30; round++) for (const side of sides) side.times.push(side.once());
  const [ours, theirs] = sides.map(({ times }) => median(times)) as [number, number];
  const ratio = (theirs / ours).toFixed(1);
  console.log(
    `${name.padEnd(40)} ${ours.toFixed(3).padStart(10)} ${theirs.toFixed(2).padStart(9)}   ${ratio}x`,
  );
}
