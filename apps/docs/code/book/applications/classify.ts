import { MultiheadAttention } from "@saccade/attention";
import { noGrad } from "@saccade/autograd";
import {
  Adam,
  crossEntropy,
  Embedding,
  Linear,
  Module,
} from "@saccade/nn";
import {
  manualSeed,
  rand,
  scope,
  type Tensor,
  tensor,
} from "@saccade/tensor";

// "good" praises, "not … good" blames: the class is in both words.
const words = ["the", "food", "was", "here", "good", "bad", "not"];
interface Sentence {
  readonly ids: number[];
  readonly label: number;
}
function draw(): Sentence {
  const [good, negated, at, further, ...fillers] = Array.from(
    rand([9]).dataSync(),
  );
  const ids = fillers.map((u) => Math.floor(u * 4));
  const [praises, not] = [good! < 0.5, negated! < 0.5];
  const place = Math.floor(at! * 5);
  ids[place] = praises ? 4 : 5;
  if (not) ids[(place + 1 + Math.floor(further! * 4)) % 5] = 6;
  return { ids, label: praises === not ? 0 : 1 };
}

manualSeed(0);
const seen = new Set<string>();
/** Sentences that were not drawn before. */
function batch(count: number): { ids: Tensor; labels: Tensor } {
  const drawn: Sentence[] = [];
  while (drawn.length < count) {
    const sentence = draw();
    const text = String(sentence.ids);
    if (!seen.has(text)) drawn.push(sentence);
    seen.add(text);
  }
  const int32 = { dtype: "int32" } as const;
  return {
    ids: tensor(
      drawn.map(({ ids }) => ids),
      int32,
    ), // (b, n)
    labels: tensor(
      drawn.map(({ label }) => label),
      int32,
    ), // (b)
  };
}
const [train, test] = [batch(160), batch(400)];

// #region model
class Classifier extends Module {
  embedding: Embedding = new Embedding(words.length, 16);
  attention: MultiheadAttention | null;
  head: Linear = new Linear(16, 2);

  constructor(attends: boolean) {
    super();
    this.attention = attends
      ? new MultiheadAttention(16, 2, { batchFirst: true })
      : null;
  }

  /** @param ids (b, n) @returns (b, classes) */
  override forward(ids: Tensor): Tensor {
    return scope(() => {
      const x = this.embedding.forward(ids); // (b, n, d)
      // Each word with what it attends to.
      const read = this.attention?.forward(x, x, x).output ?? x;
      return this.head.forward(read.mean(1));
    });
  }
}
// #endregion model

for (const attends of [false, true]) {
  manualSeed(1);
  const net = new Classifier(attends);
  const optimizer = new Adam(net, { lr: 0.02 });
  for (let step = 0; step < 100; step++) {
    optimizer.step(() =>
      crossEntropy(net.forward(train.ids), train.labels),
    );
  }
  const right = ({ ids, labels }: typeof train): string =>
    noGrad(() => net.forward(ids).argmax(-1).eq(labels).to("float32"))
      .mean()
      .item()
      .toFixed(2);
  const name = attends
    ? "one layer of attention"
    : "mean of the words     ";
  console.log(
    `${name} trained on: ${right(train)}  new: ${right(test)}`,
  );
}
