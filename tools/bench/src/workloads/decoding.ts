import { scaledDotProductAttention } from "@saccade/attention";
import { matmul } from "@saccade/tensor";
import { linear } from "@saccade/tensor/fused";
import { floats } from "../inputs.ts";
import { jaxOps, type Ops, tfOps } from "../models/ops.ts";
import type { Case, Workload } from "../workload.ts";
import { calculation } from "./calculation.ts";
import { webgpuGoals } from "./webgpu-goals.ts";

const heads = 8;
const d = 64;

/** One row through a layer; its weight is (out, in) as a linear layer has it, or (in, out). */
function row(into: number, out: number, turned: boolean): Case {
  return {
    name: `row · ${into}×${out}${turned ? ", W (out, in)" : ""}`,
    flops: 2 * into * out,
    inputs: () => ({ x: floats([1, into], 1), weight: floats(turned ? [out, into] : [into, out], 2) }),
    programs: calculation(["x", "weight"], {
      saccade: () => (x, w) => (turned ? linear(x, w) : matmul(x, w)),
      tfjs: (tf) => (x, w) => tf.matMul(x, w, false, turned),
      jax:
        ({ numpy }) =>
        (x, w) =>
          numpy.matmul(x, turned ? numpy.swapaxes(w, 0, 1) : w),
    }),
    torch: { program: "decode_row", options: { turned } },
    webgpu: "everywhere",
    goals: webgpuGoals(),
  };
}

function attend<T>(ops: Ops<T>, q: T, k: T, v: T): T {
  return ops.matmul(ops.softmax(ops.matmul(ops.scale(q, d ** -0.5), k, true)), v);
}

/** One query per head against a cache with this number of keys. */
function query(length: number): Case {
  return {
    name: `query, ${length} keys`,
    flops: 4 * heads * length * d,
    inputs: () => ({
      q: floats([1, heads, 1, d], 1),
      k: floats([1, heads, length, d], 2),
      v: floats([1, heads, length, d], 3),
      g: floats([1], 4),
    }),
    programs: calculation(["q", "k", "v"], {
      saccade: () => (q, k, v) => scaledDotProductAttention(q, k, v, { needWeights: false }).output,
      tfjs: (tf) => (q, k, v) => attend(tfOps(tf), q, k, v),
      jax:
        (jax) =>
        (...qkv) => {
          const y = attend(jaxOps(jax), ...qkv);
          for (const x of qkv) x.dispose();
          return y;
        },
    }),
    torch: { program: "attention", options: { backward: false, causal: false } },
    webgpu: "everywhere",
    goals: webgpuGoals(),
  };
}

/** The cost of decoding one token with a cache: products of one row, and one query's attention. */
export const decoding: Workload = {
  title: "cached decoding: one row at a time, attention of 8 heads of 64",
  cases: [
    row(512, 512, true),
    row(512, 512, false),
    row(512, 2048, true),
    row(512, 2048, false),
    query(64),
    query(256),
    query(1024),
    query(4096),
  ],
};
