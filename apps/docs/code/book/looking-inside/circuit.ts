import { noGrad } from "@saccade/autograd";
import { headAblations, logitLens, runWithCache } from "@saccade/lens";
import { CausalSelfAttention } from "@saccade/models";
import { Module, nameSites, running, tap } from "@saccade/nn";
import { cat, eye, type Tensor, tensor, zeros } from "@saccade/tensor";

const letters = "^ABCDEFG"; // ^ begins every sequence
const [vocab, length, dModel] = [letters.length, 11, 36];
// Where the residual stream holds each of its four parts. The last of
// the 36 numbers is spare.
const [token, position, before, answer] = [0, 8, 19, 27];

// #region net
class Layer extends Module {
  attention = new CausalSelfAttention({
    vocabSize: vocab,
    maxLen: length,
    dModel,
    numLayers: 2,
    numHeads: 2,
    attentionBias: false,
  });

  constructor() {
    super();
    const sites = ["hook_resid_pre", "hook_resid_post"];
    nameSites(this, { sites, parts: { attention: "attn" } });
  }

  override forward(x: Tensor): Tensor {
    return running(this, () => {
      const stream = tap("hook_resid_pre", x);
      const { output } = this.attention.forward(stream);
      return tap("hook_resid_post", stream.add(output));
    });
  }
}

class TwoLayers extends Module {
  blocks = [new Layer(), new Layer()];

  override forward(ids: Tensor): Tensor {
    const [b, n] = ids.dims(2);
    const tokens = eye(vocab).indexSelect(0, ids.flatten());
    const positions = eye(length)
      .narrow(0, 0, n)
      .expand([b, n, length]);
    const empty = zeros([b, n, dModel - vocab - length]);
    let x = cat([tokens.reshape([b, n, vocab]), positions, empty], -1);
    for (const block of this.blocks) x = block.forward(x);
    return x.narrow(-1, answer, vocab);
  }
}
// #endregion net

/** A matrix of zeros with diagonals: [row, column, how many, value]. */
function matrix(
  rows: number,
  ...diagonals: readonly (readonly number[])[]
): Tensor {
  const numbers = Array.from({ length: rows }, () =>
    new Array<number>(dModel).fill(0),
  );
  for (const [row = 0, column = 0, count = 0, value = 1] of diagonals)
    for (let i = 0; i < count; i++)
      numbers[row + i]![column + i] = value;
  return tensor(numbers);
}

// #region weights
const net = new TwoLayers();
// Rows of qkv: queries, keys and values, 18 for each head.
const [q, k, v, head1, sharp] = [0, 36, 72, 18, 60];
net.loadStateDict({
  "blocks.0.attention.qkv.weight": matrix(
    3 * dModel,
    // Head 0: position p asks for p − 1, and reads its token.
    [q, position + 1, length - 1, sharp],
    [k, position, length],
    [v, token, vocab],
    // Head 1: a token asks for the same token, and reads nothing.
    [q + head1, token, vocab, sharp],
    [k + head1, token, vocab],
  ),
  "blocks.0.attention.out.weight": matrix(dModel, [before, 0, vocab]),
  "blocks.1.attention.qkv.weight": matrix(
    3 * dModel,
    // Head 0: a token asks who has it before, and reads that token.
    [q, token, vocab, sharp],
    [k, before, vocab],
    [v, token, vocab],
  ),
  "blocks.1.attention.out.weight": matrix(dModel, [answer, 0, vocab]),
});
// #endregion weights

// #region look
const text = "^DACBEDACBE";
const numbers = [...text].map((letter) => letters.indexOf(letter));
const ids = tensor([numbers], { dtype: "int32" }); // (1, 11)
const { output, cache } = noGrad(() => runWithCache(net, ids));
const second = 8; // the second C; B followed the first one
for (const layer of [0, 1])
  for (const head of [0, 1]) {
    const pattern = cache.get("pattern", layer).select(1, head);
    const row = pattern.select(1, second).flatten();
    tell(
      `L${layer}H${head}`,
      row.argmax(-1).item(),
      row.amax(-1).item(),
    );
  }
// #endregion look

// #region ablate
const next = ids.narrow(1, 7, 4); // the second A, C, B, E
function right(logits: Tensor): Tensor {
  return logits
    .narrow(1, 6, 4)
    .argmax(-1)
    .eq(next)
    .to("float32")
    .mean();
}
const without = await headAblations(net, ids, right); // (layers, heads)
// #endregion ablate

function tell(name: string, key: number, weight: number): void {
  console.log(
    `${name}: C at ${second} gives ${weight.toFixed(2)} to ` +
      `${text[key]} at ${key}`,
  );
}
function guesses(logits: Tensor): string {
  const found = logits.argmax(-1).flatten().toArray(1);
  return found.map((id) => letters[id]).join("");
}
console.log(
  `after ${text.slice(6)} it predicts ` +
    `${guesses(output.narrow(1, 6, 5))}`,
);
console.log(
  "right without each head",
  JSON.stringify(without.toArray()),
);

// #region lens
const anatomy = {
  numLayers: 2,
  numHeads: 2,
  finalNorm: null,
  unembed: (x: Tensor) => x.narrow(-1, answer, vocab),
};
const read = { posSlice: second, anatomy };
const { logits, labels } = logitLens(cache, read);
labels.forEach((label, i) => {
  const largest = logits.select(0, i).amax(-1).item();
  const reads =
    largest === 0 ? "nothing" : guesses(logits.select(0, i));
  console.log(`lens at ${label}: ${reads}`);
});
