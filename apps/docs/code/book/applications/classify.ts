import { MultiheadAttention } from "@saccade/attention";
import { noGrad } from "@saccade/autograd";
import { Adam, crossEntropy, Embedding, Linear, Module } from "@saccade/nn";
import { manualSeed, scope, type Tensor, tensor } from "@saccade/tensor";

// "good" praises, "not … good" blames: the class is in the pair of words, not in either.
const words = ["the", "food", "was", "here", "good", "bad", "not"];
function sentence(i: number): { ids: number[]; label: number } {
  const [good, negated] = [i % 2, Math.floor(i / 2) % 2];
  const ids = [0, 1, 2, 3, 2].map((word, at) => (word + i * (at + 3)) % 4); // filler words
  ids[Math.floor(i / 4) % 5] = good === 1 ? 4 : 5;
  if (negated === 1) ids[(Math.floor(i / 4) + 1 + (i % 4)) % 5] = 6;
  return { ids, label: (good + negated) % 2 };
}
const all = Array.from({ length: 80 }, (_, i) => sentence(i));
const x = tensor(
  all.map(({ ids }) => ids),
  { dtype: "int32" },
); // (b, n)
const y = tensor(
  all.map(({ label }) => label),
  { dtype: "int32" },
); // (b)

// #region model
class Classifier extends Module {
  embedding: Embedding = new Embedding(words.length, 16);
  attention: MultiheadAttention | null;
  head: Linear = new Linear(16, 2);

  constructor(attends: boolean) {
    super();
    this.attention = attends ? new MultiheadAttention(16, 2, { batchFirst: true }) : null;
  }

  /** @param ids (b, n) @returns (b, classes) */
  override forward(ids: Tensor): Tensor {
    return scope(() => {
      const x = this.embedding.forward(ids); // (b, n, d)
      const read = this.attention?.forward(x, x, x).output ?? x; // each word with what it attends to
      return this.head.forward(read.mean(1));
    });
  }
}
// #endregion model

for (const attends of [false, true]) {
  manualSeed(0);
  const net = new Classifier(attends);
  const optimizer = new Adam(net, { lr: 0.02 });
  for (let step = 0; step < 60; step++) optimizer.step(() => crossEntropy(net.forward(x), y));
  const right = noGrad(() => net.forward(x).argmax(-1).eq(y).to("float32").mean().item());
  console.log(`${attends ? "one layer of attention" : "mean of the words     "} ${right.toFixed(2)} right`);
}
