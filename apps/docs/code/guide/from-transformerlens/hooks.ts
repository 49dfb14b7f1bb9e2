import { addHooks, runWithHooks } from "@saccade/lens";
import { GPT } from "@saccade/models";
import { manualSeed, type Tensor, tensor } from "@saccade/tensor";

manualSeed(0);
const gpt = new GPT({
  vocabSize: 50,
  maxLen: 16,
  dModel: 32,
  numLayers: 2,
  numHeads: 4,
}).eval();
const ids = tensor([[3, 1, 4, 1, 5]], { dtype: "int32" });

// z is (b, position, head, d): 1 for the heads that stay, 0 for head 2.
const withoutHead2 = (z: Tensor) => z.mul(tensor([[1], [1], [0], [1]]));
const logits = runWithHooks(gpt, ids, {
  hooks: { "blocks.0.attn.hook_z": withoutHead2 },
});
console.log(
  "changed by",
  logits.sub(gpt.forward(ids)).abs().max().item().toFixed(4),
);

const handle = addHooks(gpt, [
  [(name) => name.endsWith("attn.hook_z"), withoutHead2],
]);
console.log(
  "in all layers:",
  gpt.forward(ids).sub(logits).abs().max().item().toFixed(4),
);
handle.remove();

try {
  runWithHooks(gpt, ids, {
    hooks: { "blocks.0.attn.hook_zz": withoutHead2 },
  });
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
}
