import { scaledDotProductAttention } from "@saccade/attention";
import { valueAndGrad } from "@saccade/autograd";
import { wasmBackend } from "@saccade/kernels-wasm";
import {
  manualSeed,
  memory,
  randn,
  resetPeakMemory,
  scope,
  setBackend,
  type Tensor,
} from "@saccade/tensor";

setBackend(await wasmBackend());
manualSeed(0);

/** The output, the gradients, and the most memory beyond the inputs. */
function train(x: readonly Tensor[], needWeights: boolean) {
  const [q, k, v] = x;
  const before = memory().bytes;
  resetPeakMemory();
  const { value, grads } = valueAndGrad(() => {
    const { output } = scaledDotProductAttention(q!, k!, v!, {
      causal: true,
      needWeights,
    });
    return { loss: output.square().mean(), output };
  }, x);
  const kib = Math.round((memory().peak - before) / 1024);
  return { results: [value.output, ...grads], kib };
}

console.log("   n   with a matrix   fused   largest difference");
for (const n of [128, 256, 512, 1024]) {
  scope(() => {
    const x = [randn([n, 32]), randn([n, 32]), randn([n, 32])];
    const [plain, fused] = [train(x, true), train(x, false)];
    const differences = plain.results.map((result, i) =>
      result.sub(fused.results[i]!).abs().max().item(),
    );
    console.log(
      `${String(n).padStart(4)} ${String(plain.kib).padStart(11)} KiB ` +
        `${String(fused.kib).padStart(4)} KiB   ` +
        `below 1e-5: ${Math.max(...differences) < 1e-5}`,
    );
  });
}
