import type { Program } from "../program.ts";
import type { Workload } from "../workload.ts";

// The programs are files of src/startup, each a process.
function elsewhere(): Program {
  throw new Error("src/startup has this program");
}

/** How long a program that multiplies two matrices takes beyond one that does nothing. */
export const startup: Workload = {
  title: "process start to the first matmul, beyond an empty Node program",
  processes: true,
  cases: [
    {
      name: "64×64",
      inputs: () => ({}),
      programs: { saccade: elsewhere, tfjs: elsewhere, jax: elsewhere, ort: elsewhere },
      goals: [{ player: "wasm", seconds: 0.06 }],
    },
  ],
};
