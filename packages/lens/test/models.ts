import type { HeadAt } from "@saccade/lens";
import { GPT } from "@saccade/models";
import { type Backend, Generator, getBackend, rand, setBackend, type Tensor, tensor } from "@saccade/tensor";
import { expect } from "vitest";

// Models with weights large enough that every place in them matters.

function grown(make: () => GPT, backend: Backend): GPT {
  const before = getBackend();
  const gpt = make();
  const state = gpt.stateDict();
  const generator = new Generator(7);
  for (const [name, value] of Object.entries(state)) {
    const noise = rand(value.shape, { generator, backend: before }).sub(0.5).mul(0.6);
    state[name] = /norm.*weight/.test(name) ? noise.add(1) : noise;
  }
  setBackend(backend);
  try {
    const there = make();
    there.loadStateDict(Object.fromEntries(Object.entries(state).map(([name, x]) => [name, x.to(backend)])));
    return there.eval();
  } finally {
    setBackend(before);
  }
}

const sizes = { vocabSize: 11, maxLen: 16, dModel: 16, numLayers: 2, numHeads: 4 };

/** GPT-2's shape: 2 layers of 4 heads, 11 tokens. */
export const small = (backend: Backend = getBackend()): GPT => grown(() => new GPT(sizes), backend);

const llama = { positions: "rotary", norm: "rms", activation: "swiglu", bias: false, tied: false } as const;

/** Llama's shape: heads of keys and values are shared by two. */
export const llamaShape = (backend: Backend = getBackend()): GPT =>
  grown(() => new GPT({ ...sizes, ...llama, numKvHeads: 2 }), backend);

export const shapes = [
  { shape: "GPT-2's shape", make: small, kvHeads: 4 },
  { shape: "Llama's shape", make: llamaShape, kvHeads: 2 },
] as const;

/** Heads as [layer, head], or all of both layers. */
export const heads = (...given: [layer: number, head: number][]): HeadAt[] =>
  given.map(([layer, head]) => ({ layer, head }));
export const allHeads: readonly HeadAt[] = [0, 1].flatMap((layer) =>
  [0, 1, 2, 3].map((head) => ({ layer, head })),
);

/** Rows of ids. */
export const rows = (...given: number[][]): Tensor => tensor(given, { dtype: "int32" });

/** A mask of the keys that may be attended, a text a row: 1 for those that may. */
export const keyMaskOf = (...given: string[]): Tensor =>
  tensor(given.map((row) => [...row].map((key) => key === "1")));

/** The logits of the last position. */
export const last = (logits: Tensor): Tensor => logits.select(1, -1);

/** Ids (b, n) below 11. */
export function ids(b: number, n: number, seed: number = 0): Tensor {
  const rows = Array.from({ length: b }, (_, i) =>
    Array.from({ length: n }, (_, j) => (7 * i + 3 * j + j * j + 5 * seed + 1) % 11),
  );
  return tensor(rows, { dtype: "int32" });
}

/** The largest difference of two tensors. */
export function difference(a: Tensor, b: Tensor): number {
  return a.sub(b).abs().max().item();
}

/** A wrong call, its error and message. */
export type Refusal = readonly [
  call: () => unknown,
  error: abstract new (...given: never[]) => Error,
  message: RegExp,
];

export async function expectRefused(wrong: readonly Refusal[]): Promise<void> {
  for (const [call, error, message] of wrong) {
    const thrown: unknown = await (async () => call())().catch((reason: unknown) => reason);
    expect(thrown).toBeInstanceOf(error);
    expect((thrown as Error).message).toMatch(message);
  }
}
