import { seed004 } from "@saccade/models/seeds";
import { terminalHeatmap } from "@saccade/plot";
import { arange, bmm, normal, ones, rand, type Tensor, tanh, tensor } from "@saccade/tensor";
import { check, claim, distance, heading, mended, say } from "../claim.ts";

const { maskedSoftmax } = seed004;

export function maskedSoftmaxExamples(): void {
  heading("004 · masked softmax: only the first keys count");
  const scores = rand([2, 2, 4]); // (batch, queries, keys)
  const perSequence = maskedSoftmax(scores, tensor([2, 3], { dtype: "int32" }));
  claim("lengths (2), one a sequence:", perSequence.shape, [2, 2, 4]);
  say(perSequence);
  const lengths = [
    [1, 3],
    [2, 4],
  ];
  const perQuery = maskedSoftmax(scores, tensor(lengths, { dtype: "int32" }));
  claim("lengths (2, 2), one a query:", perQuery.shape, [2, 2, 4]);
  say(perQuery);

  mended("The document's function overwrites the scores it is given; this one leaves them alone.");
  const nothing = tensor([0, 4], { dtype: "int32" });
  const [filled, zero] = [maskedSoftmax(scores, nothing, { maskFill: -1e6 }), maskedSoftmax(scores, nothing)];
  mended(
    "With its fill of −1e6 a query that may see nothing sees all padding alike; without, it sees nothing:",
  );
  check(
    "weights of a length of 0 are 1/4 with the fill",
    distance(filled.select(0, 0), ones([2, 4]).div(4)) < 1e-6,
  );
  check("and 0 without", zero.select(0, 0).abs().amax().item() === 0);
}

// (batch, keys, …): ten keys of size 2, all alike, and their values of size 4
const keys = (): Tensor => ones([2, 10, 2]);
const values = (): Tensor => arange(40).reshape([1, 10, 4]).repeat([2, 1, 1]);
const validLens = (): Tensor => tensor([2, 6], { dtype: "int32" });

// Attention averages over identical keys: the means of the first 2 and of the first 6 values.
const means = (): Tensor => tensor([[[2, 3, 4, 5]], [[10, 11, 12, 13]]]);

export function additiveAttention(): void {
  heading("004 · additive attention: queries and keys of different sizes");
  const queries = normal(0, 1, [2, 1, 20]);
  claim("queries", queries.shape, [2, 1, 20]);
  claim("keys", keys().shape, [2, 10, 2]);
  claim("values", values().shape, [2, 10, 4]);
  const attention = new seed004.AdditiveAttention(2, 20, 8, 0.1).eval();

  // 1. Both go into one hidden space.
  const q = attention.W_q.forward(queries);
  const k = attention.W_k.forward(keys());
  claim("step 1, queries projected", q.shape, [2, 1, 8]);
  claim("step 1, keys projected", k.shape, [2, 10, 8]);
  // 2. Each query meets each key: dims of size 1 broadcast.
  claim("step 2, queries.unsqueeze(2)", q.unsqueeze(2).shape, [2, 1, 1, 8]);
  claim("step 2, keys.unsqueeze(1)", k.unsqueeze(1).shape, [2, 1, 10, 8]);
  const features = q.unsqueeze(2).add(k.unsqueeze(1));
  claim("step 2, features", features.shape, [2, 1, 10, 8]);
  // 3. A bend, without which the query would add the same to all scores and the softmax would drop it.
  const bent = tanh(features);
  claim("step 3, tanh", bent.shape, [2, 1, 10, 8]);
  check("step 3, within −1 and 1", bent.abs().amax().item() <= 1);
  // 4. One number a pair.
  const column = attention.w_v.forward(bent);
  claim("step 4, w_v", column.shape, [2, 1, 10, 1]);
  const scores = column.squeeze(-1);
  claim("step 4, scores", scores.shape, [2, 1, 10]);
  // 5. Weights, of which padding gets none.
  const weights = maskedSoftmax(scores, validLens());
  claim("step 5, attention_weights", weights.shape, [2, 1, 10]);
  // 6. The weighted mean of the values.
  const output = bmm(weights, values());
  claim("step 6, output", output.shape, [2, 1, 4]);

  const whole = attention.forward(queries, keys(), values(), validLens());
  say(whole.output);
  check("the layer does these six steps", distance(whole.output, output) < 1e-6);
  check("keys that are all alike give plain means", distance(output, means()) < 1e-5);
  showWeights(whole.weights);
}

export function dotProductAttention(): void {
  heading("004 · scaled dot-product attention: nothing to learn");
  const queries = normal(0, 1, [2, 1, 2]); // as wide as the keys
  const attention = new seed004.DotProductAttention(0.5).eval();
  const { output, weights } = attention.forward(queries, keys(), values(), validLens());
  claim("attention_weights", weights.shape, [2, 1, 10]);
  claim("output", output.shape, [2, 1, 4]);
  say(output);
  check("keys that are all alike give plain means", distance(output, means()) < 1e-5);
  showWeights(weights);
}

function showWeights(weights: Tensor): void {
  say(terminalHeatmap(weights.squeeze(1), { rows: ["valid 2", "valid 6"] }));
}
