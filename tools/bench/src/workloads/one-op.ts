import { add, type Tensor } from "@saccade/tensor";
import { floats } from "../inputs.ts";
import type { Facts } from "../program.ts";
import type { Case, Workload } from "../workload.ts";
import { webgpuGoals } from "./webgpu-goals.ts";

const ops = 1000;

// Trivial ops measure the overhead of an op: each adds one element to the previous result.
const chain: Case = {
  name: "add of one element",
  units: ops,
  compilable: true,
  webgpu: "everywhere",
  inputs: () => ({ x: floats([1], 1), y: floats([1], 2, 1e-3) }),
  programs: {
    saccade: (s, io) => {
      const program = s.calculation(
        io,
        ["x", "y"],
        s.compile((x: Tensor, y: Tensor) => {
          let sum = x;
          for (let i = 0; i < ops; i++) sum = add(sum, y);
          return sum;
        }),
      );
      return { ...program, facts: async () => ofAnOp((await program.facts?.()) ?? {}) };
    },
    tfjs: (t, io) =>
      t.calculation(io, ["x", "y"], (x, y) => {
        let sum = x;
        for (let i = 0; i < ops; i++) sum = t.tf.add(sum, y);
        return sum;
      }),
    // Not compiled: jit would make one kernel of it.
    jax: (j, io) => {
      const x = j.array(io, "x");
      const y = j.array(io, "y");
      return j.program(() => {
        let sum = x.ref;
        for (let i = 0; i < ops; i++) sum = sum.add(y.ref);
        return [sum];
      });
    },
  },
  torch: { program: "one_op", options: { ops } },
  goals: [
    { player: "wasm", seconds: 1e-6 },
    { player: "wasm-compiled", seconds: 1e-7 },
    ...webgpuGoals(),
    { player: "webgpu", fact: { name: "hostUsOfAnOp", most: 5 } },
    { player: "tab-webgpu", fact: { name: "hostUsOfAnOp", most: 5 } },
  ],
};

// A GPU's work may be fused, and comes later: what counts is how long the program is held up.
function ofAnOp({ hostMs, ...rest }: Facts): Facts {
  return hostMs === undefined ? rest : { ...rest, hostUsOfAnOp: (1000 * hostMs) / ops };
}

/** The overhead of an op. */
export const oneOp: Workload = { title: "one op on one element", cases: [chain] };
