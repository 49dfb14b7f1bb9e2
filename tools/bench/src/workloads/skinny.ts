import { matmul } from "@saccade/tensor";
import { floats } from "../inputs.ts";
import type { Case, Goal, Workload } from "../workload.ts";
import { calculation } from "./calculation.ts";

interface Shape {
  readonly batch: number;
  readonly m: number;
  readonly k: number;
  readonly n: number;
  /** Shapes of networks, without goals. */
  readonly free?: boolean;
}

const shapes: readonly Shape[] = [
  { batch: 1, m: 64, k: 32, n: 96 },
  { batch: 1, m: 640, k: 32, n: 200 },
  { batch: 64, m: 128, k: 64, n: 128 },
  { batch: 64, m: 10, k: 32, n: 10, free: true },
];

const layouts = [
  { mark: "", a: false, b: false },
  { mark: ", aᵀ", a: true, b: false },
  { mark: ", bᵀ", a: false, b: true },
] as const;

type Layout = (typeof layouts)[number];

function goals({ batch, free = false }: Shape): Goal[] {
  if (free) return [];
  const peers: Goal[] = [
    { player: "wasm", over: "jax", factor: 3.5 },
    { player: "wasm", over: "tfjs", factor: 15 },
  ];
  return [{ player: "wasm", ceiling: 0.8 }, ...(batch > 1 ? peers : [])];
}

// A transposed operand lies in memory as it is before transposing.
function product(shape: Shape, { mark, a: ta, b: tb }: Layout): Case {
  const { batch, m, k, n } = shape;
  const lead = batch > 1 ? [batch] : [];
  return {
    name: `${batch > 1 ? `${batch} × ` : ""}${m}×${k}×${n}${mark}`,
    flops: 2 * batch * m * k * n,
    inputs: () => ({
      a: floats([...lead, ...(ta ? [k, m] : [m, k])], 1),
      b: floats([...lead, ...(tb ? [n, k] : [k, n])], 2),
    }),
    programs: calculation(["a", "b"], {
      saccade: () => (a, b) => matmul(ta ? a.transpose(-2, -1) : a, tb ? b.transpose(-2, -1) : b),
      tfjs: (tf) => (a, b) => tf.matMul(a, b, ta, tb),
      jax:
        ({ numpy }) =>
        (a, b) =>
          numpy.matmul(ta ? numpy.swapaxes(a, -2, -1) : a, tb ? numpy.swapaxes(b, -2, -1) : b),
    }),
    torch: { program: "matmul", options: { ta, tb } },
    goals: goals(shape),
  };
}

/** The products of small networks and of attention: skinny, batched, and with an operand transposed. */
export const skinny: Workload = {
  title: "skinny and batched matmul, m×k×n",
  cases: shapes.flatMap((shape) => layouts.map((layout) => product(shape, layout))),
};
