import { Generator, scatterReduce, type Tensor, tensor, uniform } from "@saccade/tensor";
import type * as hostOps from "../../../tensor/src/ops/indexing/host-ops.ts";
import type * as reduceOps from "../../../tensor/src/ops/reduce/host-ops.ts";
import { type Case, type NoGradient, without } from "../op-cases.ts";

const generator = new Generator(12);
const any = (...shape: number[]): Tensor => uniform(-2, 2, shape, { generator, dtype: "float64" });
const float64 = (values: number[]): Tensor => tensor(values, { dtype: "float64" });
const index = tensor([0, 2, 0, 2, 2, 0], { dtype: "int32" });

/** Gradient checks of each op, or why it has no gradient. */
export const indexingCases: Record<keyof typeof hostOps, readonly Case[] | NoGradient> = {
  scatterReduce: [
    ...(["prod", "amax", "amin"] as const).map((reduce) => ({
      f: (x: Tensor, src: Tensor) => scatterReduce(x, 0, index, src, reduce),
      inputs: () => [any(4), any(6)],
    })),
    // One, two and three zeros at a place.
    ...[
      [0, 1.5, -2, 0.5, 1, 3],
      [0, 0, -2, 0.5, 0, 3],
      [0, 0, 0, 0.5, 1, 0],
    ].map((src) => ({
      f: (x: Tensor, src: Tensor) => scatterReduce(x, 0, index, src, "prod"),
      inputs: () => [float64([1, 2, 0.7, 3]), float64(src)],
    })),
    {
      f: (x, src) => {
        const at = tensor([[1, 0, 1], [0, 0, 1]], { dtype: "int32" }); // biome-ignore format: one line
        return scatterReduce(x!, 1, at, src!, "prod", { includeSelf: false });
      },
      inputs: () => [any(2, 2), any(2, 3)],
    },
  ],
};

/** Why no op that reduces has a gradient to check. */
export const reduceCases: Record<keyof typeof reduceOps, NoGradient> = {
  cumprodBackward: "a gradient",
  ...without("whole numbers", "cummaxIndex", "cumminIndex", "longestRun", "searchsorted"),
};
