import { GRU, Linear, Module } from "@saccade/nn";
import { exportOnnx, OnnxError } from "@saccade/onnx";
import { manualSeed, randn, type Tensor } from "@saccade/tensor";

manualSeed(0);
class Tagger extends Module {
  gru = new GRU(4, 8, { batchFirst: true });
  out = new Linear(8, 3);

  forward(x: Tensor, state: Tensor): { tags: Tensor; state: Tensor } {
    const { output, hn } = this.gru.forward(x, state);
    return { tags: this.out.forward(output), state: hn };
  }
}

// #region step
const tagger = new Tagger();
const step = ({
  x,
  state,
}: Readonly<Record<string, Tensor>>): object => {
  const { tags, state: next } = tagger.forward(x!, state!);
  return { tags, next };
};
const file = exportOnnx(
  step,
  { x: randn([2, 5, 4]), state: randn([1, 2, 8]) },
  {
    model: tagger,
    dynamicAxes: {
      x: { 0: "batch", 1: "steps" },
      state: { 1: "batch" },
    },
  },
);
console.log(file.length, "bytes");
// #endregion step

// #region refused
const early = ({ x }: Readonly<Record<string, Tensor>>): Tensor =>
  x!.sum().item() > 0 ? x!.relu() : x!.neg();
try {
  exportOnnx(early, { x: randn([2, 4]) });
} catch (error) {
  if (error instanceof OnnxError) console.log(error.message);
}
// #endregion refused
