// Document 000: scaled dot-product attention, and the multi-head sublayer built on it.
import { seed000 } from "@saccade/models/seeds";
import { manualSeed, ones, randn, scope } from "@saccade/tensor";
import { runAlone } from "./alone.ts";
import { check, claim, distance, heading, mended, say } from "./claim.ts";

export async function main(): Promise<void> {
  manualSeed(0);
  scope(whyTheRoot);
  scope(scaledDotProduct);
  scope(multiHead);
}

// Products of random vectors spread as wide as √d, and a softmax of wide scores attends to one key only, with
// next to no gradient. Divided by √d, they have variance 1 whatever d is.
function whyTheRoot(): void {
  heading("000 · why the scores are divided by √d");
  for (const d of [4, 64, 256]) {
    const products = randn([4000, d])
      .mul(randn([4000, d]))
      .sum(-1);
    const [plain, scaled] = [products.var().item(), products.div(Math.sqrt(d)).var().item()];
    say(`d = ${d}: variance of q·k ${plain.toFixed(1)}, of q·k/√d ${scaled.toFixed(2)}`);
  }
}

function scaledDotProduct(): void {
  heading("000 · ScaledDotProductAttention");
  const q = randn([2, 3, 4]); // (batch, queries, size)
  const k = randn([2, 3, 4]); // (batch, keys, size)
  const v = randn([2, 3, 4]); // (batch, keys, size of values)
  const mask = ones([2, 3, 3], { dtype: "bool" }); // (batch, queries, keys): all may be attended to

  const attention = new seed000.ScaledDotProductAttention({ temperature: 0.5 });
  const { output, weights } = attention.forward(q, k, v, mask);
  claim("Output Shape:", output.shape, [2, 3, 4]);
  claim("Attention Shape:", weights.shape, [2, 3, 3]);

  mended("The temperature divides the queries. 0.5 sharpens; what the formula wants is √d = 2 here.");
  const sharp = weights.amax(-1).mean().item();
  const even = new seed000.ScaledDotProductAttention({ temperature: 2 }).forward(q, k, v).weights.amax(-1);
  say(`  mean of the largest weight: ${sharp.toFixed(2)} at 0.5, ${even.mean().item().toFixed(2)} at 2`);
  mended(
    "Dropout acts on what meets the values. The document also hands back what it left; here the weights are whole:",
  );
  check("their rows sum to 1", distance(weights.sum(-1), ones([2, 3])) < 1e-5);
}

function multiHead(): void {
  heading("000 · MultiHeadAttention");
  const [batch, length, heads, dModel, dK, dV] = [2, 5, 4, 16, 4, 4];
  const x = randn([batch, length, dModel]);
  const memory = randn([batch, 7, dModel]);
  const layer = new seed000.MultiHeadAttention(heads, dModel, dK, dV);

  const self = layer.forward(x, x, x); // self-attention: queries, keys and values are one sequence
  claim("self-attention, output", self.output.shape, [batch, length, dModel]);
  claim("self-attention, weights", self.weights.shape, [batch, heads, length, length]);
  const cross = layer.forward(x, memory, memory); // encoder-decoder attention: the keys are another sequence
  claim("cross-attention, output", cross.output.shape, [batch, length, dModel]);
  claim("cross-attention, weights", cross.weights.shape, [batch, heads, length, 7]);

  mended("transpose(1, 2) fits three dims; heads make four, where it is transpose(-2, -1).");
  mended(
    "mask.unsqueeze(1) fits (b, lq, lk) only; here (lq, lk), (b, lq, lk) and (b, h, lq, lk) are told apart.",
  );
  const firstTwo = ones([1, length]).cumsum(-1).le(2); // (1, lk): for every query
  const masked = layer.forward(x, x, x, firstTwo).weights;
  check(
    "masked keys get no weight",
    masked
      .narrow(-1, 2, length - 2)
      .amax()
      .item() === 0,
  );
  mended("The residual is the query as it came in, then layer norm with eps 1e-6: a post-norm sublayer.");
  mended(
    "Self-attention is older than 2017: that year's paper was the first to build a model of nothing else.",
  );
}

await runAlone(import.meta.url, main);
