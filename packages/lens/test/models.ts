import { GPT } from "@saccade/models";
import { type Backend, Generator, getBackend, rand, setBackend, type Tensor, tensor } from "@saccade/tensor";

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

/** Llama's shape: heads of keys and values are shared by two. */
export const llamaShape = (backend: Backend = getBackend()): GPT =>
  grown(
    () =>
      new GPT({
        ...sizes,
        numKvHeads: 2,
        positions: "rotary",
        norm: "rms",
        activation: "swiglu",
        bias: false,
        tied: false,
      }),
    backend,
  );

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
