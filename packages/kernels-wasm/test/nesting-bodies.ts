// Functions that random nestings of transforms are drawn around.
import { scaledDotProductAttention } from "@saccade/attention";
import { grad, stopGradient, vmap } from "@saccade/autograd";
import {
  functionalCall,
  GRU,
  LayerNorm,
  Linear,
  MSELoss,
  functional as nn,
  Sequential,
  Tanh,
} from "@saccade/nn";
import {
  bernoulli,
  einsum,
  Generator,
  hstack,
  linalg,
  type Tensor,
  tensor,
  tensorSplit,
  unfold,
  uniform,
} from "@saccade/tensor";
import { type Case, opCases } from "../../autograd/test/op-cases.ts";
import { needFloat64 } from "./contract-cases.ts";

/** A function, and inputs in its domain. Those of other samples are made from them. */
export interface Body {
  readonly name: string;
  readonly f: Case["f"];
  readonly inputs: readonly Tensor[];
}

const generator = new Generator(23);
const any = (...shape: number[]): Tensor => uniform(-2, 2, shape, { generator, dtype: "float64" });
const positive = (...shape: number[]): Tensor => uniform(0.4, 2, shape, { generator, dtype: "float64" });
const whole = (values: number[] | number[][]): Tensor => tensor(values, { dtype: "int32" });
const mask = (...shape: number[]): Tensor => bernoulli(0.6, shape, { generator });

type F1 = (x: Tensor) => Tensor | readonly Tensor[];
type F2 = (x: Tensor, y: Tensor) => Tensor | readonly Tensor[];
type F3 = (x: Tensor, y: Tensor, z: Tensor) => Tensor | readonly Tensor[];
type Make = () => Tensor;

const of1 = (f: F1, x: Make = () => any(2, 3)): Case => ({ f: (a) => f(a!), inputs: () => [x()] });
const of2 = (f: F2, x: Make = () => any(2, 3), y: Make = () => any(2, 3)): Case => ({
  f: (a, b) => f(a!, b!),
  inputs: () => [x(), y()],
});
const of3 = (f: F3, x: Make, y: Make, z: Make): Case => ({
  f: (a, b, c) => f(a!, b!, c!),
  inputs: () => [x(), y(), z()],
});

/** A layer as a function of its input and its parameters. */
function layer(
  make: () => Parameters<typeof functionalCall>[0],
  input: Make,
  read = (out: unknown): Tensor | readonly Tensor[] => out as Tensor,
): Case {
  const net = make();
  const names = Object.keys(net.namedParameters());
  return {
    f: (x, ...values) =>
      read(
        functionalCall(net, Object.fromEntries(names.map((name, i) => [name, values[i]!])), [x!] as never),
      ),
    inputs: () => [input(), ...Object.values(net.namedParameters()).map(({ shape }) => any(...shape))],
  };
}

// Beside the cases of ops, which are bodies too.
const own: Readonly<Record<string, Case | readonly Case[]>> = {
  polynomial: of2((x, y) => x.square().mul(y).add(y.mul(3)).sub(x)),
  linearOnly: of1((x) => x.mul(3).sum(0)),
  stopped: of2((x, y) => x.mul(stopGradient(x.mul(y))).add(y)),
  constantBeside: of1((x) => [x.square(), tensor([1, 2], { dtype: x.dtype }).add(x.sum().mul(0))]),
  chunk: [of1((x) => x.chunk(2)[0]!.square(), () => any(4)), of1((x) => x.chunk(3, 1)[2]!.sin())], // biome-ignore format: one line
  tensorSplit: of1((x) => tensorSplit(x, 2, 1)[1]!.exp()),
  reshape: [
    of1((x) => x.t().reshape([2, 3]).mul(x)),
    of1((x) => x.flatten().cumsum(0)),
    of1((x) => x.unsqueeze(1).mul(x.unsqueeze(0)).sum(2)),
    of1((x) => x.squeeze(0).sin(), () => any(1, 3)), // biome-ignore format: one line
  ],
  movedim: of1((x) => x.movedim(0, -1).square().sum(0)),
  rearrange: of1((x) => x.rearrange("a (b c) -> b (c a)", { c: 3 }).square(), () => any(2, 6)), // biome-ignore format: one line
  unfold: of1((x) => unfold(x, 1, 2, 1).square().sum(2)),
  repeat: of1((x) => x.repeat([2, 1]).mul(x.tile([2, 1]).sin())),
  flip: of1((x) => x.flip(1).mul(x.roll(1, 0))),
  hstack: of2((x, y) => hstack([x, y]).square()),
  diagEmbed: of1((x) => x.diagEmbed().matmul(x.unsqueeze(-1).sin())),
  einsum: [
    of2((x, y) => einsum("ij,kj->ik", x, y).square()),
    of2((x, y) => einsum("bij,bjk->bik", x, y).sin(), () => any(2, 2, 3), () => any(2, 3, 2)), // biome-ignore format: one line
    of1((x) => einsum("ii->i", x).square(), () => any(3, 3)), // biome-ignore format: one line
    of3((x, y, z) => einsum("i,ij,j->", x, y, z).square(), () => any(2), () => any(2, 3), () => any(3)), // biome-ignore format: one line
  ],
  reductions: [
    of1((x) => x.mean(0).square()),
    of1((x) => x.var(1).add(x.std())),
    of1((x) => x.logsumexp(1).mul(x.amax(1))),
    of1((x) => x.norm({ dim: 1 }).mul(x.min(0).values.sum())),
    of1((x) => x.prod(1).add(x.sum())),
    of1((x) => x.cumsum(0).mul(x.cumprod(1))),
  ],
  indexing: [
    of2((x, i) => x.takeAlongDim(i, 0).square(), () => any(2, 3), () => whole([[0, 1, 1]])), // biome-ignore format: one line
    of2((x, i) => x.index([i]).mul(x.select(0, 0)), () => any(4, 2), () => whole([3, 0, 3])), // biome-ignore format: one line
    of2((x, m) => x.maskedFill(m, 0.3).square(), () => any(2, 3), () => mask(2, 3)), // biome-ignore format: one line
  ],
  sort: [
    of1((x) => x.sort(-1).values.cumsum(1).square()),
    of1((x) => x.topk(2).values.exp()),
    of1((x) => x.takeAlongDim(x.argsort(1, { descending: true }), 1).cumsum(1)),
  ],
  attention: [
    of3((q, k, v) => scaledDotProductAttention(q, k, v).output, () => any(3, 2), () => any(4, 2), () => any(4, 3)), // biome-ignore format: one line
    of3((q, k, v) => scaledDotProductAttention(q, k, v, { needWeights: false, causal: true }).output, () => any(2, 3, 2), () => any(2, 3, 2), () => any(2, 3, 2)), // biome-ignore format: one line
    {
      f: (q, k, v, m) => scaledDotProductAttention(q!, k!, v!, { mask: m!, needWeights: false }).output,
      inputs: () => [any(1, 3, 2), any(1, 3, 2), any(1, 3, 2), mask(3, 3)],
    },
  ],
  convolution: [
    of2((x, w) => nn.conv1d(x, w, null, { padding: 1 }).square(), () => any(1, 2, 4), () => any(2, 2, 3)), // biome-ignore format: one line
    of2((x, w) => nn.conv1d(x, w), () => any(2, 4), () => any(1, 2, 2)), // biome-ignore format: one line
    of3((x, w, b) => nn.conv2d(x, w, b, { stride: 2 }).sin(), () => any(1, 2, 3, 3), () => any(2, 2, 2, 2), () => any(2)), // biome-ignore format: one line
    of2((x, w) => nn.convTranspose1d(x, w, null, { stride: 2 }).square(), () => any(1, 2, 3), () => any(2, 1, 2)), // biome-ignore format: one line
  ],
  pooling: [
    of1((x) => nn.avgPool1d(x, 2).square(), () => any(1, 2, 4)), // biome-ignore format: one line
    of1((x) => nn.maxPool2d(x, 2, { stride: 1 }).exp(), () => any(1, 3, 3)), // biome-ignore format: one line
  ],
  losses: [
    of2((x, t) => nn.crossEntropy(x, t), () => any(3, 4), () => whole([2, 0, 3])), // biome-ignore format: one line
    of2((x, y) => new MSELoss().forward(x, y).exp()),
    of2((x, y) => nn.huberLoss(x, y), () => any(2, 3), () => positive(2, 3)), // biome-ignore format: one line
  ],
  layers: [
    layer(() => new Linear(3, 2), () => any(2, 3)), // biome-ignore format: one line
    layer(() => new LayerNorm(3), () => any(2, 3)), // biome-ignore format: one line
    layer(() => new Sequential(new Linear(3, 2), new Tanh(), new Linear(2, 1)), () => any(3)), // biome-ignore format: one line
    layer(() => new GRU(2, 2), () => any(2, 1, 2), (out) => (out as { output: Tensor }).output), // biome-ignore format: one line
  ],
  linearAlgebra: [
    of2((x, y) => linalg.solve(x.add(tensor([[5, 0], [0, 5]], { dtype: x.dtype })), y), () => any(2, 2), () => any(2, 1)), // biome-ignore format: one line
    of1((x) => linalg.det(x).square(), () => any(2, 2)), // biome-ignore format: one line
  ],
  transformsInside: [
    of2((x, y) => vmap((row: Tensor) => row.mul(y.select(0, 0)).chunk(3)[1]!.square())(x)),
    of1((x) => grad((z: Tensor) => z.select(0, 0).square().sum().mul(z.sum()))(x)),
    of2((x, y) => vmap(grad((row: Tensor) => row.mul(y).narrow(1, 0, 2).square().sum()))(x)),
  ],
};

/** The bodies of the table, and those of every op that does not need float64. */
export const tableBodies: readonly Body[] = named(own);
export const opBodies: readonly Body[] = named(
  Object.fromEntries(Object.entries(opCases).filter(([name]) => !needFloat64.some((op) => op === name))),
);

function named(all: Readonly<Record<string, Case | readonly Case[] | string>>): Body[] {
  return Object.entries(all).flatMap(([name, cases]) => {
    if (typeof cases === "string") return [];
    const list = Array.isArray(cases) ? (cases as readonly Case[]) : [cases as Case];
    // Drawn here, so that a seed has the same numbers whatever ran before.
    return list.map(({ f, inputs }, i) => ({
      ...{ name: list.length > 1 ? `${name} ${i}` : name, f, inputs: inputs() },
    }));
  });
}
