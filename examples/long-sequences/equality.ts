import { noGrad, valueAndGrad } from "@saccade/autograd";
import { TransformerXL } from "@saccade/models";
import { cat, randn, scope, type Tensor } from "@saccade/tensor";
import { kinds } from "./kinds.ts";

/** The largest difference of each kind from full attention with a matrix, in the output and in the gradients. */
export function largestDifferences(n: number, window: number): Record<string, number> {
  const found: Record<string, number> = {};
  for (const { name, attend, asFull } of kinds) {
    found[name] = scope(() => {
      const [q, k, v, g] = [
        randn([1, 2, n, 8]),
        randn([1, 2, n, 8]),
        randn([1, 2, n, 8]),
        randn([1, 2, n, 8]),
      ];
      const run = (f: typeof attend): Tensor[] => {
        const { value, grads } = valueAndGrad(() => {
          const output = f(n, window)(q, k, v);
          return { loss: output.mul(g).sum(), output };
        }, [q, k, v]);
        return [value.output, ...grads];
      };
      const [few, all] = [run(attend), run(asFull)];
      return Math.max(...few.map((x, i) => x.sub(all[i]!).abs().max().item()));
    });
  }
  return { ...found, "Transformer-XL": segmentsDifference(n, window) };
}

// Segments with all of the past in memory are the sequence at once.
function segmentsDifference(n: number, length: number): number {
  return noGrad(() => {
    const net = new TransformerXL(16, 2, 2, { memoryLength: n, dimFeedforward: 16, dropout: 0 });
    const x = randn([1, n, 16]);
    const outputs: Tensor[] = [];
    let memory: readonly Tensor[] = [];
    for (let at = 0; at < n; at += length) {
      const segment = net.forward(x.narrow(1, at, Math.min(length, n - at)), memory);
      outputs.push(segment.output);
      memory = segment.memory;
    }
    return cat(outputs, 1).sub(net.forward(x).output).abs().max().item();
  });
}
