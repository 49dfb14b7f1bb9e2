import { scaledDotProductAttention } from "@saccade/attention";
import { vjp } from "@saccade/autograd";
import { matmul } from "@saccade/tensor";
import { floats } from "../inputs.ts";
import type { Jax, JaxArray } from "../libraries/jax.ts";
import type { Tfjs, TfTensor } from "../libraries/tfjs.ts";
import type { Case, Goal, Workload } from "../workload.ts";
import { calculation } from "./calculation.ts";
import { webgpuGoals } from "./webgpu-goals.ts";

interface Size {
  readonly batch: number;
  readonly heads: number;
  readonly length: number;
  /** For WebGPU without a GPU. */
  readonly small?: boolean;
}

const d = 64;
const sizes: readonly Size[] = [
  { batch: 8, heads: 8, length: 128 },
  { batch: 8, heads: 8, length: 512 },
  { batch: 1, heads: 8, length: 2048 },
  { batch: 2, heads: 4, length: 128, small: true },
];

interface Kind {
  readonly backward: boolean;
  readonly causal: boolean;
}

function nameOf({ batch, heads, length }: Size, { backward, causal }: Kind): string {
  return `B${batch} H${heads} L${length}, ${backward ? "forward + backward" : "forward"}${causal ? ", causal" : ""}`;
}

function goals(size: Size, { backward, causal }: Kind): Goal[] {
  if (size.small) return webgpuGoals();
  if (causal) {
    const dense = nameOf(size, { backward, causal: false });
    return [{ player: "wasm", overCase: dense, factor: 1.7 }, ...webgpuGoals({ onGPU: 1.5 })];
  }
  const memory: Goal = { player: "wasm", fact: { name: "extraMiB", most: 24 } };
  return [
    { player: "wasm", ceiling: backward ? 0.65 : 0.75 },
    { player: "wasm", over: "jax", factor: 3 },
    { player: "wasm", over: "tfjs", factor: 12 },
    ...webgpuGoals({ onGPU: 1.5 }),
    ...(backward && size.length === 2048 ? [memory] : []),
  ];
}

// Forward has two matmuls, backward counts five; causal needs half of each.
function attend(size: Size, kind: Kind): Case {
  const { batch, heads, length, small = false } = size;
  const { backward, causal } = kind;
  const shape = [batch, heads, length, d];
  const products = backward ? 7 : 2;
  const names = ["q", "k", "v", "g"] as const;
  return {
    name: nameOf(size, kind),
    flops: (products * 2 * batch * heads * length ** 2 * d) / (causal ? 2 : 1),
    inputs: () => Object.fromEntries(names.map((name, i) => [name, floats(shape, i + 1)])),
    programs: calculation(names, {
      saccade: () => (q, k, v, g) => {
        const options = { causal, needWeights: false };
        const forward = () => scaledDotProductAttention(q, k, v, options).output;
        if (!backward) return forward();
        const { value, pullBack } = vjp(forward, [q, k, v]);
        return [value, ...pullBack(g)];
      },
      tfjs: (tf) => tfAttention(tf, kind, length),
      jax: (jax) => jaxAttention(jax, kind, length),
      ort:
        !backward &&
        !causal &&
        ((q, k, v) => matmul(matmul(q.mul(d ** -0.5), k.transpose(-2, -1)).softmax(-1), v)),
    }),
    torch: { program: "attention", options: { backward, causal } },
    webgpu: small ? "software" : length > 512 ? "hardware" : "everywhere",
    onlyWebGPU: small,
    goals: goals(size, kind),
  };
}

type TfOperation = (q: TfTensor, k: TfTensor, v: TfTensor, g: TfTensor) => TfTensor[];

function tfAttention(tf: Tfjs["tf"], { backward, causal }: Kind, length: number): TfOperation {
  const hidden = (): TfTensor => {
    const row = tf.range(0, length, 1);
    return row.reshape([length, 1]).less(row).cast("float32").mul(-1e9);
  };
  const mask = causal ? hidden() : null;
  const forward = (q: TfTensor, k: TfTensor, v: TfTensor): TfTensor => {
    const scores = tf.matMul(q.mul(1 / Math.sqrt(d)), k, false, true);
    return tf.matMul(tf.softmax(mask === null ? scores : scores.add(mask)), v);
  };
  return (q, k, v, g) => {
    if (!backward) return [forward(q, k, v)];
    // tf.grads runs forward and gives the gradients alone; the output is caught on the way.
    let output: TfTensor | null = null;
    const grads = tf.grads((...xs) => {
      const y = forward(xs[0]!, xs[1]!, xs[2]!);
      output = tf.keep(y);
      return y;
    })([q, k, v], g);
    return [output!, ...grads];
  };
}

type JaxOperation = (q: JaxArray, k: JaxArray, v: JaxArray, g: JaxArray) => JaxArray[];

// Written out: its own dotProductAttention does the same, as fast, and needs Node 22.
function jaxAttention(jax: Jax["jax"], { backward, causal }: Kind, length: number): JaxOperation {
  const { nn, numpy: np } = jax;
  const forward = (q: JaxArray, k: JaxArray, v: JaxArray): JaxArray => {
    const scores = np.matmul(q.mul(1 / Math.sqrt(d)), np.swapaxes(k, -2, -1));
    const allowed = causal ? np.tri(length, length, 0, { dtype: np.bool }) : null;
    const masked = allowed === null ? scores : np.where(allowed, scores, Number.NEGATIVE_INFINITY);
    return np.matmul(nn.softmax(masked, -1), v);
  };
  return (q, k, v, g) => {
    if (!backward) {
      g.dispose();
      return [forward(q, k, v)];
    }
    const [y, back] = jax.vjp(forward, [q, k, v]);
    return [y, ...(back(g) as JaxArray[])];
  };
}

const kinds: readonly Kind[] = [
  { backward: false, causal: false },
  { backward: false, causal: true },
  { backward: true, causal: false },
  { backward: true, causal: true },
];

/** Scaled dot-product attention of 64 per head, weights not asked for. */
export const attention: Workload = {
  title: "scaled dot-product attention, D 64",
  cases: sizes.flatMap((size) => kinds.map((kind) => attend(size, kind))),
};
