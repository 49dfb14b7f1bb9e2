import { noGrad } from "@saccade/autograd";
import { TransformerXL } from "@saccade/models";
import { cat, manualSeed, randn, type Tensor } from "@saccade/tensor";

const [n, length] = [24, 6];
for (const memoryLength of [n, length, 0]) {
  manualSeed(0);
  const net = new TransformerXL(16, 2, 2, {
    memoryLength,
    dimFeedforward: 16,
    dropout: 0,
  });
  const x = randn([1, n, 16]); // (b, n, d)
  noGrad(() => {
    const outputs: Tensor[] = [];
    let memory: readonly Tensor[] = [];
    for (let at = 0; at < n; at += length) {
      // (b, length, d)
      const segment = net.forward(x.narrow(1, at, length), memory);
      outputs.push(segment.output);
      memory = segment.memory; // for each layer its last inputs
    }
    const difference = cat(outputs, 1)
      .sub(net.forward(x).output)
      .abs()
      .amax(-1)
      .select(0, 0); // (n)
    const equal = difference.lt(1e-5).toArray() as boolean[];
    console.log(
      `memory ${String(memoryLength).padStart(2)}: as at once at`,
      equal.filter(Boolean).length,
      "of",
      n,
    );
  });
}
